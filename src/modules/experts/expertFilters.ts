import { flag, name, type RegisterFilters, region, text } from '#lib/register/register.ts'

export const expertFilters = {
  /** Part of the name, or of a speciality. */
  key: text('姓名或专业'),
  speciality: name('专业领域'),
  provinceCode: region('地区'),
  mayLead: flag('可任组长'),
  active: flag('在聘'),
} satisfies RegisterFilters
