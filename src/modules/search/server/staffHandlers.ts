import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { findThings } from '#lib/server/oversight/finders.ts'
import type { staffSearchContract } from '../staffContract.ts'
import { pastSearchDeskHandlers } from './pastSearchDesk.ts'

/** As fast as one types; nobody reads a register through this. */
const spend = limit('staff/find', { max: 60, per: 10_000, by: 'account' })

/** Of each kind: what one looks for is among these, or one types on. */
const SHOWN = 5

export const staffSearchHandlers: Handlers<typeof staffSearchContract> = {
  ...pastSearchDeskHandlers,
  'GET /staff/find': async (ctx, { key }) => {
    spend(ctx)
    return findThings(ctx, key, SHOWN)
  },
}
