import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { type FoundGroup, searchStaffRecords } from '#lib/server/oversight/finders.ts'
import { record } from '#modules/audit/server/record.ts'
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
    const groups = await searchStaffRecords(ctx, key, MAX_RESULTS_PER_KIND)
    if (groups.length > 0 && isMobile(plainMobile(key))) await recordFound(ctx, groups)
    return groups
  },
}

/** A mobile is personal: the log says which records were found by one, and not by which. */
const recordFound = (ctx: Ctx, groups: FoundGroup[]) =>
  record(ctx, {
    action: 'search.mobile',
    detail: Object.fromEntries(groups.map(({ name, things }) => [name, things.map(({ route }) => route)])),
  })
