import { and, between, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { personnelKind, studyHours } from './tables.ts'

type Writing = Pick<Ctx, 'db' | 'now'>
type Reading = Pick<Ctx, 'db'>
export type Credit = Omit<typeof studyHours.$inferInsert, 'id' | 'createdAt'>

/** Credits 继续教育学时. A course credits each of its people once: finished anew, with other hours, those count. */
export async function creditHours({ db, now }: Writing, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return
  const { courseId, personId } = studyHours
  const as = (column: string) => sql.raw(`excluded.${column}`)
  await db
    .insert(studyHours)
    .values(credits.map(credit => ({ ...credit, createdAt: now })))
    .onConflictDoUpdate({
      target: [courseId, personId],
      set: {
        title: as('title'),
        hours: as('hours'),
        earnedOn: as('earned_on'),
        certificateKind: as('certificate_kind'),
      },
    })
}

/** Sums the study hours of each person between two days, inclusive. Persons without hours are absent. */
export async function hoursWithin(
  { db }: Reading,
  personIds: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ personId: studyHours.personId, hours: earned })
    .from(studyHours)
    .where(and(inArray(studyHours.personId, [...personIds]), between(studyHours.earnedOn, from, to)))
    .groupBy(studyHours.personId)
  return new Map(rows.map(({ personId, hours }) => [personId, hours]))
}

const earned = sql<number>`sum(${studyHours.hours})`.mapWith(Number)

/** Per certificate id: hours earned within its validity that count for its kind, and the hours a renewal needs. */
export async function hoursOf({ db, now }: Writing, certificateIds: readonly number[]) {
  const { id, personId, kindCode, validFrom, validTo } = certificate
  const counts = and(
    eq(studyHours.personId, personId),
    between(studyHours.earnedOn, validFrom, sql`coalesce(${validTo}, ${dayOf(now)}::date)`),
    or(isNull(studyHours.certificateKind), eq(studyHours.certificateKind, kindCode)),
  )
  const rows = await db
    .select({ id, hours: sql<number>`coalesce(${earned}, 0)`.mapWith(Number), needed: personnelKind.renewHours })
    .from(certificate)
    .leftJoin(studyHours, counts)
    .leftJoin(personnelKind, eq(personnelKind.code, kindCode))
    .where(and(inArray(id, [...certificateIds]), isNotNull(personId)))
    .groupBy(id, personnelKind.renewHours)
  return new Map(rows.map(({ id, hours, needed }) => [id, { hours, hoursNeeded: needed ?? 0 }]))
}

/** The newest first. */
export async function studyOf({ db }: Reading, personId: number) {
  const rows = await db
    .select({ of: studyHours, kindName: personnelKind.name })
    .from(studyHours)
    .leftJoin(personnelKind, eq(personnelKind.code, studyHours.certificateKind))
    .where(eq(studyHours.personId, personId))
    .orderBy(desc(studyHours.earnedOn), desc(studyHours.id))
  return rows.map(({ of: { id, title, hours, earnedOn }, kindName }) => ({
    id,
    title,
    hours,
    earnedOn,
    kindName: kindName ?? '',
  }))
}
