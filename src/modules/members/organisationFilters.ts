import type { RegisterFilters } from '#lib/register/register.ts'

/** What narrows the register of organisations. */
export const organisationFilters = {
  key: { kind: 'text', label: '名称、拼音或信用代码' },
  provinceCode: { kind: 'region', label: '地区' },
  category: { kind: 'code', label: '行业类别' },
  nature: { kind: 'code', label: '单位性质' },
  tag: { kind: 'code', label: '标签' },
  /** Answered by `membership`. */
  isMember: { kind: 'flag', label: '会员' },
} as const satisfies RegisterFilters
