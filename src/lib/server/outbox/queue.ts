import { maskEmail, maskMobile, maskOpenid } from '../../mask.ts'
import type { Ctx } from '../api/context.ts'
import { type About, type Attachment, type Channel, outbox } from './tables.ts'

export type Outgoing = {
  channel: Channel
  /** A mobile number, an e-mail address, an openid, or whoever reads what the robot says. */
  to: string
  /** Of a mail. */
  subject?: string
  text: string
  /** Of a mail: the same, as mail programs show it. */
  html?: string
  /** Of a text that brings a code: the code alone. Such a text is worthless later, and is not sent any more then. */
  code?: string
  /** Of a mail: the files that go with it. */
  attachments?: Attachment[]
  /** Of a message by WeChat. */
  about?: About
  /** A text that goes out where this one does not arrive. */
  instead?: { to: string; text: string }
  accountId?: number
  /** The mailing that it is part of. */
  mailingId?: number
  /** Nobody waits for it: a text is kept until the morning. */
  byDay?: boolean
}

/** In ms: how long a code is good for (quality.md section 2). */
export const CODE_LIFE = 5 * 60_000

/** Leaves a text or mail to be sent as soon as the transaction commits; a transaction that fails sends nothing. */
export async function queue(ctx: Sealing, out: Outgoing): Promise<void> {
  await ctx.db.insert(outbox).values(sealed(ctx, out))
}

type Sealing = Pick<Ctx, 'db' | 'encryption' | 'now'>

/** As it is kept: nobody who reads the database reads to whom or what. */
export function sealed({ encryption, now }: Omit<Sealing, 'db'>, out: Outgoing) {
  const { channel, to, text, html, code, subject, attachments, about, instead, accountId, mailingId, byDay } = out
  return {
    channel,
    accountId,
    mailingId,
    attachments,
    about,
    subject,
    byDay,
    toSealed: encryption.encrypt(to),
    toMasked: maskOf[channel](to),
    textSealed: encryption.encrypt(text),
    htmlSealed: html && encryption.encrypt(html),
    insteadSealed: instead && encryption.encrypt(JSON.stringify(instead)),
    codeSealed: code && encryption.encrypt(code),
    expiresAt: code ? new Date(now.getTime() + CODE_LIFE) : undefined,
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
