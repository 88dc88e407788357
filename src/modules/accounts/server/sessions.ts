import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { sessionEnded } from '#lib/error.ts'
import { type Actor, anonymous, type Ctx, type Services } from '#lib/server/context.ts'
import type { accountsContract } from '../contract.ts'
import { account, session } from './tables.ts'

const MINUTE = 60_000
/** Without use, and at all (quality.md section 2). */
const IDLE = 30 * MINUTE
const ABSOLUTE = 12 * 60 * MINUTE

/** Only the hash of a token is kept: who reads the database cannot sign in with it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whose token this is; anonymous where it is none, unknown or over. Throws when the association ended the session. */
export async function identify({ db }: Services, token: string | undefined, now: Date): Promise<Actor> {
  if (!token || token.length > 200) return anonymous
  const tokenHash = hashToken(token)
  const [found] = await db
    .select({ accountId: account.id, userName: account.userName, kind: account.kind, status: account.status, session })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(eq(session.tokenHash, tokenHash))
  if (!found) return anonymous
  const { createdAt, seenAt, endedAt, endedBy } = found.session
  if (endedBy === 'association' || found.status !== 'active')
    throw sessionEnded('您的登录已被协会终止，如有疑问请与协会联系')
  if (endedAt || now.getTime() - seenAt.getTime() > IDLE || now.getTime() - createdAt.getTime() > ABSOLUTE)
    return anonymous
  // To the minute is enough, and spares a write on every call.
  if (now.getTime() - seenAt.getTime() > MINUTE)
    await db.update(session).set({ seenAt: now }).where(eq(session.tokenHash, tokenHash))
  return { kind: found.kind, accountId: found.accountId, userName: found.userName, tokenHash }
}

export async function memberInfo({ actor }: Ctx): Promise<Output<(typeof accountsContract)['GET /member/info']>> {
  if (actor.kind === 'anonymous') throw new Error('an endpoint for members was called by nobody')
  return { id: actor.accountId, userName: actor.userName, accountType: actor.kind }
}

export async function logout({ db, actor, now }: Ctx): Promise<Output<(typeof accountsContract)['POST /logout']>> {
  if (actor.kind === 'anonymous') return {}
  const mine = and(eq(session.tokenHash, actor.tokenHash), isNull(session.endedAt))
  await db.update(session).set({ endedAt: now, endedBy: 'self' }).where(mine)
  return {}
}
