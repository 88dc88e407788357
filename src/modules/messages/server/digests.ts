import { and, eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { messageKinds } from '../messageKinds.ts'
import { mailOf } from './mails.ts'
import { mailAddressOf, type NotifyContext } from './notify.ts'
import { message, messageChoice } from './tables.ts'

/** Maximum messages listed in a digest; for the rest only their number is given. */
const MAX_LISTED_MESSAGES = 50

/** 每日汇总: one mail to everybody who has something unread of what came since the last one. */
export async function sendDigests(ctx: NotifyContext & Partial<Pick<Ctx, 'log'>>): Promise<void> {
  const waiting = await ctx.db
    .selectDistinct({ accountId: message.accountId })
    .from(message)
    .where(eq(message.inDigest, true))
    .orderBy(message.accountId)
  for (const { accountId } of waiting) await sendDigest(ctx, accountId)
}

type Message = typeof message.$inferSelect

/** The mail and the mark in one transaction: of two runs the second finds nothing left, and a kill leaves both undone. */
const sendDigest = (ctx: NotifyContext, accountId: number): Promise<void> =>
  inTransaction(ctx, async tx => {
    const isMine = and(eq(message.accountId, accountId), eq(message.inDigest, true))
    const taken = await tx.db.update(message).set({ inDigest: false }).where(isMine).returning()
    const [own] = await tx.db.select().from(account).where(eq(account.id, accountId))
    if (own?.status !== 'active') return
    const address = await mailAddressOf(tx, own)
    if (!address) return
    const refused = await tx.db
      .select({ kind: messageChoice.kind })
      .from(messageChoice)
      .where(and(eq(messageChoice.accountId, accountId), eq(messageChoice.mail, 'off')))
    const isWanted = ({ kind, readAt }: Message) => readAt === null && refused.every(one => one.kind !== kind)
    const unread = taken.filter(isWanted).sort((a, b) => b.id - a.id)
    if (unread.length === 0) return
    const title = `您有 ${unread.length} 条未读消息`
    const route = own.kind === 'staff' ? '/staff/messages?read=0' : '/admin/user/messages?read=0'
    const letter = await mailOf(tx, own, { title, parts: partsOf(tx, unread), route })
    await queue(tx, { channel: 'mail', to: address, subject: title, ...letter, accountId })
  })

function partsOf({ config }: NotifyContext, unread: Message[]) {
  const line = ({ title, createdAt, route }: Message) => {
    const text = `${minute(iso(createdAt)).slice(5)}　${title}`
    return route ? { text, href: config.publicUrl + route } : text
  }
  const groups = [...Map.groupBy(unread.slice(0, MAX_LISTED_MESSAGES), ({ kind }) => kind)]
  const parts: { heading?: string; lines: (string | { text: string; href: string })[] }[] = groups.map(
    ([kind, of]) => ({ heading: messageKinds[kind], lines: of.map(line) }),
  )
  const rest = unread.length - MAX_LISTED_MESSAGES
  if (rest > 0) parts.push({ lines: [`另有 ${rest} 条，请登录后查看。`] })
  return parts
}
