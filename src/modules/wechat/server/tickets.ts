import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { makeCode } from './client.ts'
import { wechatTicket } from './tables.ts'

export type Ticket = typeof wechatTicket.$inferSelect

const TICKET_LIFETIME_MS = 2 * 60_000
/** Maximum polls of one ticket; enough for one per second. */
const MAX_POLLS = 150

const EXPIRED_TEXT = '二维码已过期，请刷新后再扫'
export const ticketExpired = () => notFound(EXPIRED_TEXT)

type Begun = { purpose: Ticket['purpose']; accountId?: number }

/** Creates a ticket with a secret for the browser and a scene to show; neither can be derived from the other. */
export async function beginTicket({ db, encryption, now, address, headers }: Ctx, { purpose, accountId }: Begun) {
  const [scene, secret] = [token(), token()]
  const number = String(randomInt(10, 100))
  const expiresAt = new Date(now.getTime() + TICKET_LIFETIME_MS)
  await db.insert(wechatTicket).values({
    purpose,
    accountId,
    number,
    sceneHash: encryption.hash(`wechat scene ${scene}`),
    secretHash: encryption.hash(`wechat secret ${secret}`),
    address,
    userAgent: headers.userAgent ?? '',
    createdAt: now,
    expiresAt,
  })
  return { scene, secret, number, expiresAt: iso(expiresAt) }
}

/** The same with a code to be scanned. */
export async function beginByCode(ctx: Ctx, of: Begun) {
  const { scene, ...begun } = await beginTicket(ctx, of)
  const said = await makeCode(ctx, scene, TICKET_LIFETIME_MS / 1000)
  return { ...begun, qr: await QRCode.toDataURL(said, { margin: 1, width: 280 }) }
}

const token = () => randomBytes(24).toString('base64url')

const isGood = ({ now }: Pick<Ctx, 'now'>) => gt(wechatTicket.expiresAt, now)

/** Ticket of the browser that began, while it may still poll. */
export async function ticketOfBrowser(
  ctx: Ctx,
  purpose: Ticket['purpose'],
  secret: string,
  and_?: SQL,
): Promise<Ticket> {
  const [found] = await ctx.db
    .update(wechatTicket)
    .set({ asked: sql`${wechatTicket.asked} + 1` })
    .where(
      and(
        eq(wechatTicket.secretHash, ctx.encryption.hash(`wechat secret ${secret}`)),
        eq(wechatTicket.purpose, purpose),
        lt(wechatTicket.asked, MAX_POLLS),
        isGood(ctx),
        and_,
      ),
    )
    .returning()
  if (!found) throw ticketExpired()
  return found
}

/** A WeChat has scanned the code: the first that does so, and as often as it likes. */
export async function scanTicket(ctx: Ctx, scene: string, openid: string): Promise<Ticket | undefined> {
  const openidHash = hashOpenid(ctx, openid)
  const [found] = await ctx.db
    .update(wechatTicket)
    .set({ state: 'scanned', openidHash, openidSealed: ctx.encryption.encrypt(openid) })
    .where(
      and(
        eq(wechatTicket.sceneHash, ctx.encryption.hash(`wechat scene ${scene}`)),
        inArray(wechatTicket.purpose, ['bind', 'signIn']),
        sql`(${wechatTicket.state} = 'waiting' or ${wechatTicket.state} = 'scanned' and ${wechatTicket.openidHash} = ${openidHash})`,
        isGood(ctx),
      ),
    )
    .returning()
  return found
}

/** A link for the phone that has scanned; one that was given before is good no more. */
export async function createPhoneLink(ctx: Ctx, { id }: Ticket): Promise<string> {
  const link = token()
  await ctx.db
    .update(wechatTicket)
    .set({ linkHash: ctx.encryption.hash(`wechat link ${link}`) })
    .where(eq(wechatTicket.id, id))
  return link
}

/** Ticket of the phone until it is answered; `forUpdate`: locks it, so that of two answers the second waits. */
export async function ticketOfPhone(ctx: Ctx, link: string, forUpdate = false): Promise<Ticket> {
  const query = ctx.db
    .select()
    .from(wechatTicket)
    .where(
      and(
        eq(wechatTicket.linkHash, ctx.encryption.hash(`wechat link ${link}`)),
        eq(wechatTicket.state, 'scanned'),
        isGood(ctx),
      ),
    )
  const [found] = await (forUpdate ? query.for('update') : query)
  if (!found) throw notFound('这次确认已经办过或已过期，请在电脑上刷新二维码后再扫')
  return found
}

/** Goes on from a state; of two at once one does. */
export async function advanceTicket(ctx: Ctx, { id, state }: Ticket, set: Partial<Ticket>): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(wechatTicket)
    .set(set)
    .where(and(eq(wechatTicket.id, id), eq(wechatTicket.state, state)))
  return rowCount === 1
}

export const hashOpenid = ({ encryption }: Pick<Ctx, 'encryption'>, openid: string) =>
  encryption.hash(`openid ${openid}`)
