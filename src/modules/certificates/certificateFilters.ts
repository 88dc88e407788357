import { choice, code, day, type RegisterFilters, region, text } from '#lib/register/register.ts'
import { registerNames } from './registerNames.ts'
import { statusNames } from './status.ts'

export const certificateFilters = {
  /** Part of an organisation's name or of a number, a person's whole name. */
  key: text('名称或编号'),
  register: choice('登记类别', registerNames),
  groupCode: code('大类'),
  kindCode: code('种类'),
  levelCode: code('级别'),
  status: choice('今天的状态', statusNames),
  provinceCode: region('地区'),
  issuedFrom: day('发证从'),
  issuedTo: day('发证至'),
  validFrom: day('到期从'),
  validTo: day('到期至'),
} satisfies RegisterFilters
