import { eq } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { amountOf } from '../cost.ts'
import { positions } from '../positions.ts'
import { takeFreeDays } from './allowances.ts'
import { type DemoAdvert, rows } from './demo/adverts.ts'
import { demoApplied } from './demo/applying.ts'
import { artwork } from './demo/artwork.ts'
import { advert, advertDay, advertFee, advertPosition } from './tables.ts'

type Loading = Services & { now: Date }

/** Adverts that the association entered, and others that members applied for. */
export async function demoAdverts(ctx: Loading) {
  await writeSetting(ctx, 'adverts', contact)
  for (const [i, one] of rows.entries()) await insertAdvert(ctx, one, i)
  await demoApplied(ctx)
  await demoDays(ctx)
}

const contact = {
  contactName: '信息部 温静',
  phone: '010-55500128',
  mobile: '13900000296',
  email: 'ad@example.com',
  wechat: 'guolu-shui-xie',
  journal: '会刊封二、封三、彩插按期预订，请与联系人商定',
  notice:
    '广告由协会审核后投放，须真实、合法，不得使用“国家级”“最佳”等用语。会员单位每年有免费展示天数，超出部分按天收费。',
}

async function insertAdvert(ctx: Loading, of: DemoAdvert, index: number) {
  const [advertiser] = await ctx.db
    .select({ id: organisation.id, website: organisation.website })
    .from(organisation)
    .where(eq(organisation.name, of.organisation))
  const { width, height } = positions[of.position]
  const number = `GG${dayOf(ctx.now).slice(0, 4)}${String(index + 1).padStart(4, '0')}`
  const svg = artwork(of, { width, height })
  const [startsOn, endsOn] = of.days.map(offset => addDays(dayOf(ctx.now), offset)) as [string, string]
  const about = { name: `${number}.svg`, type: 'image/svg+xml', width, height, isPublic: true }
  const [row] = await ctx.db
    .insert(advert)
    .values({
      number,
      organisationId: advertiser?.id,
      position: of.position,
      title: of.title,
      imageId: await keepFile(ctx, { ...about, bytes: Buffer.from(svg) }),
      alt: `${of.organisation}：${of.headline}，${of.line}`,
      linkUrl: advertiser?.website || null,
      startsOn,
      endsOn,
      sort: index,
      status: 'approved',
      // Told by letter, as adverts without an application were.
      ...(of.days[1] < 0 && { remindedAt: ctx.now, endToldAt: ctx.now }),
    })
    .returning()
  await settle(ctx, row!, { startsOn, endsOn })
}

/** Paid long ago, before anything was entered here. */
async function settle(ctx: Loading, of: typeof advert.$inferSelect, period: { startsOn: string; endsOn: string }) {
  const days = daysBetween(period.startsOn, period.endsOn) + 1
  const freeDays = await takeFreeDays(ctx, of, period)
  const [position] = await ctx.db.select().from(advertPosition).where(eq(advertPosition.code, of.position!))
  const { price } = position!
  const amount = amountOf({ days, freeDays, price })
  await ctx.db.insert(advertFee).values({ advertId: of.id, days, freeDays, price, amount })
}

const DAYS_COUNTED = 30

/** Views and clicks of whatever stood on the site lately: fewer at weekends. */
async function demoDays(ctx: Loading) {
  const today = dayOf(ctx.now)
  const shown = await ctx.db.select().from(advert).where(eq(advert.status, 'approved'))
  const counted = shown.flatMap(({ id, startsOn, endsOn }) =>
    Array.from({ length: DAYS_COUNTED }, (_, i) => addDays(today, i - DAYS_COUNTED))
      .filter(day => startsOn! <= day && day <= endsOn!)
      .map(day => ({ advertId: id, day, ...countsOn(id, day) })),
  )
  if (counted.length) await ctx.db.insert(advertDay).values(counted)
}

function countsOn(id: number, day: string) {
  const seed = (id * 37 + daysBetween('2026-01-01', day) * 17 + 1_000_000) % 53
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  const views = Math.round((60 + seed * 2) * (isWeekend ? 0.4 : 1))
  return { views, clicks: Math.round(views * 0.01 * (1 + (seed % 4))) }
}
