import { eq } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { type Payer, payerOf } from '#modules/ledger/payers.ts'
import type { ownPayerAccountContract, payerAccountContract } from '../contract.ts'
import { readPayerAccount } from './payerAccount.ts'
import { statementFile } from './statement.ts'

export const payerAccountHandlers: Handlers<typeof payerAccountContract> = {
  'GET /staff/payer/account': (ctx, { kind, id, ...period }) => readPayerAccount(ctx, { kind, id }, period),
  'GET /staff/payer/statement': async (ctx, { kind, id, ...period }) => {
    const of = await readPayerAccount(ctx, { kind, id }, period)
    await record(ctx, { action: 'payer.statement', objectType: kind, objectId: id, objectName: of.name })
    return statementFile(ctx, of)
  },
}

export const ownPayerAccountHandlers: Handlers<typeof ownPayerAccountContract> = {
  'GET /member/payer/account': async (ctx, period) => readPayerAccount(ctx, await ownPayer(ctx), period),
  'GET /member/payer/statement': async (ctx, period) =>
    statementFile(ctx, await readPayerAccount(ctx, await ownPayer(ctx), period)),
}

/** The payer for whom the caller signs in: its organisation, itself, or its account. */
async function ownPayer({ db, actor }: Ctx): Promise<Payer> {
  const [own] = await db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor({ actor }).accountId))
  return payerOf({ ...own!, accountId: own!.id })!
}
