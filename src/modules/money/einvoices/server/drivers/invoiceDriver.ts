import type { Ctx } from '#lib/server/api/context.ts'
import type { Paper, PaperFile } from '../../eInvoiceWords.ts'

/** Who it is made out to. `creditCode`: empty of a person. */
export type Buyer = {
  name: string
  creditCode: string
  address: string
  phone: string
  bank: string
  account: string
  email: string
}

type Asked = {
  /** Ours: asked for again with the same, it is the same paper. */
  requestNumber: string
  paper: Paper
  /** In yuan, above zero, tax included. */
  amount: number
  buyer: Buyer
  item: string
  taxCode: string
  taxRate: string
}
export type BlueRequest = Asked & { remark: string }
/** `confirmation`: 红字信息确认单, where the tax bureau has one already. `isWhole`: nothing of the blue one stands afterwards. */
export type RedRequest = Asked & { blueNumber: string; confirmation: string; reason: string; isWhole: boolean }
/** What was asked for, when the provider is asked how it stands. */
export type Known = Pick<RedRequest, 'requestNumber' | 'amount' | 'blueNumber' | 'confirmation'> & Pick<Word, 'colour'>

/** What the provider says of one: signed by it, or asked of it by ourselves. */
export type Word = {
  requestNumber: string
  state: 'issuing' | 'issued' | 'failed'
  colour: 'blue' | 'red'
  amount: number
  number: string
  /** A day, `2026-05-20`. */
  issuedOn: string
  /** Why it failed, or what it waits for. */
  reason: string
  files: readonly WordFile[]
}
/** Where the provider says how long it is and what its SHA-256 is, that is checked. */
export type WordFile = { kind: PaperFile; size?: number; sha256?: string; url?: string }

/** What a driver works with: its settings, and where it keeps what it is lent. */
export type Driving = Pick<Ctx, 'db' | 'config' | 'encryption'>

/** A provider that issues papers for the association. Each call ends in time, and reads no more than a bound. */
export type InvoiceDriver = {
  name: string
  /** Which papers it issues; others are written down by hand or by import. */
  papers: readonly Paper[]
  blue: (asked: BlueRequest) => Promise<Word>
  red: (asked: RedRequest) => Promise<Word>
  /** Undefined: it knows nothing of it. */
  query: (asked: Known) => Promise<Word | undefined>
  download: (requestNumber: string, file: WordFile) => Promise<Buffer>
}

/** The provider has refused, in words for staff: asking again with the same changes nothing. */
export class ProviderRefusal extends Error {}

/** It cannot be asked now, in words for staff: nothing is refused, and it is asked again. */
export class ProviderTrouble extends Error {}
