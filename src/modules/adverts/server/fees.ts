import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { claimedPayment, showFee as showApplicationFee } from '#modules/ledger/receivables/server/applicationFees.ts'
import { type Receivable, readReceivable } from '#modules/ledger/receivables/server/receivables.ts'
import type { Application, Payment } from '#modules/review/server/applicationKinds.ts'
import { daysIn, MAX_ADVERT_DAYS } from '../advertForm.ts'
import { ADVERT_FEE } from '../advertStatus.ts'
import { amountOf, costOf, wordsOfCost } from '../cost.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { type Advert, callingAdvertiser, isOwnAdvert } from './advertisers.ts'
import { freeDays, takeFreeDays } from './allowances.ts'
import { fullDays, type Period, type Place, readPlace } from './places.ts'
import { advert, advertFee } from './tables.ts'

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

/** Settles what it costs; nobody pays another price than that of the day on which it was handed in. */
export async function settleFee(ctx: Ctx, of: Advert, place: Place, period: Period): Promise<AdvertFee> {
  const freed = await takeFreeDays(ctx, of, period)
  const costing = { days: daysIn(period.startsOn, period.endsOn), freeDays: freed, price: place.price }
  const settled = { ...costing, amount: amountOf(costing) }
  const [fee] = await ctx.db
    .insert(advertFee)
    .values({ advertId: of.id, ...settled })
    .onConflictDoUpdate({ target: advertFee.advertId, set: settled })
    .returning()
  return fee!
}

export async function feeOf({ db }: Pick<Ctx, 'db'>, advertId: number): Promise<AdvertFee | undefined> {
  const [fee] = await db.select().from(advertFee).where(eq(advertFee.advertId, advertId))
  return fee
}

type Shown = { name: string; number: string | null }

/** Shows what an advert costs; `owed`: once it was approved of. */
export const showFee = async (ctx: Ctx, fee: AdvertFee, owed: Receivable | null, of: Shown) => ({
  ...costOf(fee),
  ...(await showApplicationFee(ctx, owed ?? undefined, of)),
  receivableId: owed?.state === 'confirmed' ? owed.id : null,
  invoice: owed?.invoiceNumber ? { number: owed.invoiceNumber, issuedOn: owed.invoiceIssuedOn } : null,
})

export async function paymentOf(ctx: Pick<Ctx, 'db'>, of: Application): Promise<Payment | undefined> {
  const fee = await feeOf(ctx, of.subjectId!)
  return fee && claimedPayment(await readReceivable(ctx, ADVERT_FEE, of.id), `广告费（${wordsOfCost(fee)}）`)
}
