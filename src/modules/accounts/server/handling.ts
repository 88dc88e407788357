import { gt } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { deputyTermsToday } from '#modules/accounts/server/deputyTerms.ts'
import { accountHandling } from '#modules/accounts/server/tables.ts'
import type { Permission } from '../permissions.ts'

/**
 * Days for which a handled account does not count as an independent second person. Whoever invites a colleague, resets
 * an account or changes its phone may hold its password for a while, and whoever grants it a permission may do so for
 * one purpose.
 */
export const HANDLED_DAYS = 14

/**
 * Notes that who acts has handled a colleague's account. `gained`: it was only given these permissions. The second person
 * who agreed answers for it as well, and so do the colleagues for whom a deputy may have acted. Commands of who holds the
 * server count as nobody's, and what people change of their own account gives nobody power over it.
 */
export async function noteHandling(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor' | 'agreedBy'>,
  accountId: number,
  gained: readonly Permission[] | null = null,
): Promise<void> {
  const { actor, agreedBy, now } = ctx
  if (actor.kind === 'anonymous' || actor.accountId === accountId) return
  const principals = (await deputyTermsToday(ctx, actor.accountId)).map(({ principalId }) => principalId)
  const handlers = new Set([actor.accountId, ...(agreedBy === undefined ? [] : [agreedBy]), ...principals])
  const rows = [...handlers].map(handledBy => ({ accountId, handledBy, handledAt: now, gained: gained && [...gained] }))
  await ctx.db.insert(accountHandling).values(rows)
}

/** Answers who has had an account in their hands lately, that account itself first: see `readHandlers`. */
export type HandlersOf = (accountId: number, permission: string) => ReadonlySet<number>

/**
 * Reads who handled whom within the last days, over any number of steps: where A invites B and B invites C, C is in A's
 * hands, too. Permissions that an account was given count where it uses them, or invites others by them.
 */
export async function readHandlers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<HandlersOf> {
  const since = new Date(now.getTime() - HANDLED_DAYS * 24 * 3_600_000)
  const rows = await db.select().from(accountHandling).where(gt(accountHandling.handledAt, since))
  return (accountId, permission) => {
    const found = new Set([accountId])
    // A set is walked in the order of insertion, what is added on the way included.
    for (const id of found)
      for (const { accountId: handled, handledBy, gained } of rows)
        if (handled === id && (gained === null || gained.includes(permission) || gained.includes('staff:accounts')))
          found.add(handledBy)
    return found
  }
}
