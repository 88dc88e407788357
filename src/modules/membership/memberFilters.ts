import { choice, code, data, day, number, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'
import { memberKindNames, memberScopeNames, memberStatusNames } from './words.ts'

/** Filters of the register of members. */
export const memberFilters = {
  /**
   * Name, pinyin, credit code or number of an organisation, the phone or name of who acts for it; a person's whole name
   * or mobile; a member's number.
   */
  key: text('名称、编号、电话或姓名'),
  levelCode: number('级别'),
  kind: choice('类型', memberKindNames),
  status: choice('状态', { ...memberScopeNames, ...memberStatusNames }),
  branch: number('分支机构'),
  provinceCode: region('地区'),
  /** Tag of the organisation. */
  tag: code('标签'),
  joinedFrom: day('入会从'),
  joinedTo: day('入会至'),
  endedFrom: day('退出从'),
  endedTo: day('退出至'),
  /** On the register at the end of this day. */
  memberOn: seldom(day('这一天在册')),
  /** Own fields of the membership, and of the organisation or person. */
  own: data('自定义栏目'),
} satisfies RegisterFilters
