import { and, asc, eq, gte, isNull, lte, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account, deputy } from '#modules/accounts/server/tables.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>

const principal = alias(account, 'principal')

/** Deputy terms that apply today. A principal whose account is disabled has no permissions to lend. */
export const deputyTermsToday = ({ db, now }: ReadCtx, deputyId?: number) =>
  db
    .select({
      deputyId: deputy.deputyId,
      principalId: deputy.principalId,
      name: principal.displayName,
      roles: principal.roles,
      toDay: deputy.toDay,
    })
    .from(deputy)
    .innerJoin(principal, eq(principal.id, deputy.principalId))
    .where(
      and(
        deputyId === undefined ? undefined : eq(deputy.deputyId, deputyId),
        isNull(deputy.endedAt),
        lte(deputy.fromDay, dayOf(now)),
        gte(deputy.toDay, dayOf(now)),
        eq(principal.status, 'active'),
      ),
    )
    .orderBy(asc(deputy.id))

/** Running and future terms in which the account is the deputy or the principal. */
export function deputiesOf(ctx: ReadCtx, accountId: number) {
  return currentDeputies(ctx, or(eq(deputy.principalId, accountId), eq(deputy.deputyId, accountId)))
}

export async function currentDeputies({ db, now }: ReadCtx, which: SQL | undefined) {
  const today = dayOf(now)
  const rows = await db
    .select({ deputy, principalName: principal.displayName, deputyName: account.displayName })
    .from(deputy)
    .innerJoin(principal, eq(principal.id, deputy.principalId))
    .innerJoin(account, eq(account.id, deputy.deputyId))
    .where(and(which, isNull(deputy.endedAt), gte(deputy.toDay, today)))
    .orderBy(asc(deputy.fromDay), asc(deputy.id))
  return rows.map(({ deputy: { id, principalId, deputyId, fromDay, toDay }, ...names }) => ({
    id,
    principalId,
    deputyId,
    fromDay,
    toDay,
    isRunning: fromDay <= today,
    ...names,
  }))
}
export type Deputy = Awaited<ReturnType<typeof currentDeputies>>[number]

export const toDeputy = ({ deputyId: _, ...shown }: Deputy) => shown
