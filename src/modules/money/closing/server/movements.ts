import { type SQLWrapper, sql } from 'drizzle-orm'
import { receivableIdSql } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { Way } from '#modules/ledger/ledgerWords.ts'
import { allocation, payment, refund } from '#modules/ledger/server/tables.ts'
import type { Direction } from '../closingWords.ts'
import { closeEntry, dailyClose } from './tables.ts'

/** Money of a payment that was given to a receivable, or a refund. It never changes; a correction is another one. */
export type Movement = {
  id: number
  receivableId: number
  kind: string
  direction: Direction
  way: Way
  /** In yuan; negative for refunds, and for what was taken back. */
  amount: string
  /** Day in the books, not later than the booking. */
  day: string
  confirmedOn: string
}

export const isInForce = sql`${dailyClose.reopenedAt} is null`

/** Movements that a close in force has booked. */
export const booked = sql`(select ${closeEntry.movementId} from ${closeEntry}
  join ${dailyClose} on ${dailyClose.id} = ${closeEntry.closeId} and ${isInForce})`

const idOfAllocation = (id: SQLWrapper) => sql`${id} * 2`
/** What is in none of the closes in force; asked of one id. */
const isUnbooked = (id: SQLWrapper) => sql`not exists (select from ${closeEntry} e
  join ${dailyClose} on ${dailyClose.id} = e.close_id and ${isInForce} where e.movement_id = ${idOfAllocation(id)})`

/** An allocation that was taken back before a close booked either: neither is ever seen in the books. */
const isUndone = sql`(exists (select from ${allocation} b where b.reverses = ${allocation.id} and ${isUnbooked(sql`b.id`)}
    and ${isUnbooked(allocation.id)})
  or ${allocation.reverses} is not null and ${isUnbooked(allocation.id)} and ${isUnbooked(allocation.reverses)})`

const refundedOn = sql`coalesce((${refund.paidAt} at time zone 'Asia/Shanghai')::date, ${refund.paidOn})`

/**
 * All movements as a table `m`. The id is twice that of the allocation, or one more than twice that of the refund.
 * `was_booked`: it takes back what a close has booked, whatever has become of that day since.
 */
export const movements: SQLWrapper = {
  getSQL: () => sql`(
    select ${idOfAllocation(allocation.id)} as id, ${allocation.receivableId} as receivable_id, ${allocation.kind} as kind,
      case ${payment.way} when 'writeOff' then 'writeOff' else 'receipt' end as direction, ${payment.way} as way,
      ${allocation.amount} as amount, ${allocation.day} as day, ${allocation.bookedOn} as confirmed_on,
      ${allocation.reverses} is not null as was_booked
    from ${allocation} join ${payment} on ${payment.id} = ${allocation.paymentId} where not ${isUndone}
    union all
    select ${refund.id} * 2 + 1, ${receivableIdSql(refund.payable, refund.payableId)}, ${refund.payable}, 'refund', ${refund.way},
      -${refund.amount}, least(${refund.paidOn}, ${refundedOn}), ${refundedOn}, false
    from ${refund} where ${refund.state} = 'paid') m`,
  shouldOmitSQLParens: () => true,
}
