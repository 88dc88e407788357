import { sql } from 'drizzle-orm'
import { defineOnlineMoney } from '#modules/money/closing/server/onlineMoney.ts'
import { OVERPAYMENT } from '../refunding/server/overpayment.ts'
import { paymentItem, paymentRefund } from './tables.ts'

/**
 * Separates online money in the accounts: what a provider holds until settlement is not at the bank yet. A failed
 * refund was transferred by hand.
 */
defineOnlineMoney({
  paid: (kind, payableId) => sql`(${kind} = ${OVERPAYMENT} or exists (
    select from ${paymentItem} where ${paymentItem.payable} = ${kind} and ${paymentItem.payableId} = ${payableId}
      and ${paymentItem.state} = 'booked'))`,
  refunded: refundId => sql`exists (
    select from ${paymentRefund} where ${paymentRefund.refundId} = ${refundId} and ${paymentRefund.state} <> 'failed')`,
})
