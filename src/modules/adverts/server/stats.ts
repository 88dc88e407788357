import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { Download, Output, Parsed } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { privateFile } from '#modules/files/server/privateFile.ts'
import { file } from '#modules/files/server/tables.ts'
import { daysIn } from '../advertForm.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import type { Advert } from './advertisers.ts'
import { ownAdvert } from './own.ts'
import { advertDay } from './tables.ts'

type Endpoints = typeof ownAdvertsContract
type Stats = Endpoints['GET /cms/adverti/stats']
type Day = { day: string; views: number; clicks: number }

/** Returns every day on which it ran, including days without views. */
export async function daysOf(ctx: Pick<Ctx, 'db' | 'now'>, of: Advert, asked: { from?: string; to?: string } = {}) {
  const counted = await ctx.db
    .select({ day: advertDay.day, views: advertDay.views, clicks: advertDay.clicks })
    .from(advertDay)
    .where(
      and(
        eq(advertDay.advertId, of.id),
        asked.from ? gte(advertDay.day, asked.from) : undefined,
        asked.to ? lte(advertDay.day, asked.to) : undefined,
      ),
    )
    .orderBy(asc(advertDay.day))
  const today = dayOf(ctx.now)
  const [first = today] = [of.startsOn ?? today, asked.from ?? ''].toSorted().reverse()
  const [last = today] = [of.endsOn ?? today, today, asked.to ?? today].toSorted()
  if (of.status !== 'approved' && of.status !== 'takenDown') return counted
  const known = new Map(counted.map(one => [one.day, one]))
  return Array.from({ length: Math.max(0, daysIn(first, last)) }, (_, i): Day => {
    const day = addDays(first, i)
    return known.get(day) ?? { day, views: 0, clicks: 0 }
  })
}

export const sumOf = (days: readonly Day[]) => ({
  views: days.reduce((sum, { views }) => sum + views, 0),
  clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
})

export async function showStats(ctx: Ctx, { id, ...span }: Parsed<Stats>): Promise<Output<Stats>> {
  const days = await daysOf(ctx, (await ownAdvert(ctx, id)).advert, span)
  return { days, ...sumOf(days) }
}

export async function exportStats(ctx: Ctx, { id, ...span }: Parsed<Stats>): Promise<Download> {
  const { advert: of } = await ownAdvert(ctx, id)
  const rows = await daysOf(ctx, of, span)
  return sendWorkbook(`${of.number ?? '广告'}-浏览与点击`, {
    name: '浏览与点击',
    columns: [
      { title: '日期', width: 12, value: ({ day }: Day) => day },
      { title: '浏览次数', width: 12, value: ({ views }) => views },
      { title: '点击次数', width: 12, value: ({ clicks }) => clicks },
    ],
    rows,
  })
}

export async function ownInvoice(ctx: Ctx, { id }: Parsed<Endpoints['GET /cms/adverti/invoice']>): Promise<Download> {
  const { owed } = await ownAdvert(ctx, id)
  const { invoiceFileId } = owed ?? {}
  const [found] = invoiceFileId ? await ctx.db.select().from(file).where(eq(file.id, invoiceFileId)) : []
  if (!found) throw conflict('发票尚未开具')
  return privateFile(ctx, found)
}
