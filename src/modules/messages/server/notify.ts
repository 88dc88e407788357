import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { MessageKind } from '../kinds.ts'
import { message } from './tables.ts'

type Told = Pick<Ctx, 'db' | 'now' | 'sealer' | 'config'>
type Whom = { accountId: number; organisationId?: undefined } | { organisationId: number; accountId?: undefined }
type What = {
  kind: MessageKind
  title: string
  content: string
  /** The page that it is about. */
  route?: string
  /** The record that it is about: the name of its table, and its id. */
  objectType?: string
  objectId?: number
  /** What comes with it. */
  fileId?: number
  /** By text, too: in these words, or in those of the message. */
  sms?: string | true
  /** By mail, too, where an address is known. */
  mail?: boolean
}

/** Tells somebody, or whoever signs in for an organisation, something in the member centre; in the caller's transaction. */
export async function notify(ctx: Told, { accountId, organisationId, ...what }: Whom & What): Promise<void> {
  const whom = accountId === undefined ? eq(account.organisationId, organisationId) : eq(account.id, accountId)
  const told = await ctx.db
    .select({ id: account.id, phoneSealed: account.phoneSealed, email: account.email })
    .from(account)
    .where(and(whom, eq(account.status, 'active')))
  for (const one of told) await tell(ctx, one, what)
}

type Account = { id: number; phoneSealed: string | null; email: string | null }

async function tell(ctx: Told, { id, phoneSealed, email }: Account, { sms, mail, ...what }: What) {
  const { title, content, route } = what
  await ctx.db.insert(message).values({ ...what, accountId: id, createdAt: ctx.now })
  if (sms && phoneSealed) {
    const text = sms === true ? content : sms
    await queue(ctx, { channel: 'sms', to: ctx.sealer.open(phoneSealed), subject: title, text, accountId: id })
  }
  if (mail && email) {
    const text = route ? `${content}\n\n${ctx.config.publicUrl}${route}\n` : `${content}\n`
    await queue(ctx, { channel: 'mail', to: email, subject: title, text, accountId: id })
  }
}
