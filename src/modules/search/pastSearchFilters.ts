import { choice, type RegisterFilters, text } from '#lib/register/register.ts'
import { pastSearchStates } from './pastSearches.ts'

export const pastSearchFilters = {
  key: text('词'),
  state: choice('状态', pastSearchStates),
} satisfies RegisterFilters
