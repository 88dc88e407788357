import { choice, number, type RegisterFilters } from '#lib/register/register.ts'
import { callStateNames } from './rules.ts'

export const callFilters = {
  year: number('年度'),
  kindId: number('奖项'),
  status: choice('状态', callStateNames),
} satisfies RegisterFilters
