import { and, eq, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormRow } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { member } from '#modules/membership/server/tables.ts'
import { fareCounts } from '#modules/training/courses/server/places.ts'
import { faresOf, type Quote, type QuotedFare } from '#modules/training/fares.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { Course } from './enrolmentCourse.ts'
import { memberSeatsLeft } from './memberSeats.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>
/** `id`: the registration itself, whose people are not counted as others. */
export type Payer = { id?: number; isMember: boolean; organisationId?: number | null; personId?: number | null }

/** What people of a registration pay today, by fare. The course must be locked where it is charged. */
export async function quoteFor(ctx: QueryCtx, course: Course, payer: Payer): Promise<Quote> {
  const { id, isMember, organisationId = null } = payer
  const level = isMember ? await levelOf(ctx, payer) : null
  const used =
    isMember && organisationId !== null ? await freeSharesUsed(ctx, course.id, organisationId, id) : new Map()
  const today = dayOf(ctx.now)
  const fares = faresOf(course).map((fare): QuotedFare => {
    const { code, name, feeMember, feeOther, earlyUntil, earlyMember, earlyOther } = fare
    const own = course.levelFares.find(one => one.fare === name && one.level === level)
    // Free shares are those of a member organisation.
    const free = organisationId === null ? 0 : Math.max(0, (own?.free ?? 0) - (used.get(code) ?? 0))
    return {
      code,
      name,
      usual: { member: own?.fee ?? feeMember, other: feeOther },
      early: earlyUntil
        ? { member: Math.min(own?.fee ?? feeMember, earlyMember ?? feeMember), other: earlyOther ?? feeOther }
        : null,
      isEarlyNow: earlyUntil !== null && today <= earlyUntil,
      free,
    }
  })
  const memberPlaces = isMember ? await memberSeatsLeft(ctx, organisationId, course, id) : null
  return { isMember, memberPlaces, fares, early: id === undefined ? [] : await readEarly(ctx, id) }
}

async function levelOf({ db }: QueryCtx, { organisationId, personId }: Payer): Promise<string | null> {
  if (!organisationId && !personId) return null
  const who = or(
    organisationId ? eq(member.organisationId, organisationId) : undefined,
    personId ? eq(member.personId, personId) : undefined,
  )
  const [found] = await db
    .select({ level: member.levelCode })
    .from(member)
    .where(and(who, eq(member.status, 'active')))
    .limit(1)
  return found ? String(found.level) : null
}

/** Free shares that the organisation has in other registrations of the event, by fare. */
const freeSharesUsed = (ctx: QueryCtx, courseId: number, organisationId: number, exceptId?: number) =>
  fareCounts(
    ctx,
    courseId,
    exceptId,
    and(eq(registration.organisationId, organisationId), eq(participant.isFree, true)),
  )

const readEarly = ({ db }: QueryCtx, registrationId: number) =>
  db
    .select({ name: participant.name, fare: participant.fareCode })
    .from(participant)
    .where(
      and(
        eq(participant.registrationId, registrationId),
        eq(participant.isActive, true),
        eq(participant.isEarly, true),
      ),
    )

/** A row of the form as its price is found; of an event with one fare nobody chooses. */
export const pricedRow = ({ name, fare }: FormRow) => ({ name: String(name ?? ''), fare: String(fare ?? '') })

/** Refuses more people of a fare than it has; whoever waits has theirs. The course must be locked. */
export async function refuseSoldOut(ctx: Ctx, course: Course, rows: readonly FormRow[], exceptId?: number) {
  if (course.fares.every(({ quota }) => quota === null)) return
  const left = new Map<string, number>()
  const taken = await fareCounts(ctx, course.id, exceptId)
  for (const { code, quota } of course.fares) if (quota !== null) left.set(code, quota - (taken.get(code) ?? 0))
  const [single] = course.fares.length === 1 ? course.fares : []
  const wrong: Record<string, string> = {}
  const wanted = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const code = single?.code ?? pricedRow(row).fare
    const most = left.get(code)
    wanted.set(code, (wanted.get(code) ?? 0) + 1)
    if (most === undefined || wanted.get(code)! <= most) continue
    const { name } = course.fares.find(fare => fare.code === code)!
    const said = most > 0 ? `“${name}”只余 ${most} 张` : `“${name}”已售完`
    wrong[`participants.${i}.${single ? 'name' : 'fare'}`] = said
  }
  const sentences = [...new Set(Object.values(wrong))]
  if (sentences.length > 0) throw invalid(sentences.join('；'), wrong)
}
