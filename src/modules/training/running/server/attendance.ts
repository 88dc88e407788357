import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { sessionName } from '#modules/training/attendance.ts'
import { attendance, participant, registration } from '#modules/training/server/tables.ts'
import type { checkInContract } from '../checkInContract.ts'
import type { staffRunContract } from '../runContract.ts'
import { type AttendanceCounts, countAttendance } from './attendanceCounts.ts'
import { comingTo, findCourse, isAfter, matchesPerson, type Person, pageOfPeople, readPeople } from './roster.ts'

type Endpoints = typeof checkInContract
type Filters = Parsed<Endpoints['GET /staff/training/attendance/export']>

const whereOf = ({ courseId, key, organisation }: Filters) =>
  and(
    comingTo(courseId),
    key ? matchesPerson(key) : undefined,
    organisation ? containsWords(registration.organisationName, organisation) : undefined,
  )!

export const attendanceHandlers = {
  'GET /staff/training/attendance': async (ctx, asked) => {
    const of = await findCourse(ctx, asked.courseId)
    const where = whereOf(asked)
    const [people, total] = await pageOfPeople(ctx, where, asked)
    return toPage(await toRows(ctx, await countAttendance(ctx, of.id), people), total, asked)
  },
  'GET /staff/training/attendance/export': async (ctx, filters) => {
    const of = await findCourse(ctx, filters.courseId)
    return sendWorkbook(`${of.title}-考勤`, {
      name: '考勤',
      columns: [
        { title: '准考证号', width: 12, value: row => row.ticketNumber },
        { title: '姓名', width: 12, value: row => row.name },
        { title: '单位', width: 36, value: row => row.organisationName },
        { title: '报到', width: 8, value: row => (row.isCheckedIn ? '已报到' : '未报到') },
        ...of.sessions.map(session => ({
          title: sessionName(session),
          width: 14,
          value: ({ present }: Row) => (present.includes(session.code) ? '到' : ''),
        })),
        { title: '到课次数', width: 10, value: ({ present }) => String(present.length) },
        { title: '出勤率', width: 10, value: ({ rate }) => (rate === null ? '' : `${rate}%`) },
      ],
      rows: rowsOf(ctx, filters),
    })
  },
  /** Ticked in a list: only who has come to the course can be at a session of it. */
  'POST /staff/training/attendance': async (ctx, asked) => {
    const { courseId, session, participantIds, isPresent } = asked
    const of = await findCourse(ctx, courseId)
    const held = of.sessions.find(({ code }) => code === session)
    if (!held) throw invalid('本班没有这次课')
    if (isPresent && held.day > dayOf(ctx.now)) throw conflict(`${sessionName(held)}的课还没有上，不能登记出勤`)
    return inTransaction(ctx, async inside => {
      const here = and(comingTo(courseId), inArray(participant.id, participantIds), isNotNull(participant.checkedInAt))
      const people = await readPeople(inside, here)
      if (people.length < new Set(participantIds).size)
        throw conflict('有人尚未报到或不在本班，请先办理报到，再登记考勤')
      const changed = await change(inside, people, { session, isPresent })
      if (changed > 0)
        await record(inside, {
          action: 'course.attendance',
          objectType: 'course',
          objectId: courseId,
          objectName: of.title,
          detail: { session: sessionName(held), people: changed, isPresent },
        })
      return { changed }
    })
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

async function toRows({ db }: Pick<Ctx, 'db'>, { held, of: times }: AttendanceCounts, people: readonly Person[]) {
  const ids = people.map(({ of }) => of.id)
  const taken = await db.select().from(attendance).where(inArray(attendance.participantId, ids))
  const sessionsOf = Map.groupBy(taken, ({ participantId }) => participantId)
  return people.map(({ of, registration }) => ({
    id: of.id,
    name: of.name,
    organisationName: registration.organisationName,
    ticketNumber: of.ticketNumber ?? '',
    isCheckedIn: of.checkedInAt !== null,
    present: (sessionsOf.get(of.id) ?? []).map(({ session }) => session),
    rate: held > 0 ? Math.round(((times.get(of.id) ?? 0) / held) * 100) : null,
  }))
}

type Row = Awaited<ReturnType<typeof toRows>>[number]

async function* rowsOf(ctx: Ctx, filters: Filters): AsyncGenerator<Row> {
  const where = whereOf(filters)
  const present = await countAttendance(ctx, filters.courseId)
  const people = inBatches<Person & { row: Row }>(async after => {
    const next = await readPeople(ctx, and(where, after && isAfter(after))).limit(1000)
    const rows = await toRows(ctx, present, next)
    return next.map((person, i) => ({ ...person, row: rows[i]! }))
  })
  for await (const { row } of people) yield row
}

type Take = Endpoints['POST /staff/training/attendance']

async function change(
  ctx: Ctx,
  people: readonly Person[],
  { session, isPresent }: Pick<Parsed<Take>, 'session' | 'isPresent'>,
): Promise<number> {
  const ids = people.map(({ of }) => of.id)
  const takenBy = await ownName(ctx)
  const rows = isPresent
    ? await ctx.db
        .insert(attendance)
        .values(ids.map(participantId => ({ participantId, session, takenBy, at: ctx.now })))
        .onConflictDoNothing()
        .returning()
    : await ctx.db
        .delete(attendance)
        .where(and(inArray(attendance.participantId, ids), eq(attendance.session, session)))
        .returning()
  return rows.length
}
