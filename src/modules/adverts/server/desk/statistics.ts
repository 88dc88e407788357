import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { daysIn } from '../../advertForm.ts'
import { isPosition, positionCodes, positions } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { advertiserOf } from '../advertisers.ts'
import { advert, advertDay } from '../tables.ts'

type Endpoint = (typeof staffAdvertsContract)['GET /staff/advert/statistics']
type Asked = Parsed<Endpoint>

/** Default and maximum period of the statistics, in days. */
const DEFAULT_DAYS = 30
const MAX_DAYS = 400

function spanOf({ now }: Ctx, asked: Asked): { from: string; to: string } {
  const to = asked.to ?? dayOf(now)
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  const days = daysIn(from, to)
  if (days < 1) throw invalid('结束日期不能早于开始日期', { to: '结束日期不能早于开始日期' })
  if (days > MAX_DAYS) throw invalid(`最多统计 ${MAX_DAYS} 天`, { from: `最多统计 ${MAX_DAYS} 天` })
  return { from, to }
}

const matching = ({ position }: Asked, { from, to }: { from: string; to: string }) =>
  and(between(advertDay.day, from, to), position && eq(advert.position, position))

const counts = {
  views: sql`sum(${advertDay.views})`.mapWith(Number),
  clicks: sql`sum(${advertDay.clicks})`.mapWith(Number),
}

/** Clicks of a hundred views. */
const withRate = <Counted extends { views: number; clicks: number }>(of: Counted) => ({
  ...of,
  rate: of.views ? Math.round((of.clicks / of.views) * 10_000) / 100 : null,
})
const sum = (rows: readonly { views: number; clicks: number }[]) => ({
  views: rows.reduce((all, { views }) => all + views, 0),
  clicks: rows.reduce((all, { clicks }) => all + clicks, 0),
})

export const statisticsHandlers = {
  'GET /staff/advert/statistics': async (ctx, asked) => {
    const span = spanOf(ctx, asked)
    const where = matching(asked, span)
    const rows = await readAdverts(ctx, where)
    const adverts = rows.map(({ position, ...row }) => ({
      ...withRate({ id: row.id, title: row.title, views: row.views, clicks: row.clicks }),
      advertiser: advertiserOf(row),
      positionName: isPosition(position) ? positions[position].name : '',
    }))
    return {
      ...span,
      ...withRate(sum(rows)),
      adverts,
      positions: positionCodes.map(code => {
        const there = rows.filter(({ position }) => position === code)
        return { code, name: positions[code].name, adverts: there.length, ...withRate(sum(there)) }
      }),
      days: await readDays(ctx, where, span),
    }
  },
  'GET /staff/advert/statistics/export': async (ctx, asked) => {
    const span = spanOf(ctx, asked)
    const rows: Exported[] = await ctx.db
      .select({
        day: advertDay.day,
        number: advert.number,
        title: advert.title,
        position: advert.position,
        views: advertDay.views,
        clicks: advertDay.clicks,
      })
      .from(advertDay)
      .innerJoin(advert, eq(advert.id, advertDay.advertId))
      .where(matching(asked, span))
      .orderBy(asc(advertDay.day), asc(advert.id))
    return sendWorkbook(`广告统计-${span.from}-${span.to}`, {
      name: '广告统计',
      columns: [
        { title: '日期', width: 12, value: ({ day }: Exported) => day },
        { title: '编号', width: 16, value: ({ number }) => number },
        { title: '广告标题', width: 30, value: ({ title }) => title },
        { title: '广告位', width: 16, value: ({ position }) => (isPosition(position) ? positions[position].name : '') },
        { title: '浏览次数', width: 12, value: ({ views }) => views },
        { title: '点击次数', width: 12, value: ({ clicks }) => clicks },
      ],
      rows,
    })
  },
} satisfies Partial<Handlers<typeof staffAdvertsContract>>

const readAdverts = ({ db }: Ctx, where: ReturnType<typeof matching>) =>
  db
    .select({
      id: advert.id,
      title: advert.title,
      position: advert.position,
      ...counts,
      organisationName: organisation.name,
      personName: person.name,
    })
    .from(advertDay)
    .innerJoin(advert, eq(advert.id, advertDay.advertId))
    .leftJoin(organisation, eq(organisation.id, advert.organisationId))
    .leftJoin(person, eq(person.id, advert.personId))
    .where(where)
    .groupBy(advert.id, organisation.name, person.name)
    .orderBy(sql`sum(${advertDay.views}) desc`, asc(advert.id))

async function readDays({ db }: Ctx, where: ReturnType<typeof matching>, { from, to }: { from: string; to: string }) {
  const rows = await db
    .select({ day: advertDay.day, ...counts })
    .from(advertDay)
    .innerJoin(advert, eq(advert.id, advertDay.advertId))
    .where(where)
    .groupBy(advertDay.day)
  const known = new Map(rows.map(row => [row.day, row]))
  return Array.from({ length: daysIn(from, to) }, (_, i) => {
    const day = addDays(from, i)
    return known.get(day) ?? { day, views: 0, clicks: 0 }
  })
}

type Exported = {
  day: string
  number: string | null
  title: string
  position: string | null
  views: number
  clicks: number
}
