import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { keepInvoicePaper } from '#modules/files/server/paymentPapers.ts'
import {
  defineReceivable,
  type IssuedInvoice,
  passFee,
  type ReceivableKind,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { Told } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import type { Application, Payment } from '#modules/review/server/applicationKinds.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import {
  clearInvoice,
  listReceivables,
  lockReceivable,
  type Receivable,
  readReceivable,
  refuseUnlessPaid,
  setTitle,
} from './receivables.ts'

type Held = { of: Application | undefined; fee: Receivable }
type Definition = Pick<ReceivableKind<Held>, 'kind' | 'name' | 'order' | 'words' | 'ending' | 'subject' | 'payPages'> &
  Partial<
    Pick<
      ReceivableKind<Held>,
      | 'list'
      | 'refundTerms'
      | 'giveUp'
      | 'refundedWhole'
      | 'afterRefund'
      | 'tellRefunded'
      | 'reachable'
      | 'tellInvoiceRefused'
    >
  > & {
    /** Tells who paid of the invoice, with its file. Answers how. */
    sendInvoice(ctx: Ctx, fee: Receivable, invoice: IssuedInvoice): Promise<Told>
  }

/**
 * Defines the fee of an application, raised when it enters the stage 缴费. Without `list` its `payableId` is the
 * application.
 */
export function defineApplicationFee({ sendInvoice, list, ...of }: Definition): void {
  const { kind, name } = of
  defineReceivable<Held>({
    ...of,
    list:
      list ??
      (async (ctx, ids) => {
        const found = await listReceivables(ctx, kind, ids)
        return found.map(one => ({ ...one, route: `/staff/review/${one.id}` }))
      }),
    async lock(ctx, id) {
      const seen = await readReceivable(ctx, kind, id)
      if (!seen) throw notFound(`这笔${name}不存在，或还没有到缴费的时候`)
      const held = seen.applicationId ? await lockApplication(ctx, seen.applicationId) : undefined
      return { of: held, fee: await lockReceivable(ctx, kind, id) }
    },
    async pay(ctx, { of, fee }, { paidOn, payer, from }) {
      if (!of) throw conflict(`这笔${name}没有申请，不能入账`)
      const paid = { paidOn, payer: payer || fee.payer }
      await ctx.db
        .update(receivable)
        .set({ ...paid, state: 'claimed', claimedAt: fee.claimedAt ?? ctx.now })
        .where(eq(receivable.id, fee.id))
      await passFee(ctx, of, { ...paid, from })
      return undefined
    },
    setTitle: (ctx, id, title) => setTitle(ctx, kind, id, title),
    clearInvoice: (ctx, id) => clearInvoice(ctx, kind, id),
    async issueInvoice(ctx, id, invoice) {
      const before = await lockReceivable(ctx, kind, id)
      refuseUnlessPaid(before, name)
      if (invoice.issuedOn > dayOf(ctx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '开票日期不能晚于今天' })
      await keepInvoicePaper(ctx, invoice.fileId)
      const [after] = await ctx.db
        .update(receivable)
        .set({
          invoiceNumber: invoice.number,
          invoiceIssuedOn: invoice.issuedOn,
          invoiceFileId: invoice.fileId,
          invoiceRefusal: '',
        })
        .where(eq(receivable.id, before.id))
        .returning()
      const words = (fee: Receivable) => ({ 发票号码: fee.invoiceNumber, 开票日期: fee.invoiceIssuedOn })
      await recordChange(ctx, {
        action: 'receivable.invoice',
        objectType: 'receivable',
        objectId: before.id,
        objectName: before.about,
        before: words(before),
        after: words(after!),
        detail: { number: before.number, fileId: invoice.fileId },
      })
      return sendInvoice(ctx, after!, invoice)
    },
  })
}

/** Where to pay, in words for a message. */
export async function payingWords(ctx: Ctx, remark: string): Promise<string> {
  const account = await readPayAccount(ctx)
  const where = account
    ? `户名 ${account.name}，开户行 ${account.bank}，账号 ${account.number}`
    : '账号请与协会财务联系'
  return `${where}，汇款请备注“${remark}”。`
}

/** Shows a fee to its payer, called `name`: what is owed, where to pay, and the slip. Undefined: not owed yet. */
export async function showFee(
  ctx: Ctx,
  fee: Receivable | undefined,
  { name, number }: { name: string; number: string | null },
) {
  const infos = await fileInfos(ctx, fee?.slipId ? [fee.slipId] : [])
  return {
    state: fee?.state ?? ('due' as const),
    remark: `${name} ${number ?? ''}`.trim(),
    account: await readPayAccount(ctx),
    receipt: {
      paidOn: fee?.paidOn ?? null,
      payer: fee?.payer ?? '',
      receiptTitle: fee?.invoiceTitle || name,
      receiptCreditCode: fee?.invoiceCreditCode ?? '',
      receiptEmail: fee?.invoiceEmail ?? '',
      slip: (fee?.slipId && infos.get(fee.slipId)) || null,
    },
  }
}

/** What the payer says to have paid, as the cashier reads it beside the slip; `about`: what for. */
export function claimedPayment(fee: Receivable | undefined, about: string): Payment | undefined {
  if (!fee?.paidOn) return
  const facts = [
    { label: '款项', text: about },
    { label: '汇款日期', text: fee.paidOn },
    { label: '汇款单位或个人', text: fee.payer },
    { label: '发票抬头', text: fee.invoiceTitle },
    { label: '税号', text: fee.invoiceCreditCode },
    { label: '接收邮箱', text: fee.invoiceEmail },
  ]
  return { amount: fee.amount, facts: facts.filter(({ text }) => text), slipId: fee.slipId }
}
