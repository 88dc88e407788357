import { and, desc, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { beginningNames, type EmploymentWay, endingNames } from '../employment.ts'
import { notifyStaffingChange } from './staffing.ts'
import { employment, organisation, person } from './tables.ts'

type WriteCtx = Pick<Ctx, 'db' | 'now'>
type Begun = { personId: number; organisationId: number | null | undefined }
type How = { way: EmploymentWay; day?: string }

/** Writes down that people who have just been entered work somewhere. */
export async function beginEmployment(
  { db, now }: WriteCtx,
  people: readonly Begun[],
  { way, day }: How,
): Promise<void> {
  const rows = people.flatMap(({ personId, organisationId }) => (organisationId ? { personId, organisationId } : []))
  if (rows.length === 0) return
  const begun = { fromDay: day ?? dayOf(now), began: way, createdAt: now }
  await db.insert(employment).values(rows.map(row => ({ ...row, ...begun })))
}

/**
 * The one way from one employer to another, or to none: the register, the history, and whoever counts people. The row of
 * the person stays locked until the transaction ends. `day`: the first there, or the last here; one before what is known
 * already counts as the earliest that fits, so that no two overlap and nobody learns what was elsewhere.
 */
export async function moveEmployment(
  ctx: Ctx,
  personId: number,
  organisationId: number | null,
  { way, day = dayOf(ctx.now), reason = '' }: How & { reason?: string },
): Promise<void> {
  const { db, now } = ctx
  const [before] = await db.select().from(person).where(eq(person.id, personId)).for('update')
  if (!before || before.organisationId === organisationId) return
  const from = await endEmployment(ctx, personId, { way, day, reason })
  const employer = await employerName(ctx, before, organisationId)
  await db.update(person).set({ organisationId, employer, updatedAt: now }).where(eq(person.id, personId))
  await beginEmployment(ctx, [{ personId, organisationId }], { way, day: from })
  await notifyStaffingChange(ctx, { lost: [before.organisationId], gained: [organisationId] })
}

/** Closes what is open; answers from when somebody may be elsewhere. */
async function endEmployment(
  { db }: WriteCtx,
  personId: number,
  { way, day, reason }: Required<How> & { reason: string },
) {
  const [last] = await db
    .select()
    .from(employment)
    .where(eq(employment.personId, personId))
    .orderBy(desc(employment.fromDay), desc(employment.id))
    .limit(1)
  const earliest = last?.toDay ?? last?.fromDay ?? day
  const over = day > earliest ? day : earliest
  if (last && last.toDay === null)
    await db.update(employment).set({ toDay: over, ended: way, endReason: reason }).where(eq(employment.id, last.id))
  return over
}

/** Returns the employer's name. When a person leaves, a name that staff typed for another employer is kept. */
async function employerName({ db }: Ctx, before: typeof person.$inferSelect, organisationId: number | null) {
  const ids = [before.organisationId, organisationId].filter(id => id !== null)
  const known = await db.select().from(organisation).where(inArray(organisation.id, ids))
  const nameOf = (id: number | null) => known.find(one => one.id === id)?.name
  if (organisationId !== null) return nameOf(organisationId) ?? ''
  return before.employer === nameOf(before.organisationId) ? '' : before.employer
}

/** The newest first; with `organisationId` only what was there. */
export async function employmentsOf({ db }: Pick<Ctx, 'db'>, personId: number, organisationId?: number) {
  const rows = await db
    .select({ of: employment, organisationName: organisation.name })
    .from(employment)
    .innerJoin(organisation, eq(organisation.id, employment.organisationId))
    .where(
      and(
        eq(employment.personId, personId),
        organisationId === undefined ? undefined : eq(employment.organisationId, organisationId),
      ),
    )
    .orderBy(desc(employment.fromDay), desc(employment.id))
  return rows.map(({ of, organisationName }) => ({
    id: of.id,
    organisationId: of.organisationId,
    organisationName,
    fromDay: of.fromDay,
    toDay: of.toDay,
    began: of.began,
    beganName: beginningNames[of.began],
    ended: of.ended,
    reason: of.endReason,
    endedName: of.ended && endingNames[of.ended],
  }))
}
