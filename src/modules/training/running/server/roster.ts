import { and, asc, eq, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { isComing } from '#modules/training/courses/server/traineeRows.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import { examKindNames, stayNames } from '#modules/training/participantWords.ts'
import { answersOf, fareName } from '#modules/training/registrations/server/registrationPeople.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'

type Endpoints = typeof staffRunContract
export type Filters = Parsed<Endpoints['GET /staff/training/roster/export']>

export type Course = typeof course.$inferSelect
export type Participant = typeof participant.$inferSelect

export async function findCourse({ db }: Pick<Ctx, 'db'>, id: number): Promise<Course> {
  const [of] = await db.select().from(course).where(eq(course.id, id))
  if (!of) throw notFound('培训班不存在')
  return of
}

/** The same, for who gives out numbers, seats or rooms of it: one at a time. */
export async function lockCourse({ db }: Pick<Ctx, 'db'>, id: number): Promise<Course> {
  const [of] = await db.select().from(course).where(eq(course.id, id)).for('update')
  if (!of) throw notFound('培训班不存在')
  return of
}

/** Reads participants with their registrations, by ticket number, else in the order of registration. */
export const readPeople = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db
    .select({ of: participant, registration })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(where)
    .orderBy(...BY_TICKET)
    .$dynamic()
export type Person = Awaited<ReturnType<typeof readPeople>>[number]

/** A page of them, and how many there are. */
export const pageOfPeople = (ctx: Pick<Ctx, 'db'>, where: SQL, asked: { pageNum: number; pageSize: number }) =>
  Promise.all([
    limitToPage(asked, readPeople(ctx, where)),
    countOf(
      ctx.db,
      sql`select 1 from ${participant}
        join ${registration} on ${eq(registration.id, participant.registrationId)} where ${where}`,
    ),
  ])

const BY_TICKET = [
  sql`${participant.ticketNumber} is null`,
  asc(participant.ticketNumber),
  asc(registration.id),
  asc(participant.place),
  asc(participant.id),
]

export const comingTo = (courseId: number) => and(eq(registration.courseId, courseId), isComing)!

/** A person by part of the name, or by the end of the ticket number. */
export const matchesPerson = (key: string) =>
  or(containsWords(participant.name, key), /^\d+$/.test(key) ? like(participant.ticketNumber, `%${key}`) : undefined)!

export const whereOf = ({ courseId, checkedIn, organisation, key }: Filters) =>
  and(
    comingTo(courseId),
    checkedIn && (checkedIn === '1' ? isNotNull(participant.checkedInAt) : isNull(participant.checkedInAt)),
    organisation ? containsWords(registration.organisationName, organisation) : undefined,
    key ? matchesPerson(key) : undefined,
  )!

export const rosterHandlers = {
  'GET /staff/training/roster': async (ctx, asked) => {
    const where = whereOf(asked)
    const [[people, total], named] = await Promise.all([
      pageOfPeople(ctx, where, asked),
      readRosterNames(ctx, asked.courseId),
    ])
    const rows = people.map(person => rosterRow(ctx, person, named))
    return toPage(rows, total, asked)
  },
} satisfies Partial<Handlers<Endpoints>>

/** The name of a level of the certificate that a course leads to. */
export async function readLevels({ db }: Pick<Ctx, 'db'>, courseId: number): Promise<(code: string) => string> {
  const [of] = await db
    .select({ levels: personnelKind.levels, levelCode: course.levelCode })
    .from(course)
    .innerJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .where(eq(course.id, courseId))
  return code => of?.levels.find(level => level.code === (code || of.levelCode))?.name ?? ''
}

/** What names the values of a row: the levels, and the kind with its questions. */
export async function readRosterNames(ctx: Pick<Ctx, 'db'>, courseId: number) {
  const course = await findCourse(ctx, courseId)
  return { course, levelOf: await readLevels(ctx, courseId), kind: await kindOfCode(ctx, course.kind) }
}
export type RosterNames = Awaited<ReturnType<typeof readRosterNames>>

const sexNames = { male: '男', female: '女' }
export const sexName = ({ sex }: Pick<Participant, 'sex'>) => (sex ? sexNames[sex] : '')

export function rosterRow(
  { encryption }: Pick<Ctx, 'encryption'>,
  { of, registration }: Person,
  { levelOf, kind, course }: RosterNames,
) {
  const { id, name, levelCode, examKind, stay, ticketNumber, seat, room, checkedInAt, checkedInBy, result } = of
  return {
    id,
    registrationId: registration.id,
    registrationNumber: registration.number ?? '',
    name,
    sexName: sexName(of),
    organisationName: registration.organisationName,
    idNumber: maskedIdNumber({ encryption }, of),
    mobile: of.mobileSealed ? maskMobile(encryption.decrypt(of.mobileSealed)) : '',
    levelName: levelOf(levelCode),
    fareName: fareName(course, of),
    examKindName: kind.hasCertificates ? examKindNames[examKind] : '',
    answers: answersOf(kind.fields, of),
    stayName: stayNames[stay],
    ticketNumber: ticketNumber ?? '',
    seat,
    room,
    result,
    checkedInAt: checkedInAt && iso(checkedInAt),
    checkedInBy,
    status: registration.status,
    statusName: enrolmentStatusNames[registration.status],
  }
}
export type Row = ReturnType<typeof rosterRow>

export const maskedIdNumber = ({ encryption }: Pick<Ctx, 'encryption'>, { idNumberSealed }: Participant) =>
  idNumberSealed ? maskIdNumber(encryption.decrypt(idNumberSealed)) : ''

/** Matches people after this one in the order of the roster. */
export const isAfter = ({ of, registration: { id } }: Person) =>
  sql`(${participant.ticketNumber} is null, coalesce(${participant.ticketNumber}, ''), ${registration.id}, ${participant.place},
    ${participant.id}) > (${of.ticketNumber === null}, ${of.ticketNumber ?? ''}, ${id}, ${of.place}, ${of.id})`
