import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { courseStatus } from '#modules/training/courseStatus.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { readEventKinds } from '#modules/training/kinds/server/eventKinds.ts'
import type { Loading } from '../demo.ts'
import { type course, participant, registration } from '../tables.ts'
import { demoScores } from './scores.ts'

type Course = typeof course.$inferSelect
type Registration = typeof registration.$inferInsert
type Status = Registration['status']
type Known = Awaited<ReturnType<typeof readPersons>>[number]

const MAX_PEOPLE_PER_REGISTRATION = 4

/** The lists of the classes so far, as the association brought them in: who works together was signed up together. */
export async function demoRegistrations(ctx: Loading, courses: { course: Course; taken: number }[]) {
  const kinds = new Map((await readEventKinds(ctx)).map(kind => [kind.code, kind]))
  const persons = await readPersons(ctx)
  const orders = courses.flatMap(({ course, taken }, i) => {
    const from = (i * 23) % (persons.length || 1)
    const inTurn = [...persons.slice(from), ...persons.slice(0, from)]
    return groupsOf(inTurn.slice(0, taken)).map(group => orderOf(ctx, course, group))
  })
  if (orders.length === 0) return
  const rows = await ctx.db
    .insert(registration)
    .values(orders.map(({ of }, i) => ({ ...of, number: numberOf(of.createdAt, i) })))
    .returning()
  await ctx.db
    .insert(receivable)
    .values(rows.flatMap((row, i) => (row.totalFee > 0 ? paidFeeOf(row, orders[i]!.course) : [])))
  const tickets = new Map<number, number>()
  const values = rows.flatMap(({ id, createdAt }, i) => {
    const { course, persons, of } = orders[i]!
    return persons.map((one, j) => ({
      registrationId: id,
      courseId: course.id,
      personId: one.person.id,
      place: j + 1,
      createdAt,
      ...takenFrom(one, of.status, kinds.get(course.kind)?.asks ?? []),
      ...inCourse(course, of.status, ticketOf(tickets, course.id)),
    }))
  })
  const people = await ctx.db.insert(participant).values(values).returning()
  await demoScores(ctx, courses, people)
}

const paidFeeOf = (
  { id, number, organisationId, organisationName, provinceCode, totalFee, createdAt }: typeof registration.$inferSelect,
  { title }: Course,
): typeof receivable.$inferInsert => ({
  id: receivableIdOf(ENROLMENT, id),
  kind: ENROLMENT,
  payableId: id,
  number: number ?? '',
  organisationId,
  debtor: organisationName,
  debtorProvince: provinceCode,
  about: title,
  amount: totalFee,
  state: 'confirmed',
  raisedOn: dayOf(createdAt),
  confirmedAt: createdAt,
  isWithoutInvoice: true,
  createdAt,
})

const numberOf = (createdAt: Date, index: number) =>
  `PX${dayOf(createdAt).replaceAll('-', '')}${String(index + 1).padStart(4, '0')}`

function ticketOf(tickets: Map<number, number>, courseId: number): number {
  const next = (tickets.get(courseId) ?? 0) + 1
  tickets.set(courseId, next)
  return next
}

const readPersons = ({ db }: Loading) =>
  db
    .select({
      person,
      organisation,
      isMember: sql<boolean>`${member.status} is not distinct from 'active'`,
    })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .leftJoin(member, eq(member.organisationId, person.organisationId))
    .orderBy(asc(person.organisationId), asc(person.id))

function groupsOf(persons: Known[]): Known[][] {
  const groups: Known[][] = []
  for (const one of persons) {
    const last = groups.at(-1)
    const employer = one.person.organisationId
    const isColleague = last && employer !== null && last[0]!.person.organisationId === employer
    if (isColleague && last.length < MAX_PEOPLE_PER_REGISTRATION) last.push(one)
    else groups.push([one])
  }
  return groups
}

function orderOf({ now }: Loading, course: Course, persons: Known[]) {
  const [{ person: first, organisation: employer, isMember }] = persons as [Known]
  const end = Math.min(course.applyUntil.getTime(), now.getTime())
  const share = ((first.id * 37) % 100) / 100
  const createdAt = new Date(course.applyFrom.getTime() + (end - course.applyFrom.getTime()) * share)
  const status = stateOf(course, now)
  const of = {
    status,
    courseId: course.id,
    channel: 'import' as const,
    isMember,
    organisationId: first.organisationId,
    organisationName: employer?.name ?? first.name,
    creditCode: employer?.creditCode,
    provinceCode: employer?.provinceCode ?? first.provinceCode,
    contactName: first.name,
    contactMobileSealed: first.mobileSealed,
    contactMobileHash: first.mobileHash,
    totalFee: persons.length * (isMember ? course.feeMember : course.feeOther),
    confirmedAt: status === 'refunded' ? null : createdAt,
    createdAt,
    updatedAt: createdAt,
  }
  return { course, persons, of }
}

function stateOf(course: Course, now: Date): Status {
  switch (courseStatus({ ...course, enrolled: 0 }, now)) {
    case 'cancelled':
      return 'refunded'
    case 'announced':
    case 'ended':
      return 'finished'
    case 'running':
      return 'checkedIn'
    default:
      return 'confirmed'
  }
}

/** What the kind of event asks of a person, as the register knows it. */
const takenFrom = ({ person: of }: Known, status: Status, asks: readonly string[]) => {
  const asked: Record<string, Partial<typeof participant.$inferInsert>> = {
    sex: { sex: of.sex },
    idNumber: { idType: of.idType, idNumberSealed: of.idNumberSealed, idNumberHash: of.idNumberHash },
    mobile: { mobileSealed: of.mobileSealed, mobileHash: of.mobileHash },
    education: { education: of.education },
    jobTitle: { jobTitle: of.jobTitle },
    position: { position: of.position },
    consent: { consentAt: of.publicConsentAt, consentVersion: of.publicConsentVersion },
  }
  const answers = Object.entries(asked).filter(([name]) => asks.includes(name))
  return {
    name: of.name,
    ...Object.assign({}, ...answers.map(([, columns]) => columns)),
    isActive: status !== 'refunded',
  }
}

function inCourse(course: Course, status: Status, ticket: number): Partial<typeof participant.$inferInsert> {
  if (status !== 'checkedIn' && status !== 'finished') return {}
  return {
    ticketNumber: `${String(course.id).padStart(4, '0')}${String(ticket).padStart(3, '0')}`,
    token: randomBytes(16).toString('base64url'),
    checkedInAt: new Date(startOf(course.checkInOn ?? course.startsOn).getTime() + (9 * 60 + ticket) * 60_000),
    checkedInBy: '段亦凡',
    seat: `一号考场 ${String(ticket).padStart(2, '0')}`,
  }
}
