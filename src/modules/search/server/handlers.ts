import type { Handlers } from '#lib/server/api/call.ts'
import type { searchContract } from '../contract.ts'
import { searchSite } from './search.ts'

export const searchHandlers: Handlers<typeof searchContract> = {
  'GET /search': searchSite,
}
