import { and, count, eq, inArray } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import { residentBornOn } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import type { Decided } from '#modules/imports/server/importKinds.ts'
import { person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { participantForm } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { coursesOf, type Employers, employerOf, employersOf, levelOf } from './participantImportCheck.ts'
import { numberOf, sexOf, typeOf } from './participantImportColumns.ts'

const UNIQUE = '23505'

export const writeParticipants = (ctx: Ctx, rows: Decided[]): Promise<number[]> =>
  write(ctx, rows).catch(error => {
    if (!isDatabaseError(error.cause) || error.cause.code !== UNIQUE) throw error
    throw invalid('检查之后，名单中有人已在别处登记或报名；没有导入任何数据，请重新开始导入')
  })

async function write(ctx: Ctx, rows: Decided[]): Promise<number[]> {
  const employers = await employersOf(ctx, rows)
  const people = await enterPeople(ctx, rows, employers)
  const orders = await orderPlaces(ctx, rows, employers)
  const courses = await coursesOf(ctx, rows)
  const all = rows.map((row, i) => {
    const { courseId } = row.values
    const levelCode = levelOf(courses.get(Number(courseId))!, row.values)
    return { ...participantOf(ctx, row), ...orders[i]!, personId: people[i]!, levelCode }
  })
  const written = await ctx.db.insert(participant).values(all).returning({ id: participant.id })
  return written.map(({ id }) => id)
}

const participantOf = (ctx: Ctx, { values }: Decided) => ({
  ...participantForm(ctx).rowOf({ ...values, consent: values.consent === 'yes' }),
  sex: sexOf(values),
  courseId: Number(values.courseId),
  createdAt: ctx.now,
})

/**
 * The persons in the order of their rows: those whom the register knows, as they are, and those who are new to it. Who
 * works where is not changed by taking part.
 */
async function enterPeople(ctx: Ctx, rows: Decided[], employers: Employers): Promise<number[]> {
  const hashes = rows.map(({ values }) => ctx.encryption.hash(numberOf(values)))
  const { id, idNumberHash } = person
  const found = await ctx.db.select({ id, idNumberHash }).from(person).where(inArray(idNumberHash, hashes))
  const ids = new Map(found.map(of => [of.idNumberHash, of.id]))
  const newcomers = new Map(rows.flatMap((row, i) => (ids.has(hashes[i]!) ? [] : [[hashes[i]!, row] as const])))
  if (newcomers.size > 0) {
    const all = [...newcomers.values()].map(row => personOf(ctx, row, employers))
    for (const of of await ctx.db.insert(person).values(all).returning({ id, idNumberHash }))
      ids.set(of.idNumberHash, of.id)
  }
  return hashes.map(hash => ids.get(hash)!)
}

function personOf(ctx: Ctx, row: Decided, employers: Employers) {
  const { values } = row
  const { name, sex, idNumberSealed, idNumberHash, mobileSealed, mobileHash, ...of } = participantOf(ctx, row)
  return {
    name,
    sex,
    idType: typeOf(values),
    idNumberSealed,
    idNumberHash,
    mobileSealed,
    mobileHash,
    bornOn: typeOf(values) === 'resident' ? residentBornOn(numberOf(values)) : null,
    education: of.education,
    jobTitle: of.jobTitle,
    position: of.position,
    employer: String(values.organisationName ?? ''),
    provinceCode: employerOf(employers, values)?.provinceCode ?? null,
    publicConsentAt: of.consentAt,
    publicConsentVersion: of.consentVersion,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}

type Place = { registrationId: number; place: number }

/**
 * A place in a registration for each row: everybody of one organisation in one course comes into one, which later rows of
 * the import go on with; who comes alone, into one of their own.
 */
async function orderPlaces(ctx: Ctx, rows: Decided[], employers: Employers): Promise<Place[]> {
  const keys = rows.map(({ row, values }) => `${values.courseId} ${values.organisationName ?? row}`)
  const opened = await openedBefore(ctx, rows)
  const wanted = new Map(rows.flatMap((row, i) => (opened.has(keys[i]!) ? [] : [[keys[i]!, row] as const])))
  if (wanted.size > 0) {
    const members = await activeMembers(ctx, employers)
    const all = [...wanted.values()].map(row => registrationOf(ctx, row, employers, members))
    const added = await ctx.db.insert(registration).values(all).returning({ id: registration.id })
    for (const [i, key] of [...wanted.keys()].entries()) opened.set(key, { id: added[i]!.id, taken: 0 })
  }
  return keys.map(key => {
    const of = opened.get(key)!
    return { registrationId: of.id, place: ++of.taken }
  })
}

async function openedBefore({ db, now }: Ctx, rows: Decided[]) {
  const names = rows.flatMap(({ values }) => (values.organisationName ? String(values.organisationName) : []))
  const { id, courseId, organisationName } = registration
  const found = await db
    .select({ id, courseId, organisationName, taken: count(participant.id) })
    .from(registration)
    .innerJoin(participant, eq(participant.registrationId, id))
    .where(
      and(
        eq(registration.channel, 'import'),
        eq(registration.createdAt, now),
        inArray(organisationName, names),
        inArray(
          courseId,
          rows.map(({ values }) => Number(values.courseId)),
        ),
      ),
    )
    .groupBy(id)
  return new Map(found.map(of => [`${of.courseId} ${of.organisationName}`, { id: of.id, taken: of.taken }]))
}

function registrationOf({ now }: Ctx, { values }: Decided, employers: Employers, members: Set<number | null>) {
  const employer = employerOf(employers, values)
  return {
    courseId: Number(values.courseId),
    channel: 'import' as const,
    status: 'confirmed' as const,
    organisationId: employer?.id ?? null,
    organisationName: String(values.organisationName ?? values.name),
    creditCode: employer?.creditCode ?? (values.creditCode ? String(values.creditCode) : null),
    provinceCode: employer?.provinceCode ?? null,
    isMember: members.has(employer?.id ?? null),
    confirmedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

async function activeMembers({ db }: Ctx, { byCode }: Employers): Promise<Set<number | null>> {
  const ids = [...byCode.values()].map(({ id }) => id)
  const found = await db
    .select({ id: member.organisationId })
    .from(member)
    .where(and(inArray(member.organisationId, ids), eq(member.status, 'active')))
  return new Set(found.map(({ id }) => id))
}
