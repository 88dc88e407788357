import type { Handlers } from '#lib/server/api/call.ts'
import type { searchContract } from '../contract.ts'
import { pastSearchHandlers } from './pastSearches.ts'
import { siteSearchHandlers } from './search.ts'
import { suggestionHandlers } from './suggestions.ts'

export const searchHandlers: Handlers<typeof searchContract> = {
  ...siteSearchHandlers,
  ...suggestionHandlers,
  ...pastSearchHandlers,
}
