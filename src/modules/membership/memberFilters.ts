import { optionsOf, type RegisterFilters } from '#lib/register/register.ts'
import { memberKindNames, memberScopeNames, memberStatusNames } from './words.ts'

/** What narrows the register of members. */
export const memberFilters = {
  /** Name, pinyin, credit code or number of an organisation; a person's whole name; a member's number. */
  key: { kind: 'text', label: '名称、拼音或编号' },
  levelCode: { kind: 'number', label: '级别' },
  kind: { kind: 'choice', label: '类型', options: optionsOf(memberKindNames) },
  status: { kind: 'choice', label: '状态', options: optionsOf({ ...memberScopeNames, ...memberStatusNames }) },
  branch: { kind: 'number', label: '分支机构' },
  provinceCode: { kind: 'region', label: '地区' },
  /** Of the organisation. */
  tag: { kind: 'code', label: '标签' },
  joinedFrom: { kind: 'day', label: '入会从' },
  joinedTo: { kind: 'day', label: '入会至' },
  endedFrom: { kind: 'day', label: '退出从' },
  endedTo: { kind: 'day', label: '退出至' },
} as const satisfies RegisterFilters
