import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bankLine } from '#modules/membership/server/tables.ts'
import { ownRecordsByKind } from '../../receivables/server/records.ts'
import { refund } from '../../server/tables.ts'
import type { Direction, Way } from '../closingWords.ts'
import { onlineMoney } from './onlineMoney.ts'

/** A receipt or a refund of any kind. */
export type Movement = {
  id: number
  receivableId: number
  kind: string
  direction: Direction
  way: Way
  /** In yuan; negative for refunds. */
  amount: string
  /** Bank date, not later than the confirmation. */
  day: string
  confirmedOn: string
}

/**
 * All movements of money as a table `m`. Each kind is a separate subquery, so that dates are computed only when
 * selected. The id is four times the id of the source record plus the type of movement; `made_of` is that source id, of
 * the payable or of the refund.
 */
export const movements: SQLWrapper = {
  getSQL: () => {
    const parts = ownRecordsByKind().flatMap(([{ kind }, own]) => [
      receipts(own),
      refunds(kind, own),
      wholeRefunds(own),
    ])
    return sql`(${sql.join(parts, sql` union all `)}) m`
  },
  shouldOmitSQLParens: () => true,
}

/** Way of a movement `m`, as an expression that is evaluated only for the selected rows. */
export const wayOf: SQLWrapper = {
  getSQL: () => sql`case when m.direction = 'receipt' then
      case when ${byLine} then 'line' when ${onlineMoney().paid(sql`m.kind`, sql`m.made_of`)} then 'online' else 'slip' end
    when ${onlineMoney().refunded(sql`m.made_of`)} then 'online' else 'slip' end`,
}

const byLine = sql`exists (select from ${bankLine} where ${bankLine.state} = 'accepted' and ${bankLine.payable} = m.kind
  and coalesce(${bankLine.feeId}, ${bankLine.payableId}) = m.made_of)`

/** Receipts. Filters by an amount expression instead of the state, so that the planner expects many rows. */
const receipts = (own: SQL): SQL => sql`
  select r.id * 4 as id, r.payable_id as made_of, r.id as receivable_id, r.kind, 'receipt' as direction, r.amount,
    least(r.paid_on, ${confirmedOn}) as day, ${confirmedOn} as confirmed_on
  from ${own} where case when r.state in ('paid', 'refunded') then r.amount else 0 end > 0`
const confirmedOn = sql`coalesce((r.confirmed_at at time zone 'Asia/Shanghai')::date, r.paid_on, r.raised_on)`

/** Refunds recorded in the refund table. */
const refunds = (kind: string, own: SQL): SQL => sql`
  select ${refund.id} * 4 + 2, ${refund.id}, r.id, r.kind, 'refund', -${refund.amount}, least(${refund.paidOn}, ${refundedOn}), ${refundedOn}
  from ${refund} join ${own} on r.payable_id = ${refund.payableId}
  where ${refund.state} = 'paid' and ${refund.payable} = ${sql.raw(`'${kind}'`)}`
const refundedOn = sql`coalesce((${refund.paidAt} at time zone 'Asia/Shanghai')::date, ${refund.paidOn})`

/** Refunds that only the owed record itself states, less those in the refund table. */
const wholeRefunds = (own: SQL): SQL => sql`
  select r.id * 4 + 1, null::int, r.id, r.kind, 'refund', f.paid - r.amount, r.refunded_on, r.refunded_on
  from ${own} cross join lateral (select coalesce(sum(${refund.amount}), 0) as paid from ${refund}
    where ${refund.state} = 'paid' and ${refund.payable} = r.kind and ${refund.payableId} = r.payable_id) f
  where r.state = 'refunded' and r.refunded_on is not null and r.amount > f.paid`
