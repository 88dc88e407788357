import { asc, eq, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { courseStatus } from '../../status.ts'
import type { Loading } from '../demo.ts'
import { type course, participant, registration } from '../tables.ts'

type Course = typeof course.$inferSelect
type Status = (typeof registration.$inferSelect)['status']
type Person = Awaited<ReturnType<typeof readPersons>>[number]

/** How many of one organisation come together at most. */
const TOGETHER = 4

/** Fills the places of each course with the persons there are: who works together registers together. */
export async function demoRegistrations(ctx: Loading, courses: { course: Course; taken: number }[]) {
  const persons = await readPersons(ctx)
  const orders = courses.flatMap(({ course, taken }, i) => {
    const from = (i * 23) % (persons.length || 1)
    const inTurn = [...persons.slice(from), ...persons.slice(0, from)]
    const places = groupsOf(inTurn.slice(0, taken)).map((group, j) =>
      orderOf(ctx, course, group, stateOf(course, ctx.now, j)),
    )
    return [...places, ...withoutPlace(ctx, course, inTurn.slice(taken))]
  })
  if (orders.length === 0) return
  const rows = await ctx.db
    .insert(registration)
    .values(orders.map(({ persons: _, ...order }, i) => ({ ...order, number: numberOf(order.createdAt, i) })))
    .returning({ id: registration.id, createdAt: registration.createdAt })
  await ctx.db
    .insert(participant)
    .values(
      rows.flatMap(({ id, createdAt }, i) =>
        orders[i]!.persons.map(one => ({ registrationId: id, personId: one.id, createdAt })),
      ),
    )
}

const numberOf = (createdAt: Date, index: number) =>
  `PX${dayOf(createdAt).replaceAll('-', '')}${String(index + 1).padStart(4, '0')}`

const readPersons = ({ db }: Loading) =>
  db
    .select({
      id: person.id,
      name: person.name,
      organisationId: person.organisationId,
      organisationName: organisation.name,
      isMember: sql<boolean>`${member.status} is not distinct from 'active'`,
    })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .leftJoin(member, eq(member.organisationId, person.organisationId))
    .orderBy(asc(person.organisationId), asc(person.id))

function groupsOf(persons: Person[]): Person[][] {
  const groups: Person[][] = []
  for (const one of persons) {
    const last = groups.at(-1)
    const isColleague = last && one.organisationId !== null && last[0]!.organisationId === one.organisationId
    if (isColleague && last.length < TOGETHER) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** Somebody has not finished the form, and somebody changed their mind: neither takes a place. */
function withoutPlace(ctx: Loading, course: Course, others: Person[]) {
  if (courseStatus({ ...course, enrolled: 0 }, ctx.now) !== 'open') return []
  return groupsOf(others)
    .slice(0, 2)
    .map((group, i) => orderOf(ctx, course, group, i === 0 ? 'draft' : 'cancelled'))
}

function orderOf({ now }: Loading, course: Course, persons: Person[], status: Status) {
  const [first] = persons
  const end = Math.min(course.applyUntil.getTime(), now.getTime())
  const share = ((first!.id * 37) % 100) / 100
  const createdAt = new Date(course.applyFrom.getTime() + (end - course.applyFrom.getTime()) * share)
  return {
    persons,
    status,
    courseId: course.id,
    channel: first!.isMember ? ('member' as const) : ('public' as const),
    organisationId: first!.organisationId,
    organisationName: first!.organisationName ?? first!.name,
    totalFee: persons.length * (first!.isMember ? course.feeMember : course.feeOther),
    createdAt,
    updatedAt: createdAt,
  }
}

/** Where the `index`-th registration has got to: before the course begins, most are paid. */
function stateOf(course: Course, now: Date, index: number): Status {
  switch (courseStatus({ ...course, enrolled: 0 }, now)) {
    case 'cancelled':
      return 'refunded'
    case 'announced':
    case 'ended':
      return 'finished'
    case 'running':
      return 'checkedIn'
    case 'open':
      return (['confirmed', 'confirmed', 'paid', 'confirmed', 'unpaid', 'submitted', 'confirmed', 'returned'] as const)[
        index % 8
      ]!
    default:
      return 'confirmed'
  }
}
