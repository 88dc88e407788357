import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bankLine } from '#modules/membership/statements/server/tables.ts'
import { records } from '../../receivables/server/records.ts'
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
  /** In yuan; of a refund below zero. */
  amount: string
  /** On which it came to the bank or left it; not later than it was confirmed. */
  day: string
  confirmedOn: string
}

/**
 * All money that came or went, of every kind of what is owed, as one table `m`. Ids are those of what they are
 * made of, four times, and the kind of movement.
 */
export const movements: SQLWrapper = {
  getSQL: () => sql`(${receipts()} union all ${refunds()} union all ${wholeRefunds}) m`,
  shouldOmitSQLParens: () => true,
}

const receipts = (): SQL => sql`
  select r.id * 4 as id, r.id as receivable_id, r.kind, 'receipt' as direction,
    case when ${bankLine.id} is not null then 'line' when ${onlineMoney().paid} then 'online' else 'slip' end as way, r.received as amount,
    least(coalesce(r.paid_on, c.day), c.day) as day, c.day as confirmed_on
  from ${records}
  cross join lateral (select coalesce((r.confirmed_at at time zone 'Asia/Shanghai')::date, r.paid_on, r.raised_on) as day) c
  left join ${bankLine} on ${bankLine.state} = 'accepted' and ${bankLine.payable} = r.kind
    and coalesce(${bankLine.feeId}, ${bankLine.payableId}) = r.payable_id
  where r.received > 0`

/** What was given back of a payment, written down as a refund. */
const refunds = (): SQL => sql`
  select ${refund.id} * 4 + 2, r.id, r.kind, 'refund', case when ${onlineMoney().refunded(refund.id)} then 'online' else 'slip' end,
    -${refund.amount}, least(${refund.paidOn}, g.day), g.day
  from ${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}
  cross join lateral (select coalesce((${refund.paidAt} at time zone 'Asia/Shanghai')::date, ${refund.paidOn}) as day) g
  where ${refund.state} = 'paid'`

/** What was given back with the record that was paid, and is written down nowhere else. */
const wholeRefunds: SQL = sql`
  select r.id * 4 + 1, r.id, r.kind, 'refund', 'slip', -r.refunded_whole, r.refunded_on, r.refunded_on
  from ${records} where r.refunded_whole > 0 and r.refunded_on is not null`
