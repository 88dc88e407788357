import { eq, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type LinkType, linkTypes } from '../linkRule.ts'
import { isPosition } from '../positions.ts'
import type { Advert } from './advertisers.ts'
import { advert } from './tables.ts'

export type Changes = Partial<Omit<Advert, 'id' | 'version'>>

export async function readAdvert({ db }: Pick<Ctx, 'db'>, id: number): Promise<Advert> {
  const [found] = await db.select().from(advert).where(eq(advert.id, id))
  if (!found) throw notFound('广告不存在')
  return found
}

/** The row, locked: who acts on it next waits. */
export async function lockAdvert({ db }: Pick<Ctx, 'db'>, id: number): Promise<Advert> {
  const [found] = await db.select().from(advert).where(eq(advert.id, id)).for('update')
  if (!found) throw notFound('广告不存在')
  return found
}

export async function writeAdvert({ db, now }: Ctx, { id }: Pick<Advert, 'id'>, changes: Changes): Promise<Advert> {
  const [written] = await db
    .update(advert)
    .set({ ...changes, version: sql`${advert.version} + 1`, updatedAt: now })
    .where(eq(advert.id, id))
    .returning()
  return written!
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : null

/** What of a form stands in the row; of a draft whatever can. Who to call stays in the form alone. */
export const columnsOf = (values: FormValues): Changes => ({
  ...contentColumns(values),
  position: isPosition(values.position) ? values.position : null,
  startsOn: dayIn(values.startsOn),
  endsOn: dayIn(values.endsOn),
})

/** What is shown, without where and when. */
export const contentColumns = ({ title, alt, picture, linkType, linkUrl }: FormValues): Changes => ({
  title: String(title ?? ''),
  alt: alt ? String(alt) : null,
  imageId: typeof picture === 'number' ? picture : null,
  linkType: String(linkType) in linkTypes ? (linkType as LinkType) : 'outside',
  linkUrl: linkUrl && linkType !== 'none' ? String(linkUrl) : null,
})

/** The same back, as a form has it. */
export const contentOf = ({ title, alt, imageId, linkType, linkUrl }: Advert): FormValues => ({
  title,
  alt,
  picture: imageId,
  linkUrl,
  linkType: linkUrl ? linkType : 'none',
})
