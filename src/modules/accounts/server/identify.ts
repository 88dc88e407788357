import { eq } from 'drizzle-orm'
import { sessionEnded } from '#lib/error.ts'
import { type Actor, anonymous, type Services, type SignedInActor } from '#lib/server/api/context.ts'
import type { Credential } from '#lib/server/api/credentials.ts'
import { owesConsent } from '../documents/server/consents.ts'
import { rightsOf } from '../roles/server/staffRights.ts'
import { actForCompany } from './acting.ts'
import { mustEnrol } from './mustEnrol.ts'
import { type EndedBy, hashToken, STAFF_IDLE_MS, STAFF_LOCK_MS } from './sessions.ts'
import { account, session } from './tables.ts'

const MINUTE = 60_000

/**
 * Returns the actor of a credential; anonymous if it is missing, unknown or expired. Throws if the association ended
 * the session. An idle session of staff is locked: anonymous until the password is typed.
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
  const lifetime = found.kind === 'staff' ? STAFF_LOCK_MS : sessionIdle
  const idle = now.getTime() - seenAt.getTime()
  if (endedAt) return { kind: 'anonymous', over: sessionEndReason(endedBy) }
  if (idle > lifetime || now.getTime() - createdAt.getTime() > absolute)
    return { kind: 'anonymous', over: sessionEndReason('expiry') }
  const { kind, accountId, userName, roles } = found
  if (kind === 'staff' && idle > STAFF_IDLE_MS)
    return { kind: 'anonymous', locked: { kind, accountId, userName, tokenHash, permissions: [] } }
  // Accuracy of a minute is enough and spares a write on every call.
  if (!passive && idle > MINUTE) await db.update(session).set({ seenAt: now }).where(eq(session.tokenHash, tokenHash))
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

/** Why one is not signed in any more: nobody takes it for a fault of theirs. */
const sessionEndReason = (endedBy: EndedBy | 'expiry' | null): string =>
  endedBy === 'elsewhere'
    ? '您已在另一台设备上退出了这里的登录，请重新登录'
    : endedBy === 'password'
      ? '账号的密码或手机号已更改，这里的登录已退出，请重新登录'
      : endedBy === 'self'
        ? '您已退出登录，请重新登录'
        : '登录已过期，请重新登录'
