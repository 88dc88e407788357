import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isOnRecord, isTheCompany } from '#modules/accounts/server/companyRecords.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type ClaimState, lostMessage, pendingMessage } from '#modules/members/claiming/claiming.ts'
import { organisation } from '#modules/members/server/tables.ts'

type Account = typeof account.$inferSelect
type ReadCtx = Pick<Ctx, 'db'>

export async function companyWith({ db }: ReadCtx, creditCode: string) {
  const [found] = await db.select().from(organisation).where(eq(organisation.creditCode, creditCode))
  return found
}

/** Credit code typed at registration. */
export const registeredCreditCode = ({ creditCode, claimedCode }: Account) => claimedCode ?? creditCode

/** Returns another account that already holds this company. */
export async function companyHolder(ctx: ReadCtx, creditCode: string, besides: number) {
  const company = await companyWith(ctx, creditCode)
  const [holder] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        ne(account.id, besides),
        or(
          company && eq(account.organisationId, company.id),
          and(
            eq(account.creditCode, creditCode),
            or(isNotNull(account.organisationId), isNotNull(account.companyProvedAt)),
          ),
        ),
      ),
    )
  return holder
}

export async function claimState(ctx: ReadCtx, own: Account): Promise<ClaimState> {
  const code = registeredCreditCode(own)
  if (own.kind !== 'organisation' || isTheCompany(own) || !code) return 'none'
  if (await companyHolder(ctx, code, own.id)) return 'lost'
  return (await isOnRecord(ctx, code)) ? 'pending' : 'none'
}

/** Throws unless the account has proved to represent its company: only then may it see the company's records. */
export async function refuseUnprovedClaim(ctx: ReadCtx, own: Account): Promise<void> {
  const state = await claimState(ctx, own)
  if (state === 'lost') throw conflict(lostMessage)
  if (state === 'pending') throw conflict(`${pendingMessage}请到“会员身份”页认领（/admin/user/membership?claim=1）。`)
}
