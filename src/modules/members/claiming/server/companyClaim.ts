import { and, eq, isNull, ne } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { companyHolder, companyWith } from './claims.ts'
import { notifyClaimLost, notifyCompany } from './claimTexts.ts'

export type Proof = 'letter' | 'phone' | 'invitation'

/** Locks a credit code: until the transaction ends nobody else claims or creates this company. */
export const lockCompany = (ctx: Pick<Ctx, 'db'>, creditCode: string) => lockKey(ctx, `organisation ${creditCode}`)

/**
 * The company is this account's from now on, with all that the association has of it; or with the certificates that name
 * its code, once the account has said who it is. Of several that prove it at once the first has it.
 */
export async function claimCompany(ctx: Ctx, accountId: number, creditCode: string, proof: Proof): Promise<void> {
  await lockCompany(ctx, creditCode)
  if (await companyHolder(ctx, creditCode, accountId)) throw conflict('该单位已由另一账号认领')
  const company = await companyWith(ctx, creditCode)
  await ctx.db
    .update(account)
    .set({ creditCode: null, claimedCode: creditCode })
    .where(and(eq(account.creditCode, creditCode), ne(account.id, accountId), isNull(account.organisationId)))
  const [own] = await ctx.db
    .update(account)
    .set({
      creditCode,
      claimedCode: null,
      companyProvedAt: ctx.now,
      ...(company && { organisationId: company.id, displayName: company.name }),
    })
    .where(eq(account.id, accountId))
    .returning()
  const others = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.claimedCode, creditCode), ne(account.id, accountId)))
  const name = own!.displayName
  for (const { id } of others) await notifyClaimLost(ctx, id, name)
  // Whom the invitation or the code reached knows already; a letter could be forged.
  if (company) await notifyCompany(ctx, company.id, 'taken', { 账号: own!.userName, 单位: name })
  const about = { objectType: 'account', objectId: accountId, objectName: name }
  await record(ctx, { action: 'account.company', ...about, detail: { creditCode, proof } })
}
