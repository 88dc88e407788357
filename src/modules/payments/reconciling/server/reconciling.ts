import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { DifferenceKind } from '../../differenceWords.ts'
import { asProvider } from '../../ordering/server/booking.ts'
import { queryOrder } from '../../ordering/server/closing.ts'
import { type Provider, providerNames } from '../../paymentWords.ts'
import type { Bill, BillLine } from '../../providers/server/driver.ts'
import { driversOf } from '../../providers/server/drivers.ts'
import { paymentBill, paymentDifference, paymentOrder, paymentRefund } from '../../server/tables.ts'

/** Number of days for which a missing bill is requested again. */
const DAYS_BACK = 7
const BATCH_SIZE = 1000

/** Reads each bill of the last days that was not read yet, and lists where it differs from our register. */
export async function reconcileDays(given: Ctx): Promise<void> {
  const ctx = asProvider(given)
  const today = dayOf(ctx.now)
  const days = Array.from({ length: DAYS_BACK }, (_, i) => addDays(today, -1 - i))
  const read = await ctx.db.select().from(paymentBill).where(inArray(paymentBill.day, days))
  let failure: unknown
  for (const driver of driversOf(ctx))
    for (const day of days) {
      if (read.some(of => of.provider === driver.provider && of.day === day)) continue
      try {
        const bill = await driver.bill(day)
        if (bill) await reconcile(ctx, driver.provider, day, bill)
      } catch (err) {
        failure = err
        ctx.log.error({ err, provider: driver.provider, day }, 'a bill could not be read')
      }
    }
  if (failure) throw failure
}

const sumOf = (lines: readonly BillLine[], of: 'fen' | 'feeFen', kind?: BillLine['kind']) =>
  lines.reduce((all, line) => (kind && line.kind !== kind ? all : all + line[of]), 0)

async function reconcile(ctx: Ctx, provider: Provider, day: string, { lines: bill, unread }: Bill): Promise<void> {
  await queryUnconfirmedOrders(ctx, provider, bill)
  const ours = { paid: await paidOn(ctx, provider, day), refunded: await refundedOn(ctx, provider, day) }
  const found = [
    ...differencesBetween(bill, ours, new Set(unread.map(({ number }) => number))),
    ...unread.map(({ reason, ...of }) => ({ ...UNKNOWN, ...of, kind: 'unread' as const, reason })),
  ]
  await inTransaction(ctx, async tx => {
    const [kept] = await tx.db
      .insert(paymentBill)
      .values({
        provider,
        day,
        lines: bill.length + unread.length,
        paidFen: sumOf(bill, 'fen', 'payment'),
        refundedFen: sumOf(bill, 'fen', 'refund'),
        feeFen: sumOf(bill, 'feeFen'),
        readAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    if (!kept) return
    for (let from = 0; from < found.length; from += BATCH_SIZE)
      await tx.db
        .insert(paymentDifference)
        .values(found.slice(from, from + BATCH_SIZE).map(of => ({ ...of, provider, day, foundAt: ctx.now })))
        .onConflictDoNothing()
    await keepFees(tx.db, provider, bill)
    const detail = { lines: bill.length + unread.length, differences: found.length }
    const objectName = `${providerNames[provider]} ${day}`
    const about = { objectType: 'paymentBill', objectId: kept.id, objectName, detail }
    await record(tx, { action: 'payment.reconcile', ...about })
  })
}

/** A bill is no word to book by; the order that it names is asked after, and what is said of that is signed. */
async function queryUnconfirmedOrders(ctx: Ctx, provider: Provider, bill: readonly BillLine[]): Promise<void> {
  for (let from = 0; from < bill.length; from += BATCH_SIZE) {
    const numbers = bill
      .slice(from, from + BATCH_SIZE)
      .flatMap(({ kind, number }) => (kind === 'payment' ? number : []))
    const isUnheard = and(
      inArray(paymentOrder.number, numbers),
      eq(paymentOrder.provider, provider),
      ne(paymentOrder.state, 'paid'),
    )
    for (const order of await ctx.db.select().from(paymentOrder).where(isUnheard))
      await queryOrder(ctx, order).catch(err => {
        ctx.log.error({ err, order: order.number }, 'an order of the bill could not be asked after')
      })
  }
}

async function paidOn({ db }: Ctx, provider: Provider, day: string): Promise<OurLine[]> {
  const isOfDay = and(
    eq(paymentOrder.provider, provider),
    gte(paymentOrder.paidAt, startOf(day)),
    lt(paymentOrder.paidAt, startOf(addDays(day, 1))),
  )
  const rows = await db.select().from(paymentOrder).where(isOfDay)
  return rows.map(of => ({ number: of.number, transactionId: of.transactionId ?? '', fen: of.fen, orderId: of.id }))
}

async function refundedOn({ db }: Ctx, provider: Provider, day: string): Promise<OurLine[]> {
  const isOfDay = and(
    eq(paymentOrder.provider, provider),
    gte(paymentRefund.doneAt, startOf(day)),
    lt(paymentRefund.doneAt, startOf(addDays(day, 1))),
  )
  const rows = await db
    .select({ sent: paymentRefund, order: paymentOrder })
    .from(paymentRefund)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentRefund.orderId))
    .where(isOfDay)
  return rows.map(({ sent, order }) => ({
    number: sent.number,
    transactionId: order.transactionId ?? '',
    fen: sent.fen,
    orderId: order.id,
  }))
}

/** Stores the provider's fee of each order. */
async function keepFees(db: Ctx['db'], provider: Provider, bill: readonly BillLine[]): Promise<void> {
  const fees = bill.flatMap(({ kind, number, feeFen }) => (kind === 'payment' ? { number, feeFen } : []))
  await db.execute(sql`
    update ${paymentOrder} set fee_fen = f."feeFen"
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as f(number text, "feeFen" int)
    where ${paymentOrder.number} = f.number and ${paymentOrder.provider} = ${provider}`)
}

/** A line of our register: a paid order or a completed refund. */
type OurLine = { number: string; transactionId: string; fen: number; orderId: number }

type Difference = {
  kind: DifferenceKind
  number: string
  transactionId: string
  ourFen: number | null
  theirFen: number | null
  orderId: number | null
}
const UNKNOWN = { ourFen: null, theirFen: null, orderId: null }

type Kinds = Record<'missingHere' | 'missingThere' | 'sum', DifferenceKind>
const payments: Kinds = { missingHere: 'missingHere', missingThere: 'missingThere', sum: 'sum' }
const refunds: Kinds = { missingHere: 'refundMissingHere', missingThere: 'refundMissingThere', sum: 'refundSum' }

/** Compares a provider's daily bill with our register, line by line; what the bill says unreadably is told as that alone. */
function differencesBetween(
  bill: readonly BillLine[],
  ours: { paid: OurLine[]; refunded: OurLine[] },
  unread: ReadonlySet<string>,
) {
  const readable = (lines: readonly OurLine[]) => lines.filter(({ number }) => !unread.has(number))
  const of = (kind: BillLine['kind']) => bill.filter(line => line.kind === kind)
  return [
    ...compare(of('payment'), line => line.number, readable(ours.paid), payments),
    ...compare(of('refund'), line => line.refundNumber, readable(ours.refunded), refunds),
  ]
}

function compare(
  theirs: readonly BillLine[],
  numberOf: (line: BillLine) => string,
  ours: readonly OurLine[],
  kinds: Kinds,
): Difference[] {
  const known = new Map(ours.map(line => [line.number, line]))
  const met = new Set<string>()
  const found: Difference[] = []
  for (const line of theirs) {
    const number = numberOf(line)
    const { transactionId, fen } = line
    const own = known.get(number)
    const about = { number, transactionId, theirFen: fen, orderId: own?.orderId ?? null }
    if (met.has(number)) found.push({ kind: 'double', ...about, ourFen: own?.fen ?? null })
    else if (!own) found.push({ kind: kinds.missingHere, ...about, ourFen: null })
    else if (own.fen !== fen) found.push({ kind: kinds.sum, ...about, ourFen: own.fen })
    met.add(number)
  }
  for (const { number, transactionId, fen, orderId } of ours)
    if (!met.has(number))
      found.push({ kind: kinds.missingThere, number, transactionId, ourFen: fen, theirFen: null, orderId })
  return found
}
