import { code, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'

/** What narrows the register of persons. */
export const personFilters = {
  /** A whole name, mobile or identity number. */
  key: text('完整姓名'),
  kindCode: code('证书种类'),
  tag: code('标签'),
  provinceCode: region('地区'),
  /** As it is on record. */
  jobTitle: seldom(text('职称')),
  /** Part of the employer's name, its pinyin or its credit code. */
  employer: text('工作单位'),
} satisfies RegisterFilters
