import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/context.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import type { advertsContract } from '../contract.ts'
import { type Position, positionCodes, positions } from './positions.ts'
import { advert } from './tables.ts'

type Endpoint = (typeof advertsContract)['GET /cms/index/noLogin/adverti']

/** From the first to the last of its days, both included, in the association's calendar. */
export async function runningAdverts(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { position }: Parsed<Endpoint>,
): Promise<Output<Endpoint>> {
  const today = dayOf(now)
  const rows = await db
    .select()
    .from(advert)
    .where(
      and(
        eq(advert.status, 'approved'),
        inArray(advert.position, position ? [position] : positionCodes),
        lte(advert.startsOn, today),
        gte(advert.endsOn, today),
      ),
    )
    .orderBy(asc(advert.position), asc(advert.sort), asc(advert.id))
  return rows.map(toRunning)
}

function toRunning(row: typeof advert.$inferSelect): Output<Endpoint>[number] {
  const position = row.position as Position
  const { name, width, height } = positions[position]
  return {
    id: row.id,
    title: row.title,
    imgUrl: fileUrl(row.imageId)!,
    width,
    height,
    alt: row.alt,
    linkUrl: row.linkUrl,
    position,
    positionName: name,
    isAd: true,
    startDate: row.startsOn,
    endDate: row.endsOn,
  }
}
