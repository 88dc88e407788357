import { and, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receivableKind } from '#modules/membership/fees/server/payables.ts'
import { bankLine, bankStatement } from '#modules/membership/server/tables.ts'
import { redableOf, redsOf } from '../../invoices/server/reds.ts'
import { receiptsOf } from '../../receipts/server/receiptsOf.ts'
import { refundableOf, refundsOf } from '../../refunds/server/refundsOf.ts'
import { refundWay } from '../../refunds/server/refundWay.ts'
import type { receivableContract } from '../contract.ts'
import { toReceivable } from './receivables.ts'
import { type OwedRecord, readRecordsById } from './records.ts'

export async function readRecord(ctx: Pick<Ctx, 'db'>, id: number): Promise<OwedRecord> {
  const [of] = await readRecordsById(ctx, [id])
  if (!of) throw notFound('这笔款项不存在')
  return of
}

/** Route of the staff page within its own kind. */
export async function routeOf(ctx: Ctx, { kind, payableId }: OwedRecord): Promise<string> {
  const [of] = (await receivableKind(kind)?.list(ctx, [payableId])) ?? []
  return of?.route ?? ''
}

export const detailHandlers = {
  'GET /staff/receivable/detail': async (ctx, { id }) => {
    const of = await readRecord(ctx, id)
    const files = await fileInfos(
      ctx,
      [of.slipId, of.invoiceFileId].flatMap(one => one ?? []),
    )
    const line = await lineOf(ctx, of)
    return {
      ...toReceivable(of, ctx),
      payableId: of.payableId,
      route: await routeOf(ctx, of),
      confirmedTime: of.confirmedAt && iso(new Date(of.confirmedAt)),
      confirmedName: await nameOf(ctx, of.confirmedBy),
      slip: files.get(of.slipId ?? 0) ?? null,
      invoiceTitle: of.invoiceTitle,
      invoiceCode: of.invoiceCode,
      invoicedOn: of.invoicedOn,
      invoiceFile: files.get(of.invoiceFileId ?? 0) ?? null,
      line: line && { statementId: line.statementId, bank: line.bank, paidOn: line.paidOn, payer: line.payer },
      order: (await refundWay()?.paidBy(ctx, of)) ?? null,
      payerAccount: line?.accountMasked ?? (await refundWay()?.nameOf(ctx, of)) ?? '',
      refundable: refundableOf(of),
      afterRefund: receivableKind(of.kind)?.afterRefund ?? '',
      refunds: await refundsOf(ctx, of),
      redable: await redableOf(ctx, of),
      reds: await redsOf(ctx, of),
      receipts: await receiptsOf(ctx, of),
    }
  },
} satisfies Partial<Handlers<typeof receivableContract>>

export async function nameOf({ db }: Pick<Ctx, 'db'>, id: number | null): Promise<string> {
  if (id === null) return ''
  const [of] = await db.select({ name: account.displayName }).from(account).where(eq(account.id, id))
  return of?.name ?? ''
}

/** The payment of the bank's statement that was accepted for it. */
export async function lineOf({ db }: Pick<Ctx, 'db'>, { kind, payableId }: Pick<OwedRecord, 'kind' | 'payableId'>) {
  const [line] = await db
    .select({
      statementId: bankLine.statementId,
      bank: bankStatement.bank,
      paidOn: bankLine.paidOn,
      payer: bankLine.payer,
      accountSealed: bankLine.accountSealed,
      accountMasked: bankLine.accountMasked,
    })
    .from(bankLine)
    .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
    .where(
      and(
        eq(bankLine.state, 'accepted'),
        eq(bankLine.payable, kind),
        sql`coalesce(${bankLine.feeId}, ${bankLine.payableId}) = ${payableId}`,
      ),
    )
  return line ?? null
}
