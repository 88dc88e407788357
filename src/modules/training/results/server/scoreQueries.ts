import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { ParticipantResult } from '#modules/training/participantWords.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { certificateBatch, course, examResult, participant, registration } from '#modules/training/server/tables.ts'

type QueryCtx = Pick<Ctx, 'db'>

const first = alias(examResult, 'first_try')
const makeup = alias(examResult, 'makeup_try')

/** Current result, including results not announced yet. */
export const currentResult = sql<ParticipantResult>`coalesce(
  nullif(${makeup.result}, 'none'), nullif(${first.result}, 'none'), ${participant.result})`

/** Announced as passed, with no certificate yet and in no batch. */
export const isCertifiable = and(
  inArray(participant.result, ['passed', 'makeupPassed']),
  isNull(participant.certificateId),
  isNull(participant.batchId),
)!

type Scope = 'lacking' | 'makeup' | 'certifiable'
type Filters = { id: number; scope?: Scope; result?: ParticipantResult; key?: string }

const scopes: Record<Scope, SQL> = {
  lacking: eq(currentResult, 'none'),
  makeup: sql`${first.result} in ('failed', 'absent')`,
  certifiable: isCertifiable,
}

/** The one reading of the filters, for list and export. */
export const scoresWhere = ({ id, scope, result, key }: Filters): SQL =>
  and(comingTo(id), scope && scopes[scope], result && eq(currentResult, result), key ? matchesName(key) : undefined)!

/** Part of a name or of an organisation's, or the end of a ticket number. */
export const matchesName = (key: string) =>
  or(
    containsWords(participant.name, key),
    containsWords(registration.organisationName, key),
    sql`right(${participant.ticketNumber}, ${key.length}) = ${key.toUpperCase()}`,
  )

/** Orders by ticket number; people without one come last. */
export const inTicketOrder = [asc(participant.ticketNumber), asc(participant.id)]

const columns = {
  id: participant.id,
  name: participant.name,
  ticketNumber: participant.ticketNumber,
  examKind: participant.examKind,
  levelCode: participant.levelCode,
  result: currentResult,
  checkedInAt: participant.checkedInAt,
  announced: participant.result,
  creditedAt: participant.creditedAt,
  personId: participant.personId,
  batchId: participant.batchId,
  registrationId: participant.registrationId,
  organisationName: registration.organisationName,
  first,
  makeup,
  certificate: { id: certificate.id, number: certificate.number, status: certificate.status },
  batchNumber: application.number,
}

export const readScores = ({ db }: QueryCtx, where: SQL) =>
  db
    .select(columns)
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .leftJoin(first, and(eq(first.participantId, participant.id), eq(first.round, 'first')))
    .leftJoin(makeup, and(eq(makeup.participantId, participant.id), eq(makeup.round, 'makeup')))
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .leftJoin(certificateBatch, eq(certificateBatch.id, participant.batchId))
    .leftJoin(application, eq(application.id, certificateBatch.applicationId))
    .where(where)
    .$dynamic()
export type ScoreRow = Awaited<ReturnType<typeof readScores>>[number]

/** FROM clause for queries that only count. */
export const scoreSource = sql`${participant}
  join ${registration} on ${eq(registration.id, participant.registrationId)}
  left join ${examResult} first_try on ${and(eq(first.participantId, participant.id), eq(first.round, 'first'))}
  left join ${examResult} makeup_try on ${and(eq(makeup.participantId, participant.id), eq(makeup.round, 'makeup'))}`

/** Told to nobody yet: a try that was taken down since the last announcement. */
export const isFresh = or(
  sql`${first.result} <> 'none' and ${first.announcedAt} is null`,
  sql`${makeup.result} <> 'none' and ${makeup.announcedAt} is null`,
)!

/** A course with the certificate that it leads to. */
export async function findCourse({ db }: QueryCtx, id: number) {
  const { words: _, ...of } = columnsOf
  const [found] = await db
    .select({ of, kind: personnelKind })
    .from(course)
    .leftJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .where(eq(course.id, id))
  if (!found) throw notFound('没有这个培训班')
  return found
}
const columnsOf = getTableColumns(course)
export type FoundCourse = Awaited<ReturnType<typeof findCourse>>

/** The same, locked: whatever changes its results comes one after the other. */
export async function lockCourse(ctx: QueryCtx, id: number): Promise<FoundCourse> {
  await ctx.db.select({ id: course.id }).from(course).where(eq(course.id, id)).for('update')
  return findCourse(ctx, id)
}
