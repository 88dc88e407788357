import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { forbidden, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import type { ownStaffAccountContract } from '../ownStaffAccountContract.ts'
import { notifyAccount } from './accountNotifications.ts'
import { lastCompany } from './acting.ts'
import { account, session } from './tables.ts'

type Endpoints = typeof ownAccountContract
export type Account = typeof account.$inferSelect

const MINUTE = 60_000
/** Idle timeout of staff sessions, in ms: shorter than that of members, because staff see the data of others. */
export const STAFF_IDLE_MS = 15 * MINUTE
/** Time without use, in ms, for which an idle session of staff is locked; after it one signs in with both factors. */
export const STAFF_LOCK_MS = 4 * 60 * MINUTE

/** Hashes a token. Only the hash is stored, so that access to the database does not allow to sign in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * A new token for somebody who has proved who they are, with a line in the audit log that tells a new device apart.
 * `by`: who did not type the password will be asked for it before anything dangerous.
 */
export async function openSession(
  ctx: Ctx,
  of: Account,
  by: 'password' | 'wechat' = 'password',
): Promise<Output<Endpoints['POST /login']>> {
  if (of.kind === 'staff' && by !== 'password') throw forbidden('工作人员须用密码和动态验证码登录')
  const { db, now, address, headers } = ctx
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const userAgent = headers.userAgent ?? ''
  const device = deviceOf(userAgent)
  const before = await devicesOf(ctx, of)
  const companyId = await lastCompany(ctx, of)
  const at = { createdAt: now, seenAt: now, confirmedAt: by === 'password' ? now : null }
  await db.insert(session).values({ tokenHash, accountId: of.id, companyId, address, userAgent, ...at })
  await db.update(account).set({ lastSignedInAt: now }).where(eq(account.id, of.id))
  const actor: SignedInActor = { kind: of.kind, accountId: of.id, userName: of.userName, tokenHash, permissions: [] }
  const detail = { device, newDevice: !before.includes(device), ...(by === 'wechat' && { 登录方式: '微信' }) }
  await record({ ...ctx, actor }, { action: 'account.signIn', objectType: 'account', objectId: of.id, detail })
  // The first sign-in of all surprises nobody.
  if (detail.newDevice && before.length > 0) {
    const values = { 账号: of.userName, 时间: minute(iso(now)), 设备: device }
    await notifyAccount(ctx, { text: 'security.newDevice', values, own: of })
  }
  return {
    token,
    expireAt: iso(new Date(now.getTime() + ctx.config.limits.session)),
    needComplete: companyId === null && of.kind !== 'staff' && of.organisationId === null && of.personId === null,
    member: { userName: of.userName },
  }
}

async function devicesOf({ db }: Ctx, { id }: Account): Promise<string[]> {
  const rows = await db.selectDistinct({ of: session.userAgent }).from(session).where(eq(session.accountId, id))
  return [...new Set(rows.map(({ of }) => deviceOf(of)))]
}

export const sessionsHandlers = {
  'POST /logout': async ctx => {
    await endOwnSession(ctx)
    return {}
  },
  'GET /staff/session/list': listSessions,
  'GET /member/session/list': listSessions,
  'POST /staff/session/end': endSession,
  'POST /member/session/end': endSession,
} satisfies Partial<Handlers<typeof ownStaffAccountContract & typeof ownAccountContract>>

export const endOwnSession = (ctx: Ctx) => endSessions(ctx, eq(session.tokenHash, signedInActor(ctx).tokenHash), 'self')

/** Notes that the password was typed in it just now, which opens a locked one. */
export const confirmSession = ({ db, now, ...ctx }: Ctx) =>
  db
    .update(session)
    .set({ confirmedAt: now, seenAt: now })
    .where(eq(session.tokenHash, signedInActor(ctx).tokenHash))

export async function listSessions(ctx: Ctx): Promise<Output<Endpoints['GET /member/session/list']>> {
  const { accountId, tokenHash, kind } = signedInActor(ctx)
  const { limits } = ctx.config
  // A locked session opens again by the password, so it can be ended from elsewhere.
  const idle = kind === 'staff' ? STAFF_LOCK_MS : limits.sessionIdle
  const ago = (time: number) => new Date(ctx.now.getTime() - time)
  const rows = await ctx.db
    .select()
    .from(session)
    .where(
      and(
        eq(session.accountId, accountId),
        isNull(session.endedAt),
        gt(session.seenAt, ago(idle)),
        gt(session.createdAt, ago(limits.session)),
      ),
    )
    .orderBy(desc(session.seenAt), desc(session.id))
  return rows.map(row => ({
    id: row.id,
    current: row.tokenHash === tokenHash,
    createdAt: iso(row.createdAt),
    seenAt: iso(row.seenAt),
    address: row.address ?? '',
    device: deviceOf(row.userAgent),
  }))
}

export async function endSession(
  ctx: Ctx,
  { id, all, current }: Parsed<Endpoints['POST /member/session/end']>,
): Promise<Output<Endpoints['POST /member/session/end']>> {
  const { accountId, tokenHash } = signedInActor(ctx)
  if (!id && !all) throw invalid('请选择要结束的登录')
  const which = all ? (current ? undefined : ne(session.tokenHash, tokenHash)) : eq(session.id, id!)
  return ctx.db.transaction(async tx => {
    const ended = await endSessions({ ...ctx, db: tx }, and(eq(session.accountId, accountId), which), 'elsewhere')
    await record(
      { ...ctx, db: tx },
      { action: 'account.endSessions', objectType: 'account', objectId: accountId, detail: { ended } },
    )
    return { ended }
  })
}

/** Ends the other sessions after a change of credentials; all of them, if the caller is anonymous. */
export const endOtherSessions = (ctx: Ctx, accountId: number) => {
  const elsewhere = ctx.actor.kind === 'anonymous' ? undefined : ne(session.tokenHash, ctx.actor.tokenHash)
  return endSessions(ctx, and(eq(session.accountId, accountId), elsewhere), 'password')
}

/** Ends all sessions of an account. If the association ended them, the next call answers 550. */
export const endAllSessions = (ctx: Ctx, accountId: number, endedBy: 'association' | 'password') =>
  endSessions(ctx, eq(session.accountId, accountId), endedBy)

export type EndedBy = 'self' | 'elsewhere' | 'password' | 'association'
async function endSessions({ db, now }: Ctx, which: SQL | undefined, endedBy: EndedBy): Promise<number> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: now, endedBy })
    .where(and(which, isNull(session.endedAt)))
  return rowCount ?? 0
}
