import type { RegisterFilters } from '#lib/register/register.ts'

/** What narrows the register of persons. */
export const personFilters = {
  /** A whole name, mobile or identity number. */
  key: { kind: 'text', label: '完整姓名' },
  kindCode: { kind: 'code', label: '证书种类' },
  provinceCode: { kind: 'region', label: '地区' },
  /** As it is on record. */
  jobTitle: { kind: 'text', label: '职称' },
  /** Part of the employer's name, its pinyin or its credit code. */
  employer: { kind: 'text', label: '工作单位' },
} as const satisfies RegisterFilters
