import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { noteReached } from '#modules/messages/server/callReach.ts'
import { type NewMessage, notify } from '#modules/messages/server/notify.ts'
import type { OwedRecord } from './records.ts'

/** Condition for the caller's records: of the organisation, of the person, or of the account's own applications. */
export async function isOfActor(ctx: Ctx): Promise<SQL> {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return isOf(own!)
}

export const isOf = ({
  id,
  organisationId,
  personId,
}: Pick<typeof account.$inferSelect, 'id' | 'organisationId' | 'personId'>): SQL =>
  sql`(r.account_id = ${id} or r.organisation_id = ${organisationId}::int or r.person_id = ${personId}::int)`

/** Tells whoever signs in for the payer, or the contact of a company that nobody signs in for. Answers whether anybody is. */
export async function notifyPayer(ctx: Ctx, of: OwedRecord, what: NewMessage): Promise<boolean> {
  const told = await ctx.db
    .select({ accountId: account.id })
    .from(account)
    .where(
      and(
        eq(account.status, 'active'),
        or(
          sql`${account.organisationId} = ${of.organisationId}::int`,
          sql`${account.personId} = ${of.personId}::int`,
          sql`${account.id} = ${of.accountId}::int`,
        ),
      ),
    )
  for (const { accountId } of told) await notify(ctx, { ...what, accountId })
  if (told.length > 0) return true
  if (of.organisationId !== null) await notify(ctx, { ...what, organisationId: of.organisationId })
  else noteReached({ name: of.payer })
  return of.organisationId !== null
}
