import { and, count, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Decided } from '#modules/imports/server/importKinds.ts'
import { member } from '#modules/membership/server/tables.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { type Employers, employerOf } from './participantImportLook.ts'
import { participant } from './tables.ts'

type Place = { registrationId: number; place: number }

/**
 * A place in a registration for each row: everybody of one organisation in one course comes into one, which later rows of
 * the import go on with; who comes alone, into one of their own.
 */
export async function orderPlaces(ctx: Ctx, rows: Decided[], employers: Employers): Promise<Place[]> {
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
