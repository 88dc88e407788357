import type { SQLWrapper } from 'drizzle-orm'
import { hook } from '#lib/server/hook.ts'

/** SQL conditions that tell which money moved through an online payment provider. */
type OnlineMoney = {
  /** True if the payable was paid online. */
  paid: (kind: SQLWrapper, payableId: SQLWrapper) => SQLWrapper
  /** True if the refund was paid out online. */
  refunded: (refundId: SQLWrapper) => SQLWrapper
}

const online = hook<OnlineMoney>('online money')

/** The module that takes payments online says it. */
export const defineOnlineMoney = online.define
export const onlineMoney = online.get
