import { choice, code, type RegisterFilters, text } from '#lib/register/register.ts'

export const colleagueFilters = {
  /** Part of a name or a user name. */
  key: text('姓名或用户名'),
  role: code('角色'),
  status: choice('状态', { active: '在用', disabled: '停用' }),
} satisfies RegisterFilters
