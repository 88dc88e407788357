import { optionsOf, type RegisterFilters } from '#lib/register/register.ts'
import { registerNames } from './registerNames.ts'
import { statusNames } from './status.ts'

/** What narrows the register of certificates. */
export const certificateFilters = {
  /** Part of an organisation's name or of a number, a person's whole name. */
  key: { kind: 'text', label: '名称或编号' },
  register: { kind: 'choice', label: '登记类别', options: optionsOf(registerNames) },
  groupCode: { kind: 'code', label: '大类' },
  kindCode: { kind: 'code', label: '种类' },
  levelCode: { kind: 'code', label: '级别' },
  status: { kind: 'choice', label: '今天的状态', options: optionsOf(statusNames) },
  provinceCode: { kind: 'region', label: '地区' },
  issuedFrom: { kind: 'day', label: '发证从' },
  issuedTo: { kind: 'day', label: '发证至' },
  validFrom: { kind: 'day', label: '到期从' },
  validTo: { kind: 'day', label: '到期至' },
} as const satisfies RegisterFilters
