import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defaultChoice, type MessageKind } from '../messageKinds.ts'
import { mailOf } from './mails.ts'
import { message, messageChoice } from './tables.ts'

export type Telling = Pick<Ctx, 'db' | 'now' | 'encryption' | 'config'>
type Whom = { accountId: number; organisationId?: undefined } | { organisationId: number; accountId?: undefined }
export type What = {
  kind: MessageKind
  title: string
  content: string
  /** The page that it is about. */
  route?: string
  /** The record that it is about: the name of its table, and its id. */
  objectType?: string
  objectId?: number
  /** What comes with it; `attachment`: by mail, too. */
  fileId?: number
  attachment?: Attachment
  /** The mailing that it is part of. */
  mailingId?: number
  /** By text, too: in these words, or in those of the message; unless it is one that can be switched off, and is. */
  sms?: string | true
  /** By mail at once where an address is known and nothing else was chosen. */
  mail?: boolean
  /** The law or a deadline demands it (`Template`). */
  mandatory?: boolean
  /** Nobody waits for the text: not at night. */
  byDay?: boolean
}

/** Tells somebody, or whoever signs in for an organisation, something in the member centre; in the caller's transaction. */
export async function notify(ctx: Telling, { accountId, organisationId, ...what }: Whom & What): Promise<void> {
  const whom = accountId === undefined ? eq(account.organisationId, organisationId) : eq(account.id, accountId)
  const told = await ctx.db
    .select({ of: account, chosen: { sms: messageChoice.sms, mail: messageChoice.mail } })
    .from(account)
    .leftJoin(messageChoice, and(eq(messageChoice.accountId, account.id), eq(messageChoice.kind, what.kind)))
    .where(and(whom, eq(account.status, 'active')))
  for (const { of, chosen } of told) await tell(ctx, of, what, chosen ?? presumed(of, what))
}

type Account = typeof account.$inferSelect

const presumed = ({ kind }: Account, { mail }: What) => ({
  ...defaultChoice(kind === 'staff'),
  ...(mail && { mail: 'each' as const }),
})

async function tell(ctx: Telling, of: Account, what: What, chosen: ReturnType<typeof presumed>) {
  const { kind, title, content, route, objectType, objectId, fileId, attachment, mailingId, sms, mandatory, byDay } =
    what
  const { id: accountId, phoneSealed, email } = of
  const texted = sms && phoneSealed && (mandatory || chosen.sms) ? ctx.encryption.decrypt(phoneSealed) : undefined
  // What must arrive and cannot by text goes by mail, at once.
  const mailed = email !== null && (chosen.mail === 'each' || (mandatory === true && sms && !phoneSealed))
  const inDigest = email !== null && !mailed && chosen.mail === 'digest'
  await ctx.db.insert(message).values({
    accountId,
    kind,
    title,
    content,
    route,
    objectType,
    objectId,
    fileId,
    mailingId,
    inDigest,
    createdAt: ctx.now,
  })
  if (texted) {
    const text = sms === true ? content : sms!
    await queue(ctx, { channel: 'sms', to: texted, subject: title, text, accountId, mailingId, byDay })
  }
  if (mailed) {
    const letter = await mailOf(ctx, of, { title, parts: [{ lines: content.split('\n') }], route })
    await queue(ctx, { channel: 'mail', to: email, subject: title, ...letter, attachment, accountId, mailingId })
  }
}
