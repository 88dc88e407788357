import { maskEmail, maskMobile, maskOpenid } from '../../mask.ts'
import type { Ctx } from '../api/context.ts'
import { type About, type Attachment, type Channel, outbox } from './tables.ts'

/** A text message: its words, and its kind with the values by which a provider's template says the same. */
export type SmsText = { text: string; template: string; values: Record<string, string> }

/** Text messages have their words in `sms`, all others in `text`. */
export type Outgoing = Common &
  (
    | { channel: 'sms'; sms: SmsText; text?: undefined }
    | { channel: Exclude<Channel, 'sms'>; text: string; sms?: undefined }
  )

type Common = {
  /** A mobile number, an e-mail address, an openid; of the robot the mobile of whom it names in the group, or `robot`. */
  to: string
  /** Mail only. */
  subject?: string
  /** Mail only: HTML version. */
  html?: string
  /** Text message with a code: it expires and is then not sent any more. */
  hasCode?: boolean
  /** Mail only: address to which a mail program posts that the recipient unsubscribes (RFC 8058). */
  unsubscribe?: string
  /** Mail only: attached files. */
  attachments?: Attachment[]
  /** WeChat message only. */
  about?: About
  /** WeChat message only: a link with a secret in it, instead of the page of `about`. */
  link?: string | undefined
  /** A text that goes out where this one does not arrive. */
  instead?: { to: string; sms: SmsText }
  accountId?: number
  /** The mailing that it is part of. */
  mailingId?: number
  /** Sent at night, too: somebody waits for it, or must act before the morning. All other texts wait until 08:00. */
  isUrgent?: boolean
}

/** Validity of a code in ms. */
export const CODE_LIFETIME_MS = 5 * 60_000

/**
 * Leaves a text or mail to be sent as soon as the transaction commits; a transaction that fails sends nothing. Returns its
 * id in the outbox.
 */
export async function queue(ctx: Sealing, out: Outgoing): Promise<number> {
  const [row] = await ctx.db.insert(outbox).values(encryptedRow(ctx, out)).returning({ id: outbox.id })
  return row!.id
}

type Sealing = Pick<Ctx, 'db' | 'encryption' | 'now'>

/** Row for the outbox, with recipient and content encrypted: reading the database reveals neither. */
export function encryptedRow({ encryption, now }: Omit<Sealing, 'db'>, out: Outgoing) {
  const { channel, to, text, sms, html, hasCode, subject, attachments, about, link, instead, accountId, mailingId } =
    out
  return {
    channel,
    accountId,
    mailingId,
    attachments,
    about,
    subject,
    byDay: !out.isUrgent && !hasCode,
    toSealed: encryption.encrypt(to),
    toMasked: maskOf[channel](to),
    textSealed: encryption.encrypt(sms?.text ?? text ?? ''),
    template: sms?.template,
    valuesSealed: sms && encryption.encrypt(JSON.stringify(sms.values)),
    htmlSealed: html && encryption.encrypt(html),
    unsubscribeSealed: out.unsubscribe && encryption.encrypt(out.unsubscribe),
    linkSealed: link && encryption.encrypt(link),
    insteadSealed: instead && encryption.encrypt(JSON.stringify(instead)),
    expiresAt: hasCode ? new Date(now.getTime() + CODE_LIFETIME_MS) : undefined,
    dueAt: now,
    createdAt: now,
  } satisfies typeof outbox.$inferInsert
}

const maskOf: Record<Channel, (to: string) => string> = {
  sms: maskMobile,
  mail: maskEmail,
  wechat: maskOpenid,
  robot: () => '企业微信群',
}
