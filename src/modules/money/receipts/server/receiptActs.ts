import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { formatCurrency, formatYuan, sumAmounts } from '#lib/money.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { deleteFailures } from '../../papers/server/automaticPapers.ts'
import { receiptStateNames } from '../../receiptWords.ts'
import { notifyPayer } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecord } from '../../receivables/server/records.ts'
import { receipt, receiptSeries } from '../../server/tables.ts'
import type { receiptContract } from '../contract.ts'
import { recordOf } from './receipts.ts'
import { nextOf, type Series } from './series.part.ts'

defineSubject('receipt', receipt)

const about = { 缴费人: '示例机电有限公司', 款项: '2026 年度会费', 金额: '2,000', 号码: 'SJ2026-000123' }
const shared = { group: '账务', sms: '' }

const receiptIssued = defineTemplate({
  ...shared,
  code: 'money.receipt',
  name: '收据已开具',
  title: '收据 {号码} 已开具',
  content: '{缴费人}“{款项}”{金额} 元的收据（号码 {号码}）已开具，可在“我的票据”下载、打印。',
  placeholders: about,
})
const receiptVoided = defineTemplate({
  ...shared,
  code: 'money.receiptVoided',
  name: '收据作废',
  title: '收据 {号码} 已作废',
  content: '{缴费人}“{款项}”{金额} 元的收据（号码 {号码}）已作废，请勿使用。原因：{原因}',
  placeholders: { ...about, 原因: '抬头有误' },
})

async function notifyOfReceipt(
  ctx: Ctx,
  of: typeof receipt.$inferSelect,
  paid: OwedRecord | undefined,
  { code }: { code: string },
): Promise<void> {
  if (!paid) return
  const texts = await renderTemplate(ctx, code, {
    缴费人: of.payer,
    款项: of.about,
    金额: formatYuan(of.amount),
    号码: of.number,
    原因: of.voidReason,
  })
  const link = { route: '/admin/user/invoices', objectType: 'receipt', objectId: of.id }
  await notifyPayer(ctx, paid, { ...texts, ...link, kind: 'fee' })
}

const named = ({ id, number, payer }: Pick<typeof receipt.$inferSelect, 'id' | 'number' | 'payer'>) => ({
  objectType: 'receipt',
  objectId: id,
  objectName: `${number} ${payer}`,
})

/** Locks the series until the receipt is written, so that no number is lost or issued twice. */
async function lockSeries({ db }: Ctx, id: number): Promise<Series> {
  const [series] = await db.select().from(receiptSeries).where(eq(receiptSeries.id, id)).for('update')
  if (!series) throw notFound('这个收据系列不存在')
  if (!series.isOpen) throw conflict(`“${series.name}”已停用`)
  return series
}

export const issueReceipt = (ctx: Ctx, id: number, seriesId: number): Promise<string> =>
  inTransaction(ctx, async tx => {
    const series = await lockSeries(tx, seriesId)
    const of = await readRecord(tx, id)
    const amount = sumAmounts([Number(of.received), -Number(of.refunded)])
    if (Number(of.received) === 0) throw conflict('这笔款项没有到账')
    if (amount <= 0) throw conflict('这笔款项已全部退还')
    if (of.receiptNumber) throw conflict(`已开收据 ${of.receiptNumber}`)
    if (series.kinds.length > 0 && !series.kinds.includes(of.kind))
      throw conflict(`“${series.name}”不用于${kindName(of.kind)}`)
    const [made] = await tx.db
      .insert(receipt)
      .values({
        seriesId,
        ...(await nextOf(tx, series)),
        payable: of.kind,
        payableId: of.payableId,
        payer: of.payer,
        about: of.about,
        amount,
        paidOn: of.paidOn,
        issuedOn: dayOf(ctx.now),
        issuedBy: actingAccount(ctx),
        issuedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    // Conflict: concurrent issuing from two series, or a series that reaches numbers of another.
    if (!made) throw conflict('这笔款项刚由其他人开了收据，或号码与另一系列相同，请刷新后查看')
    await deleteFailures(tx, 'receipt', of)
    await record(tx, {
      action: 'receipt.issue',
      ...named(made),
      detail: { amount: formatCurrency(amount), 款项: of.about },
    })
    await notifyOfReceipt(tx, made, of, receiptIssued)
    return `已开 ${made.number}`
  })

export const receiptActsHandlers = {
  'POST /staff/receipt/issue': (ctx, { ids, seriesId }) => bulkApply(ctx, ids, id => issueReceipt(ctx, id, seriesId)),
  /** Voids a receipt. Its number stays and is never reused. */
  'POST /staff/receipt/void': (ctx, { id, reason }) =>
    inTransaction(ctx, async tx => {
      const [after] = await tx.db
        .update(receipt)
        .set({ state: 'void', voidReason: reason, voidedBy: signedInActor(ctx).accountId, voidedAt: ctx.now })
        .where(and(eq(receipt.id, id), eq(receipt.state, 'valid')))
        .returning()
      if (!after) throw conflict('这张收据不存在，或已作废')
      await record(tx, { action: 'receipt.void', ...named(after), detail: { reason } })
      await notifyOfReceipt(tx, after, await recordOf(tx, after), receiptVoided)
      return { id, state: after.state, stateName: receiptStateNames[after.state] }
    }),
} satisfies Partial<Handlers<typeof receiptContract>>
