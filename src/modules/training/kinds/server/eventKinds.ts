import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Option } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { course, eventKind } from '#modules/training/server/tables.ts'
import type { eventKindContract } from '../contract.ts'
import type { EventWords } from '../eventWords.ts'
import type { ParticipantDemand } from '../kindForm.ts'

type QueryCtx = Pick<Ctx, 'db'>
export type EventKind = typeof eventKind.$inferSelect

export const readEventKinds = ({ db }: QueryCtx): Promise<EventKind[]> =>
  db.select().from(eventKind).orderBy(asc(eventKind.sort), asc(eventKind.id))

/** Kinds as options of a form or filter. Those of which no event begins any more are retired. */
export const eventKindOptions = async (ctx: QueryCtx): Promise<Option[]> =>
  (await readEventKinds(ctx)).map(({ code, name, isOpen }) => (isOpen ? { code, name } : { code, name, retired: true }))

/** A code that nobody knows has no name. */
export async function eventKindNames(ctx: QueryCtx): Promise<(code: string) => string> {
  const names = new Map((await readEventKinds(ctx)).map(({ code, name }) => [code, name]))
  return code => names.get(code) ?? ''
}

/** SQL for the name of the kind whose code is in a column. */
export const eventKindName = (column: PgColumn) =>
  sql<string>`coalesce((select kind.name from ${eventKind} kind where kind.code = ${column}), '')`

/** The kind of an event. */
export async function kindOfCode({ db }: QueryCtx, code: string): Promise<EventKind> {
  const [found] = await db.select().from(eventKind).where(eq(eventKind.code, code))
  if (!found) throw new Error(`no kind of event has the code ${code}`)
  return found
}

/** The kind of the event with this id. */
export async function kindOfCourse({ db }: QueryCtx, courseId: number): Promise<EventKind> {
  const [found] = await db
    .select({ kind: eventKind })
    .from(course)
    .innerJoin(eventKind, eq(eventKind.code, course.kind))
    .where(eq(course.id, courseId))
  if (!found) throw new Error(`event ${courseId} has no kind`)
  return found.kind
}

export const wordsOf = ({ noun, people, fee, pass, speakers, agenda }: EventKind): EventWords => ({
  noun,
  people,
  fee,
  pass,
  speakers,
  agenda,
})

export const demandOf = ({ people, asks, requires, isRenewal, fields }: EventKind): ParticipantDemand => ({
  people,
  asks,
  requires,
  isRenewal,
  questions: fields,
})

/** Number of events of each kind, by code. */
export async function countEvents({ db }: QueryCtx, kinds: readonly EventKind[]): Promise<Map<string, number>> {
  const codes = kinds.map(({ code }) => code)
  const rows = await db
    .select({ code: course.kind, n: count() })
    .from(course)
    .where(inArray(course.kind, codes))
    .groupBy(course.kind)
  return new Map(rows.map(({ code, n }) => [code, n]))
}

export const eventKindHandlers = {
  'GET /app/training/kinds': eventKindOptions,
} satisfies Partial<Handlers<typeof eventKindContract>>
