import { type SQLWrapper, sql } from 'drizzle-orm'

/** Which money came and went through who takes payments online, as conditions. */
type OnlineMoney = {
  /** Of a payable of that kind: it was paid so. */
  paid: (kind: SQLWrapper, payableId: SQLWrapper) => SQLWrapper
  /** Of what was given back: it went so. */
  refunded: (refundId: SQLWrapper) => SQLWrapper
}

let known: OnlineMoney = { paid: () => sql`false`, refunded: () => sql`false` }

/** The module that takes payments online says it. */
export const defineOnlineMoney = (online: OnlineMoney) => {
  known = online
}
export const onlineMoney = (): OnlineMoney => known
