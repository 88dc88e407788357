import type { Handlers } from '#lib/server/api/call.ts'
import type { searchContract } from '../contract.ts'
import { siteSearchHandlers } from './search.ts'

export const searchHandlers: Handlers<typeof searchContract> = {
  ...siteSearchHandlers,
}
