import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { record } from '#modules/audit/server/record.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { personFields } from '#modules/members/personForm.ts'
import { PERSON } from '#modules/members/profileRules.ts'
import { registerPersonFields } from '#modules/members/registerForm.ts'
import { employmentsOf } from '#modules/members/server/employment.ts'
import { factsOf, splitMasked } from '#modules/members/server/organisationFile.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { lossesIfPersonLeft } from '#modules/qualifications/shortfalls/server/losses.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { trainingsOf } from './history.ts'
import { consentOf } from './personFile.ts'
import { knownOfPersons, readPersons, toPersonRow } from './staffPersons.ts'
import { hoursOf, studyOf } from './studyHours.ts'

type Endpoints = typeof staffPersonnelContract

export const staffPersonHandlers = {
  'GET /staff/person/detail': async (ctx, { id }) => {
    const row = await findPerson(ctx, id)
    const organisationId = await employerWithin(ctx, id)
    const ownFields = await staffOwnFields(ctx, PERSON)
    const [values, held, employments, study, trainings, relying, ifLeft, members] = await Promise.all([
      personValues(ctx, id, ownFields),
      readCertificates(ctx, id),
      employmentsOf(ctx, id),
      studyOf(ctx, id),
      trainingsOf(ctx, id),
      relyingOn(ctx, organisationId),
      organisationId === null ? [] : lossesIfPersonLeft(ctx, organisationId, id),
      ctx.db.select({ id: member.id }).from(member).where(eq(member.personId, id)),
    ])
    const fields = [...registerPersonFields(await readDemands(ctx, PERSON), values), ...ownFields]
    return {
      ...toPersonRow(ctx, row, await knownOfPersons(ctx, [id])),
      version: row.person.updatedAt.getTime(),
      fields,
      ...splitMasked(fields, values),
      facts: factsOf([...personFields, ...ownFields], values),
      employments,
      study,
      trainings,
      consent: consentOf(row.person),
      held,
      relying,
      ifLeft,
      memberId: members[0]?.id ?? null,
    }
  },
  'POST /staff/person/reveal': async (ctx, { id }) => {
    const { person: of } = await findPerson(ctx, id)
    await record(ctx, { action: 'person.reveal', objectType: 'person', objectId: id, objectName: of.name })
    const open = (sealed: string | null) => (sealed ? ctx.encryption.decrypt(sealed) : null)
    return { idNumber: open(of.idNumberSealed), mobile: open(of.mobileSealed) }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Finds a person for staff who look after members, possibly limited to some provinces. */
export async function findPerson(ctx: Pick<Ctx, 'db' | 'actor'>, id: number) {
  const [found] = await readPersons(ctx).where(eq(person.id, id))
  if (!found) throw notFound('没有这个人')
  refuseOutside(ctx, 'staff:members', found.person.provinceCode)
  return found
}

/** Returns the employer if it is in a province of the caller; certificates of other provinces stay hidden. */
export async function employerWithin(ctx: Pick<Ctx, 'db' | 'actor'>, personId: number): Promise<number | null> {
  const [found] = await ctx.db
    .select({ id: organisation.id })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.organisationId))
    .where(and(eq(person.id, personId), permissionCondition(ctx, 'staff:members', organisation.provinceCode)))
  return found?.id ?? null
}

async function readCertificates(ctx: Ctx, personId: number) {
  const rows = await ctx.db
    .select()
    .from(certificate)
    .where(eq(certificate.personId, personId))
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
  const hours = await hoursOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(of => ({ ...toHeld(ctx, of), ...(hours.get(of.id) ?? { hours: 0, hoursNeeded: 0 }) }))
}

/** The organisation's own that stand today: each may ask for a number of people. */
export async function relyingOn(ctx: Pick<Ctx, 'db' | 'now'>, organisationId: number | null) {
  if (organisationId === null) return []
  const today = dayOf(ctx.now)
  const rows = await ctx.db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.register, 'qualification'),
        eq(certificate.organisationId, organisationId),
        isNull(certificate.personId),
        or(hasStatus('valid', today), hasStatus('suspended', today)),
      ),
    )
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
  return rows.map(of => toHeld(ctx, of))
}

const toHeld = ({ now }: Pick<Ctx, 'now'>, of: typeof certificate.$inferSelect) => ({
  id: of.id,
  number: of.number,
  kindName: of.kindName,
  levelName: of.levelName,
  issuedOn: of.issuedOn,
  validTo: of.validTo,
  ...statusToday(of, dayOf(now)),
})
