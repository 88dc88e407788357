import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Duty } from '#lib/access/duties.ts'
import { sessionEnded } from '#lib/error.ts'
import { type Ctx, loginOf, type Services, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { account, clerk, session } from '#modules/accounts/server/tables.ts'

type ReadCtx = Pick<Services, 'db'>
type Company = typeof account.$inferSelect

const isActive = and(isNotNull(clerk.acceptedAt), isNull(clerk.endedAt))

/** The companies for which somebody may act, or the one that is asked for, in the order in which they took them on. */
export async function companiesOf({ db }: ReadCtx, accountId: number, which?: SQL) {
  return db
    .select({ company: account, clerk })
    .from(clerk)
    .innerJoin(account, eq(account.id, clerk.companyId))
    .where(and(eq(clerk.accountId, accountId), isActive, which))
    .orderBy(clerk.acceptedAt, clerk.id)
}

/**
 * Returns the effective actor of a user who acts for a company. Throws if the user is no longer its clerk or its
 * account is not active.
 */
export async function actForCompany(services: ReadCtx, own: SignedInActor, companyId: number): Promise<SignedInActor> {
  const [found] = await companiesOf(services, own.accountId, eq(clerk.companyId, companyId))
  if (!found) throw sessionEnded('您已不再是这家单位的经办人，请重新登录')
  const { company, clerk: of } = found
  if (company.status !== 'active') throw sessionEnded(`“${company.displayName}”的账号现在不能使用，请重新登录`)
  const { kind, accountId, userName } = own
  if (kind === 'staff') throw new Error('staff act for no company')
  const duties: readonly Duty[] = of.duties
  return {
    ...own,
    kind: 'organisation',
    accountId: company.id,
    userName: company.userName,
    clerk: {
      kind,
      accountId,
      userName,
      name: of.name,
      duties,
      isOwner: company.ownerId === accountId,
      since: of.acceptedAt!,
    },
  }
}

/**
 * Returns the company the user acted for in the last session, if the user is still its clerk and its account is active.
 */
export async function lastCompany({ db }: ReadCtx, own: Company): Promise<number | null> {
  const [before] = await db
    .select({ companyId: session.companyId })
    .from(session)
    .where(eq(session.accountId, own.id))
    .orderBy(desc(session.id))
    .limit(1)
  if (!before?.companyId) return null
  const [still] = await companiesOf({ db }, own.id, eq(clerk.companyId, before.companyId))
  return still?.company.status === 'active' ? still.company.id : null
}

export async function countInvitations(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<number> {
  const [own] = await ctx.db
    .select({ phoneHash: account.phoneHash })
    .from(account)
    .where(eq(account.id, loginOf(signedInActor(ctx))))
  return ctx.db.$count(clerk, waitingFor(own?.phoneHash ?? null, ctx.now))
}

/** Invitations that wait for whoever holds this phone. */
export const waitingFor = (phoneHash: string | null, now: Date): SQL | undefined =>
  and(
    phoneHash === null ? sql`false` : eq(clerk.phoneHash, phoneHash),
    isNull(clerk.acceptedAt),
    isNull(clerk.endedAt),
    gt(clerk.expiresAt, now),
  )
