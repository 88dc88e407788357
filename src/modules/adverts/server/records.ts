import { eq, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { advertFields, changeFields } from '../advertForm.ts'
import type { LinkType } from '../linkRule.ts'
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

/** Maps the content fields to columns; the contact stays in the application. Without a URL there is no link. */
const content = {
  picture: 'imageId',
  linkType: {
    read: ({ linkType, linkUrl }: Advert): LinkType => (linkUrl ? linkType : 'none'),
    write: (type: LinkType | null) => ({ linkType: type ?? 'outside' }),
  },
  linkUrl: {
    read: ({ linkUrl }: Advert) => linkUrl,
    write: (address: string | null, { linkType }: { linkType?: LinkType | null }) => ({
      linkUrl: linkType === 'none' ? null : address || null,
    }),
  },
  description: elsewhere,
  contactName: elsewhere,
  contactMobile: elsewhere,
  contactEmail: elsewhere,
} as const

export const advertForm = bindForm(advertFields, advert, content).besides({
  id: true,
  number: true,
  applicationId: true,
  accountId: true,
  organisationId: true,
  personId: true,
  sort: true,
  status: true,
  version: true,
  takenDownAt: true,
  takenDownReason: true,
  removedAt: true,
  remindedAt: true,
  endToldAt: true,
  createdAt: true,
  updatedAt: true,
})

/** The same without where and when. */
export const contentForm = bindForm(changeFields, advert, content)

/** Columns of a draft: the valid fields, and the title in any case. */
export function draftColumns({ title, ...draft }: StoredForm, today: string) {
  const { values } = readForm(advertFields, draft, { whole: true, today })
  return advertForm.rowOf({ ...values, title: String(title ?? '') })
}
