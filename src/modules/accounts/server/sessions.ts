import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { forbidden, invalid, sessionEnded } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import {
  type Actor,
  anonymous,
  type Ctx,
  type Services,
  type SignedInActor,
  signedInActor,
} from '#lib/server/api/context.ts'
import type { Credential } from '#lib/server/api/credentials.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { record } from '#modules/audit/server/record.ts'
import { actForCompany, lastCompany } from '../clerks/server/acting.ts'
import { mustEnrol } from '../colleagues/server/mustEnrol.ts'
import type { accountsContract } from '../contract.ts'
import { owesConsent } from '../documents/server/consents.ts'
import { rightsOf } from '../roles/server/staffRights.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { notifyAccount } from './accountNotifications.ts'
import { account, session } from './tables.ts'

type Endpoints = typeof accountsContract
export type Account = typeof account.$inferSelect

const MINUTE = 60_000
/** Idle timeout of staff sessions, in ms: shorter than that of members, because staff see the data of others. */
export const STAFF_IDLE_MS = 15 * MINUTE

/** Hashes a token. Only the hash is stored, so that access to the database does not allow to sign in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Returns the actor of a credential; anonymous if it is missing, unknown or expired. Throws if the association ended
 * the session.
 */
export async function identify(
  { db, config }: Services,
  shown: Credential | undefined,
  now: Date,
  passive = false,
): Promise<Actor> {
  if (!shown || shown.token.length > 200) return anonymous
  const tokenHash = hashToken(shown.token)
  const [found] = await db
    .select({
      accountId: account.id,
      userName: account.userName,
      kind: account.kind,
      roles: account.roles,
      status: account.status,
      totpSince: account.totpSince,
      owesConsent: owesConsent(now),
      session,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(eq(session.tokenHash, tokenHash))
  // A cookie's token is none for the header, and the other way round.
  if (!found || (found.kind === 'staff') !== (shown.of === 'staff')) return anonymous
  const { createdAt, seenAt, endedAt, endedBy } = found.session
  if (endedBy === 'association' || found.status !== 'active')
    throw sessionEnded('您的登录已被协会终止，如有疑问请与协会联系')
  const { sessionIdle, session: absolute } = config.limits
  const idle = found.kind === 'staff' ? STAFF_IDLE_MS : sessionIdle
  if (endedAt) return { kind: 'anonymous', over: sessionEndReason(endedBy) }
  if (now.getTime() - seenAt.getTime() > idle || now.getTime() - createdAt.getTime() > absolute)
    return { kind: 'anonymous', over: sessionEndReason('expiry') }
  // Accuracy of a minute is enough and spares a write on every call.
  if (!passive && now.getTime() - seenAt.getTime() > MINUTE)
    await db.update(session).set({ seenAt: now }).where(eq(session.tokenHash, tokenHash))
  const { kind, accountId, userName, roles } = found
  const owesFactor = kind === 'staff' && (await mustEnrol({ db, config }, found))
  const confirmedAt = found.session.confirmedAt ?? undefined
  const may =
    kind === 'staff' && !owesFactor ? await rightsOf({ db, now }, { id: accountId, roles }) : { permissions: [] }
  const mustAgree = kind !== 'staff' && found.owesConsent
  const own: SignedInActor = {
    kind,
    accountId,
    userName,
    tokenHash,
    ...may,
    confirmedAt,
    mustAgree,
    mustEnrol: owesFactor,
  }
  const { companyId } = found.session
  return companyId === null ? own : actForCompany({ db }, own, companyId)
}

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
} satisfies Partial<Handlers<typeof staffAccountsContract & typeof accountsContract>>

export const endOwnSession = (ctx: Ctx) => endSessions(ctx, eq(session.tokenHash, signedInActor(ctx).tokenHash), 'self')

/** The password was typed in it just now. */
export const confirmSession = ({ db, now, ...ctx }: Ctx) =>
  db
    .update(session)
    .set({ confirmedAt: now })
    .where(eq(session.tokenHash, signedInActor(ctx).tokenHash))

export async function listSessions(ctx: Ctx): Promise<Output<Endpoints['GET /member/session/list']>> {
  const { accountId, tokenHash, kind } = signedInActor(ctx)
  const { limits } = ctx.config
  const idle = kind === 'staff' ? STAFF_IDLE_MS : limits.sessionIdle
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

/** Why one is not signed in any more: nobody takes it for a fault of theirs. */
const sessionEndReason = (endedBy: EndedBy | 'expiry' | null): string =>
  endedBy === 'elsewhere'
    ? '您已在另一台设备上退出了这里的登录，请重新登录'
    : endedBy === 'password'
      ? '账号的密码或手机号已更改，这里的登录已退出，请重新登录'
      : endedBy === 'self'
        ? '您已退出登录，请重新登录'
        : '登录已过期，请重新登录'

type EndedBy = 'self' | 'elsewhere' | 'password' | 'association'
async function endSessions({ db, now }: Ctx, which: SQL | undefined, endedBy: EndedBy): Promise<number> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: now, endedBy })
    .where(and(which, isNull(session.endedAt)))
  return rowCount ?? 0
}
