import type { Notice, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import type { Provider, Scene } from '../../paymentWords.ts'

/** Where an order is paid: a code to be scanned, a page to be opened, or what WeChat's own browser is given. */
export type Door =
  | { kind: 'code'; text: string }
  | { kind: 'page'; url: string }
  | { kind: 'inside'; parameters: Record<string, string> }

export type NewOrder = {
  number: string
  about: string
  fen: number
  expiresAt: Date
  scene: Scene
  /** Who pays, inside WeChat. */
  openId?: string | undefined
  /** Where the provider tells of it, and where the payer comes back to. */
  notifyUrl: string
  returnUrl: string
}

/** What the provider has said of an order, by its signature. */
export type PaymentWord = {
  number: string
  merchant: string
} & ({ state: 'waiting' | 'closed' | 'unknown' } | { state: 'paid'; transactionId: string; fen: number; paidAt: Date })

/** What it has said of a refund. `failed`: the money did not go back, and will not by itself. */
export type RefundWord = {
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

/** One line of the provider's bill of a day. */
export type BillLine = {
  kind: 'payment' | 'refund'
  transactionId: string
  number: string
  refundNumber: string
  fen: number
  /** What the provider keeps; of a refund below zero, where it gives some of it back. */
  feeFen: number
}

export type Word = { payment: PaymentWord } | { refund: RefundWord }

/** A provider of payments: all that the rest knows of one. */
export type PaymentDriver = {
  provider: Provider
  /** Our account there. */
  merchant: string
  scenes: readonly Scene[]
  begin: (order: NewOrder) => Promise<Door>
  query: (number: string) => Promise<PaymentWord>
  /** It can be paid no more. Refused where it is paid: the query says so. */
  close: (number: string) => Promise<void>
  refund: (refund: NewRefund) => Promise<RefundWord>
  queryRefund: (refund: { number: string; orderNumber: string }) => Promise<RefundWord>
  /** All that moved on a day; `undefined`: the provider has not made the bill yet. */
  bill: (day: string) => Promise<BillLine[] | undefined>
  /** Reads what came to our address. Throws `Disbelieved` where it is not the provider's word. */
  hear: (notice: Notice, now: Date) => Word | undefined
  /** What the provider wants to be answered. */
  answers: { heard: NoticeAnswer; refused: (reason: string) => NoticeAnswer }
}

/** Why something that claims to be the provider's word is not taken for it. */
export class Disbelieved extends Error {
  override readonly name = 'Disbelieved'
}
