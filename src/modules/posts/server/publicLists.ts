import { and, asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { isSamePerson } from '../rules.ts'
import { organisationNameOf } from './appointments.ts'
import { type Body, isInForce, readBodies, readTerms, termOn } from './bodies.ts'
import { appointment, body, post, term } from './tables.ts'

type Reader = Pick<Ctx, 'db' | 'now'>
type ReadPages = (ctx: Reader, organisationIds: readonly number[]) => Promise<(id: number | null) => string | null>
const pages = hook<ReadPages>('the public pages of organisations that hold seats')

/** The module that has public pages of organisations says which they are. */
export const defineOrganisationPages = pages.define

/** Who is in office today and may be named: of bodies whose list is public, in posts that are. */
async function readPublic({ db, now }: Reader) {
  return db
    .select({ of: appointment, post, body, organisationName: organisationNameOf })
    .from(appointment)
    .innerJoin(post, eq(post.id, appointment.postId))
    .innerJoin(body, eq(body.id, appointment.bodyId))
    .leftJoin(term, eq(term.id, appointment.termId))
    .leftJoin(organisation, eq(organisation.id, appointment.organisationId))
    .where(and(isInForce(dayOf(now)), eq(post.isPublic, true), eq(body.isEnded, false)))
    .orderBy(asc(body.sort), asc(post.sort), asc(appointment.fromDay), asc(appointment.id))
}
type Named = Awaited<ReturnType<typeof readPublic>>[number]

/** Those with a seat in the body, each in their highest post. */
function seatedIn(rows: readonly Named[], { id }: Body): Named[] {
  const seated = rows.filter(({ post }) => post.bodyId === id || post.seatBodyIds.includes(id))
  return seated.filter(({ of }, i) => seated.findIndex(other => isSamePerson(other.of, of)) === i)
}

/** 理事会名单 and the like: of each public body who is in office, by posts. */
export async function readPublicLists(ctx: Reader) {
  const today = dayOf(ctx.now)
  const [bodies, terms, rows] = [await readBodies(ctx), await readTerms(ctx), await readPublic(ctx)]
  const routeOf = await pages.get()(
    ctx,
    rows.flatMap(({ of }) => of.organisationId ?? []),
  )
  return bodies
    .filter(({ isPublic, isEnded }) => isPublic && !isEnded)
    .flatMap(of => {
      const seated = seatedIn(rows, of)
      if (seated.length === 0) return []
      const during = termOn(terms, of.id, today) ?? terms.find(({ id }) => id === seated[0]!.of.termId)
      const posts = [...Map.groupBy(seated, ({ post }) => post.name)].map(([name, holders]) => ({
        name,
        holders: holders.map(({ of, organisationName }) => ({
          personName: of.personName,
          orgName: organisationName,
          route: routeOf(of.organisationId),
        })),
      }))
      return {
        code: of.code,
        name: of.name,
        termNumber: during?.number ?? '',
        fromDay: during?.fromDay ?? null,
        toDay: during?.toDay ?? null,
        posts,
      }
    })
}

/** Posts of an organisation that may be named on its public page. */
export async function publicPostsOf(ctx: Reader, organisationId: number) {
  const rows = await readPublic(ctx)
  return rows
    .filter(({ of, body }) => of.organisationId === organisationId && body.isPublic)
    .map(({ of, post, body }) => ({ bodyName: body.name, postName: post.name, personName: of.personName }))
}
