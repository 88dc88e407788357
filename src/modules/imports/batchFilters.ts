import { choice, code, type RegisterFilters } from '#lib/register/register.ts'
import { stateNames } from './states.ts'

export const batchFilters = {
  kind: code('数据'),
  status: choice('状态', stateNames),
} satisfies RegisterFilters
