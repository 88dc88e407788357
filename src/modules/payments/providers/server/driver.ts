import type { Notice, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import type { PaymentEntry, Provider, Scene } from '../../paymentWords.ts'

export type NewOrder = {
  number: string
  about: string
  fen: number
  expiresAt: Date
  scene: Scene
  /** WeChat identity of the payer, for payments inside WeChat. */
  openId?: string | undefined
  /** URL that the provider notifies; `returnUrl`: where the payer comes back to. */
  notifyUrl: string
  returnUrl: string
}

/** State of an order as signed by the provider. */
export type PaymentStatus = {
  number: string
  merchant: string
} & ({ state: 'waiting' | 'closed' | 'unknown' } | { state: 'paid'; transactionId: string; fen: number; paidAt: Date })

/** State of a refund as signed by the provider. `failed`: the money did not go back, and will not without action. */
export type RefundStatus = {
  number: string
  orderNumber: string
  merchant: string
  fen: number
} & ({ state: 'pending' } | { state: 'done'; refundId: string; doneAt: Date } | { state: 'failed'; why: string })

export type NewRefund = {
  number: string
  order: { number: string; fen: number }
  fen: number
  reason: string
  notifyUrl: string
}

export type BillLine = {
  kind: 'payment' | 'refund'
  transactionId: string
  number: string
  refundNumber: string
  fen: number
  /** Fee charged by the provider; negative on a refund that returns part of it. */
  feeFen: number
}

/** Line of a bill that could not be read: our number of the order or refund, or its place in the bill, and the reason. */
export type UnreadLine = { number: string; transactionId: string; reason: string }

/** All transactions of a day, as the provider bills them. */
export type Bill = { lines: BillLine[]; unread: UnreadLine[] }

export type ProviderNotification = { payment: PaymentStatus } | { refund: RefundStatus }

/** A provider of payments: all that the rest knows of one. */
export type PaymentDriver = {
  provider: Provider
  /** Our account there. */
  merchant: string
  scenes: readonly Scene[]
  begin: (order: NewOrder) => Promise<PaymentEntry>
  query: (number: string) => Promise<PaymentStatus>
  /** Closes the order so that it can no longer be paid. Fails if it is paid already: query the state. */
  close: (number: string) => Promise<void>
  refund: (refund: NewRefund) => Promise<RefundStatus>
  queryRefund: (refund: { number: string; orderNumber: string }) => Promise<RefundStatus>
  /** The bill of a day; `undefined`: the provider has not made it yet. */
  bill: (day: string) => Promise<Bill | undefined>
  /** Parses and verifies a notification. Throws when it is not from the provider. */
  hear: (notice: Notice, now: Date) => ProviderNotification | undefined
  /** Responses that the provider expects to its notifications. */
  answers: { heard: NoticeAnswer; refused: (reason: string) => NoticeAnswer }
}

/** Why something that claims to be the provider's word is not taken for it. */
export class UntrustedNotification extends Error {
  override readonly name = 'Disbelieved'
}
