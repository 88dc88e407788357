import { and, asc, desc, isNotNull, lte } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { documentCodes } from '#modules/accounts/documentNames.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { type Section, sectionsOf } from '../documentText.ts'
import { documentVersion } from './tables.ts'

type Row = typeof documentVersion.$inferSelect
export type Draft = Row & { publishedAt: null }
/** A version that everybody may read. */
export type Version = Row & { publishedAt: Date; effectiveOn: string }

type ReadCtx = Pick<Ctx, 'db' | 'now'>

const isPublished = (row: Row): row is Version => row.publishedAt !== null && row.effectiveOn !== null

/** Returns all published versions, newest first. */
export async function publishedVersions({ db }: Pick<Ctx, 'db'>): Promise<Version[]> {
  const rows = await db
    .select()
    .from(documentVersion)
    .where(isNotNull(documentVersion.publishedAt))
    .orderBy(desc(documentVersion.effectiveOn), desc(documentVersion.id))
  return rows.filter(isPublished)
}

export async function currentVersions({ db, now }: ReadCtx): Promise<Version[]> {
  const rows = await db
    .selectDistinctOn([documentVersion.document])
    .from(documentVersion)
    .where(and(isNotNull(documentVersion.publishedAt), lte(documentVersion.effectiveOn, dayOf(now))))
    .orderBy(asc(documentVersion.document), desc(documentVersion.effectiveOn), desc(documentVersion.id))
  return rows.filter(isPublished).toSorted((a, b) => placeOf(a) - placeOf(b))
}

const placeOf = ({ document }: Row) => documentCodes.indexOf(document)

export const stateNames = { coming: '尚未施行', current: '现行', former: '曾经施行' }
export type VersionState = keyof typeof stateNames

/** `of`: all that were published of its document. */
export function stateOf(version: Version, of: readonly Version[], now: Date): VersionState {
  const today = dayOf(now)
  if (version.effectiveOn > today) return 'coming'
  const inForce = of.find(one => one.document === version.document && one.effectiveOn <= today)
  return inForce?.id === version.id ? 'current' : 'former'
}

/** Splits a text into sections and fills in the association's name and contact data. */
export async function sectionsFor(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, text: string): Promise<Section[]> {
  const { association } = await readPublicConfig(ctx)
  return sectionsOf(text, association)
}
