import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { record } from '#modules/audit/server/record.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'
import { type Course, comingTo, findCourse, lockCourse } from './roster.ts'
import { reachOfTickets, tellOfTickets } from './ticketMessages.ts'

export const ticketMakingHandlers = {
  'GET /staff/training/tickets/preview': async (ctx, { courseId }) => {
    const of = await findCourse(ctx, courseId)
    const waiting = await readWaiting(ctx, courseId)
    const told = await readUntold(ctx, courseId, waiting)
    return { people: waiting.length, registrations: told.length, ...(await reachOfTickets(ctx, of, told)) }
  },
  /**
   * Numbers and codes for whoever is confirmed and has none. The course is locked: of two who make tickets at once the
   * second finds nothing left to do, and numbers have no gap.
   */
  'POST /staff/training/tickets/make': (ctx, { courseId, expected }) =>
    ctx.db.transaction(async tx => {
      const inside = { ...ctx, db: tx }
      const of = await lockCourse(inside, courseId)
      if (of.cancelledAt) throw conflict('培训班已取消，不能生成准考证')
      const waiting = await readWaiting(inside, courseId)
      const given = await lastNumber(inside, of)
      if (waiting.length + given === 0) throw conflict('还没有报名已确认的人，请先确认报名，再生成准考证')
      if (waiting.length !== expected)
        throw conflict(`要生成准考证的现在是 ${waiting.length} 人，与您看到的 ${expected} 人不同，请核对后再生成`)
      const tell = await readUntold(inside, courseId, waiting)
      await write(
        inside,
        waiting.map(({ id }, i) => ({ id, number: numberOf(of, given + i + 1), token: newToken() })),
      )
      await tellOfTickets(inside, of, tell)
      if (!of.ticketsAt) await tx.update(course).set({ ticketsAt: ctx.now }).where(eq(course.id, courseId))
      if (waiting.length > 0)
        await record(inside, {
          action: 'course.makeTickets',
          objectType: 'course',
          objectId: courseId,
          objectName: of.title,
          detail: { people: waiting.length },
        })
      return { made: waiting.length, total: given + waiting.length, told: tell.length }
    }),
} satisfies Partial<Handlers<typeof staffRunContract>>

/** Who was confirmed first is numbered first. */
const readWaiting = ({ db }: Pick<Ctx, 'db'>, courseId: number) =>
  db
    .select({ id: participant.id, registrationId: registration.id })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(comingTo(courseId), isNull(participant.ticketNumber)))
    .orderBy(asc(registration.confirmedAt), asc(registration.id), asc(participant.place), asc(participant.id))

/** 128 bits that nobody guesses, as they fit into an address. */
const newToken = () => randomBytes(16).toString('base64url')

const prefixOf = ({ id }: Pick<Course, 'id'>) => String(id).padStart(4, '0')
const numberOf = (of: Course, place: number) => prefixOf(of) + String(place).padStart(3, '0')

/** Of all that were ever given out: the number of somebody who has dropped out is not given to another. */
async function lastNumber({ db }: Pick<Ctx, 'db'>, of: Course): Promise<number> {
  const place = sql<number | null>`max(substr(${participant.ticketNumber}, ${prefixOf(of).length + 1}::int)::int)`
  const [found] = await db
    .select({ last: place })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(eq(registration.courseId, of.id))
  return found?.last ?? 0
}

/** Whose registration hears of it for the first time. */
async function readUntold(ctx: Pick<Ctx, 'db'>, courseId: number, waiting: readonly { registrationId: number }[]) {
  const told = await readTold(ctx, courseId)
  return [...new Set(waiting.map(({ registrationId }) => registrationId))].filter(id => !told.has(id))
}

async function readTold({ db }: Pick<Ctx, 'db'>, courseId: number): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: registration.id })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(eq(registration.courseId, courseId), sql`${participant.ticketNumber} is not null`))
  return new Set(rows.map(({ id }) => id))
}

const write = ({ db }: Pick<Ctx, 'db'>, tickets: readonly { id: number; number: string; token: string }[]) =>
  db.execute(sql`update ${participant} set ticket_number = given.number, token = given.token
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as given(id int, number text, token text)
    where ${participant.id} = given.id`)
