import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { appointment, body, post, term } from './tables.ts'

type Db = Pick<Ctx, 'db'>
export type Body = typeof body.$inferSelect
export type Term = typeof term.$inferSelect
export type Post = typeof post.$inferSelect
export type Appointment = typeof appointment.$inferSelect

export const readBodies = ({ db }: Db): Promise<Body[]> => db.select().from(body).orderBy(asc(body.sort), asc(body.id))

/** All posts, those of a body beside each other in its order. */
export const readPosts = ({ db }: Db): Promise<Post[]> => db.select().from(post).orderBy(asc(post.sort), asc(post.id))

/** All terms, the earliest first. */
export const readTerms = ({ db }: Db): Promise<Term[]> =>
  db.select().from(term).orderBy(asc(term.fromDay), asc(term.id))

/** The body that is known by this code on every site. */
export async function bodyByCode({ db }: Db, code: string): Promise<Body> {
  const [found] = await db.select().from(body).where(eq(body.code, code))
  if (!found) throw notFound('没有这个机构')
  return found
}

/** The last day of an appointment whose term is joined; null: without end. */
export const lastDayOfPost = sql<string | null>`coalesce(${appointment.toDay}, ${term.toDay})`

/** Condition on an appointment whose term is joined: it is in force on that day. */
export const isInForce = (day: string): SQL =>
  sql`(${appointment.fromDay} <= ${day} and coalesce(${appointment.toDay}, ${term.toDay}, 'infinity') >= ${day}::date)`

/** The term in which a day falls; else the latest that had begun. */
export const termOn = (terms: readonly Term[], bodyId: number, day: string): Term | undefined =>
  terms.findLast(one => one.bodyId === bodyId && one.fromDay <= day)
