import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import type { advertsContract } from '../contract.ts'
import { positionCodes, positionOf, positions } from '../positions.ts'
import { advertiserOf, withAdvertiser } from './advertisers.ts'
import { advert } from './tables.ts'

type Endpoint = (typeof advertsContract)['GET /cms/index/noLogin/adverti']
type Moment = Pick<Ctx, 'db' | 'now'>

/** Condition for adverts between their first and last day, both inclusive, in the association's time zone. */
export const isRunning = ({ now }: Pick<Ctx, 'now'>) =>
  and(eq(advert.status, 'approved'), lte(advert.startsOn, dayOf(now)), gte(advert.endsOn, dayOf(now)))

/** Returns no adverts on days of mourning, while the site or its home page is grey. */
export async function runningAdverts(ctx: Moment, { position }: Parsed<Endpoint>): Promise<Output<Endpoint>> {
  if (await isMourning(ctx)) return []
  const at = inArray(advert.position, position ? [position] : positionCodes)
  const rows = await withAdvertiser(ctx)
    .where(and(isRunning(ctx), at))
    .orderBy(asc(advert.position), asc(advert.sort), asc(advert.id))
  return rows.map(toRunning)
}

export async function isMourning(ctx: Moment): Promise<boolean> {
  const { greyFrom = null, greyTo = null } = (await readSetting(ctx, 'display')) ?? {}
  return greyFrom !== null && new Date(greyFrom) <= ctx.now && (greyTo === null || ctx.now < new Date(greyTo))
}

function toRunning(row: Awaited<ReturnType<typeof withAdvertiser>>[number]): Output<Endpoint>[number] {
  const { advert: of } = row
  const position = positionOf(of)
  const { name, width, height } = positions[position]
  return {
    id: of.id,
    title: of.title,
    imgUrl: fileUrl(of.imageId!),
    width,
    height,
    alt: of.alt!,
    linkUrl: of.linkUrl,
    position,
    positionName: name,
    advertiser: advertiserOf(row),
    isAd: true,
    startDate: of.startsOn!,
    endDate: of.endsOn!,
  }
}
