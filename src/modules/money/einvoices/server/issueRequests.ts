import { and, eq, or, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { nextPollAt } from '#lib/server/jobs/nextPoll.ts'
import { record } from '#modules/audit/server/record.ts'
import { netOf } from '#modules/money/receivables/server/receivables.ts'
import { eInvoiceStateNames } from '../../eInvoiceWords.ts'
import { blueAmountOf, redableOf } from '../../invoices/server/reds.ts'
import { deleteFailures } from '../../papers/server/automaticPapers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecord } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import { invoiceDriver } from './drivers/drivers.ts'
import { ProviderRefusal, ProviderUnavailable } from './drivers/invoiceDriver.ts'
import {
  applyProviderStatus,
  type EInvoice,
  isBlueInForce,
  isUnderWay,
  namedEInvoice,
  ofPayment,
  updateEInvoice,
} from './providerStatus.ts'
import { type Rule, ruleOf } from './rules.part.ts'
import { advanceRequest, newRequestNumber } from './sending.ts'

export const lockPayment = ({ db }: Ctx, id: number) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice of ${id}`}, 0))`)

const askerOf = ({ actor }: Ctx) => (actor.kind === 'anonymous' ? null : actor.accountId)

/** Content of the invoice or receipt, from current data. */
export const documentContent = (of: OwedRecord, rule: Rule) => ({
  paper: rule.paper,
  amount: netOf(of),
  about: of.about,
  item: rule.item,
  taxCode: rule.taxCode,
  taxRate: rule.taxRate,
  title: of.invoiceTitle,
  creditCode: of.invoiceCode,
  email: of.invoiceEmail,
})

const issuingState = (ctx: Ctx) => ({
  state: 'issuing' as const,
  requestNumber: newRequestNumber(ctx),
  provider: invoiceDriver(ctx)!.name,
  problem: '',
  sentAt: ctx.now,
  askAgainAt: nextPollAt(ctx, null),
})

/** Written down as under way; whoever asks at the same time is told so. */
const beginBlue = (ctx: Ctx, id: number): Promise<EInvoice> =>
  inTransaction(ctx, async tx => {
    await lockPayment(tx, id)
    const of = await readRecord(tx, id)
    const [before] = await tx.db
      .select()
      .from(eInvoice)
      .where(and(ofPayment(of), isBlueInForce))
    if (before?.state === 'issuing') throw conflict('正在开具，请稍候')
    if (before?.state === 'issued' || of.invoiceNumber) throw conflict(`已开具 ${before?.number || of.invoiceNumber}`)
    if (netOf(of) <= 0) throw conflict(Number(of.received) > 0 ? '这笔款项已全部退还' : '这笔款项没有到账')
    if (!of.canInvoice) throw conflict('没有申请发票，或资料已退回')
    const rule = await ruleOf(tx, of.kind)
    if (!rule) throw conflict(`没有适用于${kindName(of.kind)}的开票规则`)
    const values = { ...documentContent(of, rule), ...issuingState(ctx), askedBy: askerOf(ctx), askedAt: ctx.now }
    const [made] = before
      ? await tx.db.update(eInvoice).set(values).where(eq(eInvoice.id, before.id)).returning()
      : await tx.db
          .insert(eInvoice)
          .values({ ...values, colour: 'blue', payable: of.kind, payableId: of.payableId })
          .returning()
    await deleteFailures(tx, 'eInvoice', of)
    await record(tx, { action: 'eInvoice.ask', ...namedEInvoice(made!), detail: { 金额: formatYuan(made!.amount) } })
    return made!
  })

/**
 * Queries the provider again for a failed request; if it was issued after all, that result is taken and no second one
 * is requested.
 */
async function queryFailed(ctx: Ctx, before: EInvoice): Promise<EInvoice | undefined> {
  const driver = invoiceDriver(ctx)
  if (!driver || driver.name !== before.provider) return
  const known = await driver.query(before).catch((error: unknown) => {
    // Refused it was before.
    if (error instanceof ProviderRefusal) return undefined
    throw conflict(error instanceof ProviderUnavailable ? error.message : '开票服务没有应答，请稍后再试')
  })
  if (!known || known.state === 'failed') return
  await applyProviderStatus(ctx, known)
  const now = await updateEInvoice(ctx, before, { state: known.state, askAgainAt: nextPollAt(ctx, null) })
  return advanceRequest(ctx, now)
}

function resultMessage({ state, number, problem }: EInvoice): string {
  if (state === 'issued') return problem || `已开具 ${number}`
  if (state === 'failed') throw conflict(`没有开成：${problem}`)
  return problem || '已交给开票服务，开成后自动登记并发给对方'
}

/** Asks the provider for the paper of a payment by an automatic rule. What the provider refuses is no fault here. */
export async function requestAutomatically(ctx: Ctx, { id }: OwedRecord): Promise<string> {
  const { state, number } = await advanceRequest(ctx, await beginBlue(ctx, id), true)
  return state === 'issued' ? `已开具 ${number}` : eInvoiceStateNames[state]
}

/** Asks the provider for the paper of a payment; of one that had failed, once more. */
export async function requestBlue(ctx: Ctx, id: number): Promise<string> {
  const of = await readRecord(ctx, id)
  const [before] = await ctx.db
    .select()
    .from(eInvoice)
    .where(and(ofPayment(of), isBlueInForce))
  const found = before?.state === 'failed' ? await queryFailed(ctx, before) : undefined
  return resultMessage(found ?? (await advanceRequest(ctx, await beginBlue(ctx, id), true)))
}

type Red = { amount: number; reason: string; confirmation: string }

const beginRed = (ctx: Ctx, id: number, { amount, reason, confirmation }: Red): Promise<EInvoice> =>
  inTransaction(ctx, async tx => {
    const { db } = tx
    await lockPayment(tx, id)
    const of = await readRecord(tx, id)
    if (!of.invoiceNumber) throw conflict('这笔款项没有已开的票据，没有可以冲红的')
    const most = await redableOf(tx, of)
    if (amount > most)
      throw invalid(`最多可冲红 ${formatYuan(most)} 元`, { amount: `最多可冲红 ${formatYuan(most)} 元` })
    const [under] = await db
      .select()
      .from(eInvoice)
      .where(and(eq(eInvoice.blueNumber, of.invoiceNumber), or(isUnderWay, eq(eInvoice.state, 'failed'))))
    if (under && under.state !== 'failed') throw conflict(`红字${eInvoiceStateNames.issuing}，请稍候`)
    const rule = await ruleOf(tx, of.kind)
    if (!rule) throw conflict(`没有适用于${kindName(of.kind)}的开票规则`)
    const [blue] = await db
      .select()
      .from(eInvoice)
      .where(and(ofPayment(of), eq(eInvoice.number, of.invoiceNumber)))
    const said = { ...documentContent(of, rule), ...(blue && blueContent(blue)) }
    const values = {
      ...said,
      ...issuingState(ctx),
      amount,
      blueId: blue?.id ?? null,
      blueNumber: of.invoiceNumber,
      redReason: reason,
      confirmation,
      askedBy: signedInActor(ctx).accountId,
      askedAt: ctx.now,
    }
    const [made] = under
      ? await db.update(eInvoice).set(values).where(eq(eInvoice.id, under.id)).returning()
      : await db
          .insert(eInvoice)
          .values({ ...values, colour: 'red', payable: of.kind, payableId: of.payableId })
          .returning()
    const detail = { 蓝字号码: of.invoiceNumber, 金额: `-${formatYuan(amount)}`, reason }
    await record(tx, { action: 'eInvoice.askRed', ...namedEInvoice(made!), detail })
    return made!
  })

/** A red paper says what the blue one says. */
const blueContent = ({ paper, item, taxCode, taxRate, title, creditCode, email, ...of }: EInvoice) => ({
  paper,
  item,
  taxCode,
  taxRate,
  title,
  creditCode,
  email,
  address: of.address,
  phone: of.phone,
  bank: of.bank,
  accountSealed: of.accountSealed,
})

/** Asks the provider to take back what is issued, whole or in part; one that had failed is looked at first. */
export async function requestRed(ctx: Ctx, id: number, red: Red): Promise<string> {
  const of = await readRecord(ctx, id)
  const isFailed = and(eq(eInvoice.blueNumber, of.invoiceNumber), eq(eInvoice.state, 'failed'))
  const [before] = await ctx.db
    .select()
    .from(eInvoice)
    .where(and(ofPayment(of), isFailed))
  const found = before && (await queryFailed(ctx, before))
  return resultMessage(found ?? (await advanceRequest(ctx, await beginRed(ctx, id, red), true)))
}

/** Amount by which the invoice exceeds the money kept, to be reversed by a red one. */
export async function redDueOf(ctx: Ctx, of: OwedRecord): Promise<number> {
  if (!of.invoiceNumber) return 0
  const [standing, whole] = await Promise.all([redableOf(ctx, of), blueAmountOf(ctx, of)])
  return Math.max(0, Math.min(whole, sumAmounts([standing, -netOf(of)])))
}
