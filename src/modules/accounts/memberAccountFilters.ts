import { choice, day, type RegisterFilters, text } from '#lib/register/register.ts'

export const accountKindNames = { organisation: '单位', person: '个人' } as const
/** 账号状态, as people read it. */
export const accountStates = { active: '正常', frozen: '冻结', disabled: '停用', deleted: '已注销' } as const
export type AccountState = keyof typeof accountStates

export const memberAccountFilters = {
  /** Part of a user name or of whose it is; a whole phone or credit code. */
  key: text('用户名、名称或手机'),
  kind: choice('类型', accountKindNames),
  status: choice('状态', accountStates),
  seenFrom: day('最近登录从'),
  seenTo: day('到'),
} satisfies RegisterFilters
