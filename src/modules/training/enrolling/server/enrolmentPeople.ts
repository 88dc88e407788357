import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { int } from '#lib/form/fields.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { isResident } from './enrolmentFaults.ts'
import { participantsIn } from './enrolmentFees.ts'

export type SentRow = Record<string, unknown>
/** Owner of the people that may be picked; both null: none. */
export type Owner = { organisationId: number | null; personId: number | null }

/** Maximum number of people offered; more than any company sends to one course. */
const MAX_PEOPLE_OFFERED = 1000

const isOwnPerson = ({ organisationId, personId }: Owner) =>
  or(
    organisationId ? eq(person.organisationId, organisationId) : undefined,
    personId ? eq(person.id, personId) : undefined,
  )

/** People of a company as the register knows them, to pick from. */
export async function peopleOf(ctx: Ctx, owner: Owner) {
  if (!owner.organisationId && !owner.personId) return []
  const people = await ctx.db
    .select()
    .from(person)
    .where(isOwnPerson(owner))
    .orderBy(asc(person.name), asc(person.id))
    .limit(MAX_PEOPLE_OFFERED)
  const held = await ctx.db
    .select({ personId: certificate.personId, kindName: certificate.kindName, levelName: certificate.levelName })
    .from(certificate)
    .where(
      and(
        eq(certificate.register, 'personnel'),
        inArray(
          certificate.personId,
          people.map(({ id }) => id),
        ),
        hasStatus('valid', dayOf(ctx.now)),
      ),
    )
  return people.map(({ id, name, sex, jobTitle, position, idNumberSealed, mobileSealed }) => ({
    personId: id,
    name,
    sex,
    jobTitle,
    position,
    idNumber: idNumberSealed && maskIdNumber(ctx.encryption.decrypt(idNumberSealed)),
    mobile: mobileSealed && maskMobile(ctx.encryption.decrypt(mobileSealed)),
    certificates: held
      .filter(({ personId }) => personId === id)
      .map(({ kindName, levelName }) => [kindName, levelName].filter(Boolean).join(' ')),
  }))
}

/** Merges sent rows with the register: identity comes from the register, masked values keep what was stored. */
export async function fillFromRegister(ctx: Ctx, rows: SentRow[], owner: Owner, before: FormRow[]): Promise<SentRow[]> {
  const said = rows.filter(hasValues)
  const ids = said.flatMap(({ personId }) => (int.safeParse(personId).success ? Number(personId) : []))
  const isOwn = isOwnPerson(owner)
  const known =
    ids.length && isOwn
      ? await ctx.db
          .select()
          .from(person)
          .where(and(isOwn, inArray(person.id, ids)))
      : []
  const errors: Record<string, string> = {}
  const filled = said.map((row, i) => {
    if (!row.personId) return row
    const of = known.find(({ id }) => id === Number(row.personId))
    if (!of) errors[`participants.${i}.name`] = '不是本单位登记的人员，请重新选择'
    return of ? fill(ctx, row, of, before.find(({ personId }) => personId === of.id) ?? {}) : row
  })
  if (Object.keys(errors).length) throw invalid('所选的人员有误，请重新选择', errors)
  return filled
}

const hasValues = (row: SentRow) =>
  Object.values(row).some(value => value !== null && value !== undefined && value !== '' && value !== false)

function fill({ encryption }: Ctx, row: SentRow, of: typeof person.$inferSelect, before: FormRow): SentRow {
  const typed = (name: string) => (String(row[name] ?? '').includes('*') ? before[name] : row[name] || undefined)
  const number = of.idNumberSealed && encryption.decrypt(of.idNumberSealed)
  return {
    ...row,
    personId: of.id,
    name: of.name,
    // The number is what was looked at; what the register says beside it may be wrong.
    sex: number && isResident(of.idType, number) ? residentSex(number) : (of.sex ?? row.sex),
    idType: number ? of.idType : row.idType,
    idNumber: number ?? typed('idNumber'),
    mobile: typed('mobile') ?? (of.mobileSealed && encryption.decrypt(of.mobileSealed)),
    jobTitle: row.jobTitle || of.jobTitle.slice(0, 20),
    position: row.position || of.position.slice(0, 20),
  }
}

/** The form for its owner's screen: numbers that came from the register stay there. */
export const maskRegistered = (values: FormValues): FormValues => ({
  ...values,
  ...(values.participants !== undefined && {
    participants: participantsIn(values).map(row => {
      if (!row.personId) return row
      const { idNumber, mobile } = row
      return {
        ...row,
        ...(typeof idNumber === 'string' && { idNumber: maskIdNumber(idNumber) }),
        ...(typeof mobile === 'string' && { mobile: maskMobile(mobile) }),
      }
    }),
  }),
})
