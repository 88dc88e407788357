import type { About } from './tables.ts'

/** A message to send, decrypted. `sms`: the provider's template for it, where one sends text messages. */
export type Parcel = {
  id: number
  to: string
  subject: string
  text: string
  html?: string
  /** Address to which a mail program posts that the recipient unsubscribes. */
  unsubscribe?: string | undefined
  sms?: ProviderSms
  about?: About
  link?: string | undefined
  attachments?: { name: string; type: string; bytes: Buffer }[]
  createdAt: Date
}
export type ProviderSms = {
  templateCode: string
  /** Empty: the usual one. */
  signature: string
  /** In the order of the template, each as long as the provider takes it. */
  variables: { name: string; value: string }[]
}
/**
 * Returns once the other side has acknowledged it, by its own number where it tells later what became of it; throws why it
 * has not.
 */
export type Driver = (parcel: Parcel, signal: AbortSignal) => Promise<string | undefined>
export type SmsDriver = (parcel: Parcel & { sms: ProviderSms }, signal: AbortSignal) => Promise<string | undefined>

/** Thrown when a message can never arrive; it is not retried. */
export class Undeliverable extends Error {}
