import type { Ctx } from '#lib/server/api/context.ts'
import type { Paper, ProviderFile } from '../../../eInvoiceWords.ts'

/** Buyer on the document. `creditCode`: empty for persons. */
export type Buyer = {
  name: string
  creditCode: string
  address: string
  phone: string
  bank: string
  account: string
  email: string
}

type IssueRequest = {
  /** Ours: asked for again with the same, it is the same paper. */
  requestNumber: string
  paper: Paper
  /** In yuan, positive, including tax. */
  amount: number
  buyer: Buyer
  item: string
  taxCode: string
  taxRate: string
}
export type BlueRequest = IssueRequest & { remark: string }
/** `confirmation`: 红字信息确认单, where the tax bureau has one already. `isWhole`: nothing of the blue one stands afterwards. */
export type RedRequest = IssueRequest & { blueNumber: string; confirmation: string; reason: string; isWhole: boolean }
/** Request data for querying the provider. */
export type RequestRef = Pick<RedRequest, 'requestNumber' | 'amount' | 'blueNumber' | 'confirmation'> &
  Pick<ProviderStatus, 'colour'>

/** Status reported by the provider, in a signed notification or in answer to our query. */
export type ProviderStatus = {
  requestNumber: string
  state: 'issuing' | 'issued' | 'failed'
  colour: 'blue' | 'red'
  amount: number
  number: string
  /** A day, `2026-05-20`. */
  issuedOn: string
  /** Why it failed, or what it waits for. */
  reason: string
  files: readonly ProviderFile[]
}

/** Context of a driver: configuration, and storage for access tokens. */
export type DriverContext = Pick<Ctx, 'db' | 'config' | 'encryption'>

/** A provider that issues papers for the association. Each call ends in time, and reads no more than a bound. */
export type InvoiceDriver = {
  name: string
  /** Types that it issues; others are recorded by hand or by import. */
  papers: readonly Paper[]
  blue: (asked: BlueRequest) => Promise<ProviderStatus>
  red: (asked: RedRequest) => Promise<ProviderStatus>
  /** Undefined: it knows nothing of it. */
  query: (asked: RequestRef) => Promise<ProviderStatus | undefined>
  download: (requestNumber: string, file: ProviderFile) => Promise<Buffer>
}

/** The provider has refused, in words for staff: asking again with the same changes nothing. */
export class ProviderRefusal extends Error {}

/** Temporary failure, with a message for staff: the request was not refused and will be retried. */
export class ProviderUnavailable extends Error {}
