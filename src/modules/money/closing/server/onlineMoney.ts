import { type SQLWrapper, sql } from 'drizzle-orm'

/** SQL conditions that tell which money moved through an online payment provider. */
type OnlineMoney = {
  /** True if the payable was paid online. */
  paid: (kind: SQLWrapper, payableId: SQLWrapper) => SQLWrapper
  /** True if the refund was paid out online. */
  refunded: (refundId: SQLWrapper) => SQLWrapper
}

let known: OnlineMoney = { paid: () => sql`false`, refunded: () => sql`false` }

/** The module that takes payments online says it. */
export const defineOnlineMoney = (online: OnlineMoney) => {
  known = online
}
export const onlineMoney = (): OnlineMoney => known
