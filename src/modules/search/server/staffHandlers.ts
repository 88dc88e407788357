import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { searchStaffRecords } from '#lib/server/oversight/finders.ts'
import type { staffSearchContract } from '../staffContract.ts'
import { pastSearchDeskHandlers } from './pastSearchDesk.ts'

/** Rate limit: fast enough for typing, too slow to copy a register. */
const spend = limit('staff/find', { max: 60, per: 10_000, by: 'account' })

/** Maximum results per kind; the user refines the query for more. */
const MAX_RESULTS_PER_KIND = 5

export const staffSearchHandlers: Handlers<typeof staffSearchContract> = {
  ...pastSearchDeskHandlers,
  'GET /staff/find': async (ctx, { key }) => {
    spend(ctx)
    return searchStaffRecords(ctx, key, MAX_RESULTS_PER_KIND)
  },
}
