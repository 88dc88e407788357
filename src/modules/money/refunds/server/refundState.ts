import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { RefundState } from '#modules/ledger/refundWords.ts'
import { refund } from '#modules/ledger/server/tables.ts'

type StoredRefund = Pick<typeof refund.$inferSelect, 'state' | 'approvalUntil'>

/** Current state: a request not approved in time is expired. */
export const stateOf = ({ now }: Pick<Ctx, 'now'>, { state, approvalUntil }: StoredRefund): RefundState =>
  state === 'asked' && approvalUntil && approvalUntil <= now ? 'expired' : state

/** The same of the rows of a query. */
export const stateAt = ({ now }: Pick<Ctx, 'now'>) =>
  sql<RefundState>`case when ${refund.state} = 'asked' and ${refund.approvalUntil} <= ${now.toISOString()}::timestamptz
    then 'expired' else ${refund.state} end`
