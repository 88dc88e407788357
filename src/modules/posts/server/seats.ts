import { and, arrayContains, asc, eq, or } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { isSamePerson } from '../rules.ts'
import { isInForce } from './bodies.ts'
import { appointment, body, post, term } from './tables.ts'

/** A seat in a body on a day. `key` names it in the records of meetings: 'appointment:5', 'organisation:12', 'person:7'. */
export type Seat = {
  key: string
  /** The company, or the person who sits for nobody. */
  name: string
  organisationId: number | null
  personName: string
  /** Login of whoever sits there. */
  accountId: number | null
  postName: string
  /** Votes. */
  weight: number
}

type SeatSource = (ctx: Pick<Ctx, 'db' | 'now'>, day: string) => Promise<Seat[]>
const assembly = hook<SeatSource>('the seats of the assembly of members')

/** The module that keeps the members says who has a seat in their assembly. */
export const defineAssembly = assembly.define

/**
 * The seats of a body on a day, in the order of its posts: by the appointments in force, also those in other bodies whose
 * posts carry a seat here; somebody with two posts has one seat, that of the higher post. In the assembly: the members.
 */
export async function seatsOf(ctx: Pick<Ctx, 'db' | 'now'>, bodyId: number, day: string): Promise<Seat[]> {
  const [of] = await ctx.db.select().from(body).where(eq(body.id, bodyId))
  if (!of) throw notFound('没有这个机构')
  if (of.kind === 'assembly') return assembly.get()(ctx, day)
  const rows = await ctx.db
    .select({ held: appointment, post, organisationName: organisation.name })
    .from(appointment)
    .innerJoin(post, eq(post.id, appointment.postId))
    .innerJoin(body, eq(body.id, appointment.bodyId))
    .leftJoin(term, eq(term.id, appointment.termId))
    .leftJoin(organisation, eq(organisation.id, appointment.organisationId))
    .where(and(isInForce(day), or(eq(appointment.bodyId, bodyId), arrayContains(post.seatBodyIds, [bodyId]))))
    .orderBy(asc(body.sort), asc(post.sort), asc(appointment.fromDay), asc(appointment.id))
  const first = rows.filter(({ held }, i) => rows.findIndex(other => isSamePerson(other.held, held)) === i)
  return first.map(({ held, post, organisationName }) => ({
    key: `appointment:${held.id}`,
    name: organisationName ?? (held.organisationName || held.personName),
    organisationId: held.organisationId,
    personName: held.personName,
    accountId: held.accountId,
    postName: post.name,
    weight: post.voteWeight,
  }))
}
