import { and, asc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { isInForce } from '#modules/ledger/allocating/server/allocating.ts'
import { writeOffLimit } from '#modules/ledger/allocating/server/writingOff.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { invoiceKindName, invoiceStateNames, titleTypeName, wayNames } from '#modules/ledger/ledgerWords.ts'
import { payerOf, routeOfPayer } from '#modules/ledger/payers.ts'
import { invoiceStateOf, readReceivable, titleOf } from '#modules/ledger/receivables/server/receivables.ts'
import { allocation, payment } from '#modules/ledger/server/tables.ts'
import { lineOf } from '#modules/ledger/statements/server/lineOf.ts'
import { maskAccount } from '../../invoices/server/invoiceRegister.ts'
import { invoiceHindrance } from '../../invoices/server/invoices.ts'
import { redableOf, redsOf } from '../../invoices/server/reds.ts'
import { lettersOf } from '../../letters/server/letters.ts'
import { receiptsOf } from '../../receipts/server/receiptsOf.ts'
import { toReceivable } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecord } from '../../receivables/server/records.ts'
import { refundableOf, refundsOf } from '../../refunds/server/refundsOf.ts'
import { refundWay } from '../../refunds/server/refundWay.ts'
import type { receivableDeskContract } from '../contract.ts'

/** Route of the staff page within its own kind. */
async function routeOf(ctx: Ctx, { kind, payableId }: OwedRecord): Promise<string> {
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
    const line = await lineOf(ctx, of.id)
    const payer = payerOf(of)
    return {
      ...toReceivable(of, ctx),
      payableId: of.payableId,
      route: await routeOf(ctx, of),
      payerRoute: payer ? routeOfPayer(payer) : '',
      confirmedTime: of.confirmedAt && iso(new Date(of.confirmedAt)),
      confirmedName: await nameOf(ctx, of.confirmedBy),
      slip: files.get(of.slipId ?? 0) ?? null,
      invoiceTitle: of.invoiceTitle,
      invoiceCode: of.invoiceCode,
      invoicedOn: of.invoicedOn,
      invoiceRequest: await invoiceRequestOf(ctx, of),
      invoiceFile: files.get(of.invoiceFileId ?? 0) ?? null,
      canRecordInvoice: (await invoiceHindrance(ctx, of)) === undefined,
      isOpen: Number(of.open) > 0,
      writeOffLimit: await writeOffLimit(ctx),
      payments: await paymentsOf(ctx, id),
      line: line && { statementId: line.statementId, bank: line.bank, paidOn: line.paidOn, payer: line.payer },
      order: (await refundWay()?.paidBy(ctx, of)) ?? null,
      payerAccount: line?.accountMasked ?? (await refundWay()?.nameOf(ctx, of)) ?? '',
      refundable: refundableOf(of),
      afterRefund: receivableKind(of.kind)?.afterRefund ?? '',
      refunds: await refundsOf(ctx, of),
      redable: await redableOf(ctx, of),
      reds: await redsOf(ctx, of),
      receipts: await receiptsOf(ctx, of),
      letters: await lettersOf(ctx, id),
    }
  },
} satisfies Partial<Handlers<typeof receivableDeskContract>>

/** Facts to be printed on the invoice; null where there is to be none. */
async function invoiceRequestOf(ctx: Ctx, { kind, payableId, canInvoice, state: owedState }: OwedRecord) {
  const { isDues, isWithoutPaper, tellInvoiceRefused } = receivableKind(kind)!
  const fee = isDues || isWithoutPaper ? undefined : await readReceivable(ctx, kind, payableId)
  if (!fee || fee.isWithoutInvoice || fee.state !== 'confirmed') return null
  const state = invoiceStateOf(fee)
  if (state !== 'issued' && (fee.isRefundDue || owedState === 'refunded')) return null
  const { isPersonal, address, phone, bank, accountSealed, email } = titleOf(fee)
  return {
    state,
    stateName: invoiceStateNames[state],
    kindName: invoiceKindName(fee.invoiceIsSpecial),
    titleTypeName: titleTypeName(isPersonal),
    address,
    phone,
    bank,
    account: maskAccount(ctx, accountSealed),
    email,
    refusal: fee.invoiceRefusal,
    canRefuse: canInvoice && tellInvoiceRefused !== undefined,
  }
}

/** Payments that were given to a receivable, oldest first. */
async function paymentsOf({ db }: Pick<Ctx, 'db'>, receivableId: number) {
  const rows = await db
    .select({ of: payment, amount: allocation.amount })
    .from(allocation)
    .innerJoin(payment, eq(payment.id, allocation.paymentId))
    .where(and(eq(allocation.receivableId, receivableId), isInForce))
    .orderBy(asc(allocation.id))
  return rows.map(({ of, amount }) => ({
    id: of.id,
    wayName: wayNames[of.way],
    paidOn: of.paidOn,
    payer: of.payer,
    amount,
  }))
}

async function nameOf({ db }: Pick<Ctx, 'db'>, id: number | null): Promise<string> {
  if (id === null) return ''
  const [of] = await db.select({ name: account.displayName }).from(account).where(eq(account.id, id))
  return of?.name ?? ''
}
