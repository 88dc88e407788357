import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type Receipt, readReceipt, titleOfInvoice } from '#modules/ledger/slips/server/slips.ts'
import { receiptFields } from '#modules/ledger/slips/slipFields.ts'
import type { Application, Payment } from '#modules/review/server/applicationKinds.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import { daysIn, MAX_ADVERT_DAYS } from '../advertForm.ts'
import { ADVERT_FEE } from '../advertStatus.ts'
import { amountOf, costOf, wordsOfCost } from '../cost.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { type Advert, callingAdvertiser, isOwnAdvert } from './advertisers.ts'
import { freeDays, takeFreeDays } from './allowances.ts'
import { fullDays, type Period, type Place, readPlace } from './places.ts'
import { advert, advertFee } from './tables.ts'

definePaymentPapers(advertFee.slipId, advertFee.invoiceFileId)

export type AdvertFee = typeof advertFee.$inferSelect
type Quote = (typeof ownAdvertsContract)['GET /cms/adverti/quote']

/** Quotes the present price for the caller; it is settled on submission. */
export async function quote(ctx: Ctx, asked: Parsed<Quote>): Promise<Output<Quote>> {
  const period = { startsOn: asked.startDate, endsOn: asked.endDate }
  const days = daysIn(period.startsOn, period.endsOn)
  if (days < 1) throw invalid('结束日期不能早于开始日期', { endDate: '结束日期不能早于开始日期' })
  if (days > MAX_ADVERT_DAYS)
    throw invalid(`一次最多投放 ${MAX_ADVERT_DAYS} 天`, { endDate: `一次最多投放 ${MAX_ADVERT_DAYS} 天` })
  const by = await callingAdvertiser(ctx)
  const exceptId = await ownId(ctx, by, asked.id)
  const place = await readPlace(ctx, asked.position)
  const free = await freeDays(ctx, period, { organisationId: by.organisationId, exceptId })
  const freeSum = free.reduce((sum, one) => sum + one.days, 0)
  return {
    ...costOf({ days, freeDays: freeSum, price: place.price }),
    isOpen: place.isOpen,
    full: await fullDays(ctx, place, period, exceptId),
  }
}

/** Returns the id if the advert is the caller's own: the days that it holds do not count against it. */
async function ownId({ db }: Ctx, by: Parameters<typeof isOwnAdvert>[0], id = 0): Promise<number | undefined> {
  const rows = await db.select({ id: advert.id }).from(advert).where(isOwnAdvert(by))
  return rows.some(row => row.id === id) ? id : undefined
}

/** Settles what is owed; nobody pays another price than that of the day on which it was handed in. */
export async function settleFee(ctx: Ctx, of: Advert, place: Place, period: Period): Promise<AdvertFee> {
  const freed = await takeFreeDays(ctx, of, period)
  const costing = { days: daysIn(period.startsOn, period.endsOn), freeDays: freed, price: place.price }
  const settled = { ...costing, amount: amountOf(costing), state: 'due' as const }
  const [fee] = await ctx.db
    .insert(advertFee)
    .values({ advertId: of.id, ...settled, createdAt: ctx.now })
    .onConflictDoUpdate({ target: advertFee.advertId, set: settled })
    .returning()
  return fee!
}

export async function feeOf({ db }: Pick<Ctx, 'db'>, advertId: number): Promise<AdvertFee | undefined> {
  const [fee] = await db.select().from(advertFee).where(eq(advertFee.advertId, advertId))
  return fee
}

/** Remark of the transfer: payer and application number. */
export const payRemark = (name: string, { number }: Pick<Application, 'number'>) => `${name} ${number ?? ''}`.trim()

export async function showFee(
  ctx: Ctx,
  fee: AdvertFee,
  of: { name: string; number: string | null; applicationId: number | null },
) {
  const infos = await fileInfos(ctx, fee.slipId ? [fee.slipId] : [])
  return {
    ...costOf(fee),
    amount: fee.amount,
    state: fee.state,
    remark: payRemark(of.name, of),
    account: await readPayAccount(ctx),
    receivableId:
      fee.state === 'confirmed' && of.applicationId ? owedId(receivableKind(ADVERT_FEE)!, of.applicationId) : null,
    receipt: {
      paidOn: fee.paidOn,
      payer: fee.payer,
      receiptTitle: fee.invoiceTitle || of.name,
      receiptCreditCode: fee.invoiceCreditCode,
      receiptEmail: fee.invoiceEmail,
      slip: (fee.slipId && infos.get(fee.slipId)) || null,
    },
    invoice: fee.invoiceNumber ? { number: fee.invoiceNumber, issuedOn: fee.invoiceIssuedOn } : null,
  }
}

const receiptForm = bindForm(receiptFields, advertFee, titleOfInvoice)

export async function claimFee(ctx: Ctx, advertId: number, receipt: Receipt): Promise<void> {
  const { said, slipId } = await readReceipt(ctx, receipt)
  await ctx.db
    .update(advertFee)
    .set({ ...receiptForm.rowOf(said), slipId, state: 'claimed', claimedAt: ctx.now })
    .where(eq(advertFee.advertId, advertId))
}

/** The same, as the cashier reads it beside the slip. */
export async function paymentOf(ctx: Pick<Ctx, 'db'>, { subjectId }: Application): Promise<Payment | undefined> {
  const fee = await feeOf(ctx, subjectId!)
  if (!fee?.paidOn) return
  const facts = [
    { label: '款项', text: `广告费（${wordsOfCost(fee)}）` },
    { label: '汇款日期', text: fee.paidOn },
    { label: '汇款单位或个人', text: fee.payer },
    { label: '发票抬头', text: fee.invoiceTitle },
    { label: '税号', text: fee.invoiceCreditCode },
    { label: '接收邮箱', text: fee.invoiceEmail },
  ]
  return { amount: fee.amount, facts: facts.filter(({ text }) => text), slipId: fee.slipId }
}

/** Text on the fee and the account for a message. */
export async function feeMessage(ctx: Ctx, fee: AdvertFee, remark: string): Promise<string> {
  const account = await readPayAccount(ctx)
  const where = account
    ? `户名 ${account.name}，开户行 ${account.bank}，账号 ${account.number}`
    : '账号请与协会财务联系'
  return `广告费 ${formatYuan(fee.amount)} 元（${wordsOfCost(fee)}）。${where}，汇款请备注“${remark}”。`
}
