import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/context.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type DemoAdvert, rows } from './demo/adverts.ts'
import { artwork } from './demo/artwork.ts'
import { positions } from './positions.ts'
import { advert } from './tables.ts'

type Loading = Services & { now: Date }

/** Adverts of member companies: six on the site today, one that is over and one that has yet to begin. */
export async function demoAdverts(ctx: Loading) {
  for (const [i, one] of rows.entries()) await insertAdvert(ctx, one, i)
}

async function insertAdvert(ctx: Loading, of: DemoAdvert, index: number) {
  const [advertiser] = await ctx.db
    .select({ id: organisation.id, website: organisation.website })
    .from(organisation)
    .where(eq(organisation.name, of.organisation))
  const { width, height } = positions[of.position]
  const number = `GG${dayOf(ctx.now).slice(0, 4)}${String(index + 1).padStart(4, '0')}`
  const svg = artwork(of, { width, height })
  const [from, until] = of.days
  await ctx.db.insert(advert).values({
    number,
    organisationId: advertiser?.id,
    position: of.position,
    title: of.title,
    imageId: await keepFile(ctx, {
      ...{ name: `${number}.svg`, type: 'image/svg+xml', bytes: Buffer.from(svg), width, height, isPublic: true },
    }),
    alt: `${of.organisation}：${of.headline}，${of.line}`,
    linkUrl: advertiser?.website || null,
    startsOn: addDays(dayOf(ctx.now), from),
    endsOn: addDays(dayOf(ctx.now), until),
    sort: index,
    status: 'approved',
  })
}
