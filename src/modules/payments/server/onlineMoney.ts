import { sql } from 'drizzle-orm'
import { defineOnlineMoney } from '#modules/money/closing/server/onlineMoney.ts'
import { SURPLUS } from './surplus.ts'
import { paymentItem, paymentRefund } from './tables.ts'

/** For accounts: what a provider holds until it settles is not at the bank yet. A refund that failed was transferred by hand. */
defineOnlineMoney({
  paid: (kind, payableId) => sql`(${kind} = ${SURPLUS} or exists (
    select from ${paymentItem} where ${paymentItem.payable} = ${kind} and ${paymentItem.payableId} = ${payableId}
      and ${paymentItem.state} = 'booked'))`,
  refunded: refundId => sql`exists (
    select from ${paymentRefund} where ${paymentRefund.refundId} = ${refundId} and ${paymentRefund.state} <> 'failed')`,
})
