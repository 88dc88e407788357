import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import type { readingContract } from '../readingContract.ts'
import { banner, link } from './tables.ts'

type Endpoints = typeof readingContract

export const frontageHandlers = {
  'GET /cms/index/noLogin/banner': ctx => banners(ctx, 'home'),
  'GET /cms/index/noLogin/banner/party': ctx => banners(ctx, 'party'),
  'GET /cms/index/noLogin/link': async ({ db }, { type }) => {
    const rows = await db
      .select()
      .from(link)
      .where(type && eq(link.kind, type))
      .orderBy(asc(link.sort), asc(link.id))
    return rows.map(({ id, name, url, kind, group, logoId, sort }) => ({
      id,
      name,
      url,
      logo: fileUrl(logoId),
      type: kind,
      group,
      sort,
    }))
  },
} satisfies Partial<Handlers<Endpoints>>

async function banners(
  { db, now }: Ctx,
  place: 'home' | 'party',
): Promise<Output<Endpoints['GET /cms/index/noLogin/banner']>> {
  const begun = or(isNull(banner.startsAt), lte(banner.startsAt, now))
  const notOver = or(isNull(banner.endsAt), gt(banner.endsAt, now))
  const rows = await db
    .select()
    .from(banner)
    .where(and(eq(banner.place, place), begun, notOver))
    .orderBy(asc(banner.sort), asc(banner.id))
  return rows.map(row => ({
    id: row.id,
    title: row.title,
    imgUrl: `${fileUrl(row.fileId)}?w=1600`,
    mobileImgUrl: row.mobileFileId === null ? null : `${fileUrl(row.mobileFileId)}?w=800`,
    alt: row.alt,
    linkUrl: row.linkUrl,
    sort: row.sort,
  }))
}
