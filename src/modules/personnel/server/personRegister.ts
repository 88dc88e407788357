import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { idNumberFault, plainIdNumber } from '#modules/members/personForm.ts'
import { PERSON } from '#modules/members/profileRules.ts'
import { registerPersonFields } from '#modules/members/registerForm.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { moveEmployment } from '#modules/members/server/employment.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { enterPerson, lockPerson, personForm, personValues, updatePerson } from '#modules/members/server/persons.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { notifyStaffingChange } from '#modules/members/server/staffing.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { mergeOwn, staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { employerWithin, findPerson, relyingOn } from './staffPerson.ts'

type Endpoints = typeof staffPersonnelContract

/** Fields that staff fill in of a person; `values`: of one who is registered. */
const staffFields = async (ctx: Ctx, values?: FormValues): Promise<FormField[]> => [
  ...registerPersonFields(await readDemands(ctx, PERSON), values),
  ...(await staffOwnFields(ctx, PERSON)),
]

export const personRegisterHandlers = {
  'GET /staff/person/blank': async ctx => ({ fields: await staffFields(ctx) }),
  'POST /staff/person/add': async (ctx, { form, organisationId }) => {
    const today = dayOf(ctx.now)
    const { values, errors } = readForm(await staffFields(ctx), form, { whole: true, today })
    const fault = idNumberFault(values, today)
    if (fault) errors.idNumber ??= fault
    if (Object.keys(errors).length) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
    return inTransaction(ctx, async tx => {
      refuseOutside(tx, 'staff:members', String(values.provinceCode ?? ''))
      await refuseKnown(tx, values)
      const employer = await findEmployer(tx, organisationId)
      const of = { ...personForm(tx).rowOf(values), own: mergeOwn({}, values), organisationId: employer?.id }
      const id = await enterPerson(tx, employer ? { ...of, employer: employer.name } : of)
      await notifyStaffingChange(tx, { gained: [employer?.id ?? null] })
      const about = { objectType: 'person', objectId: id, objectName: of.name }
      await record(tx, { action: 'person.add', ...about, detail: { employer: employer?.name ?? of.employer ?? '' } })
      return { id }
    })
  },
  /** `organisationId`: absent, as it was; null, none any more. */
  'POST /staff/person/edit': async (ctx, given) => {
    const { id, version, form, organisationId } = given
    return inTransaction(ctx, async tx => {
      const { organisationName } = await findPerson(tx, id)
      const employerBefore = await employerWithin(tx, id)
      const row = await lockPerson(tx, id)
      if (row.updatedAt.getTime() !== version)
        throw conflict(await conflictMessage(tx, { objectType: 'person', objectId: id }))
      const before = await personValues(tx, id, await staffOwnFields(tx, PERSON))
      const fields = await staffFields(tx, before)
      const changes = readChanges(tx, fields, before, form)
      if (changes.provinceCode) refuseOutside(tx, 'staff:members', String(changes.provinceCode))
      const moves = organisationId !== undefined && organisationId !== row.organisationId
      if (Object.keys(changes).length === 0 && !moves) return { id, left: null }
      const employer = moves ? await findEmployer(tx, organisationId) : undefined
      if (employer) changes.employer = employer.name
      await updatePerson(tx, id, changes)
      if (moves) await moveEmployment(tx, id, employer?.id ?? null, { way: 'register' })
      const about = { action: 'person.edit', objectType: 'person', objectId: id, objectName: row.name }
      await recordEdit(tx, about, fields, before, changes)
      if (moves && !employer) await record(tx, { ...about, action: 'person.leave', detail: { from: organisationName } })
      return {
        id,
        left:
          moves && row.organisationId !== null
            ? { organisationName: organisationName!, certificates: await relyingOn(tx, employerBefore) }
            : null,
      }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Refuses a registered person; of two concurrent calls the second waits for the lock and is refused. */
async function refuseKnown(ctx: Ctx, { idNumber }: FormValues): Promise<void> {
  const hash = ctx.encryption.hash(plainIdNumber(String(idNumber)))
  await lockKey(ctx, `person ${hash}`)
  const [known] = await ctx.db.select().from(person).where(eq(person.idNumberHash, hash))
  if (!known) return
  const message = isWithin(ctx, 'staff:members', known.provinceCode)
    ? `该证件号码已登记在“${known.name}”名下，请打开这份人员档案`
    : '该证件号码已登记在其他地区的人员名下，请核对'
  throw new Refusal(409, message, { idNumber: message })
}

async function findEmployer(ctx: Ctx, id: number | null | undefined) {
  if (!id) return
  const [found] = await ctx.db.select().from(organisation).where(eq(organisation.id, id))
  if (!found) throw invalid('没有这家单位', { organisationId: '请从列表中选择工作单位' })
  refuseOutside(ctx, 'staff:members', found.provinceCode)
  return found
}
