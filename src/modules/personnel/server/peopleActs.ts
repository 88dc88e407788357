import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { record } from '#modules/audit/server/record.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import { idNumberFault, PUBLIC_CONSENT_VERSION, plainIdNumber } from '#modules/members/personForm.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { versionOf } from '#modules/members/server/own.ts'
import { enterPerson, type Person, personForm, personValues, updatePerson } from '#modules/members/server/persons.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { notifyStaffingChange } from '#modules/members/server/staffing.ts'
import { person } from '#modules/members/server/tables.ts'
import type { peopleContract } from '../peopleContract.ts'
import { addFields } from '../peopleForm.ts'
import { accountOf, ownEmployer, ownPerson } from './ownPeople.ts'
import { fieldsFor } from './personFile.ts'

type Endpoints = typeof peopleContract

/** Reads and checks the form of a person; an employment cannot start in the future. */
export function readPerson(
  ctx: Pick<Ctx, 'now'>,
  fields: readonly FormField[],
  form: Record<string, unknown>,
): FormValues {
  const today = dayOf(ctx.now)
  const { values, errors } = readForm(fields, form, { whole: true, today })
  const fault = idNumberFault(values, today)
  if (fault) errors.idNumber ??= fault
  if (typeof values.fromDay === 'string' && values.fromDay > today) errors.fromDay ??= '不能晚于今天'
  const wrong = Object.keys(errors).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, errors)
  return values
}

export const peopleActsHandlers = {
  'GET /person/blank': async ctx => ({ fields: addFields(await readDemands(ctx, 'person')) }),
  'POST /person/add': async (ctx, { form, hasConsent }) => {
    const values = readPerson(ctx, addFields(await readDemands(ctx, 'person')), form)
    return inTransaction(ctx, async tx => {
      const employer = await ownEmployer(tx)
      await refuseKnown(tx, values, employer.id)
      const id = await enterOwn(tx, employer, values, hasConsent)
      await notifyStaffingChange(tx, { gained: [employer.id] })
      return { id }
    })
  },
  'POST /person/edit': async (ctx, given) => {
    const { id, version, form, hasConsent } = given
    return inTransaction(ctx, async tx => {
      await ownEmployer(tx)
      const of = await lockSeen(tx, id, version)
      const accountId = await accountOf(tx, id)
      const before = await personValues(tx, id)
      const fields = await fieldsFor(tx, accountId, before)
      const changes = readChanges(tx, fields, before, form)
      await updatePerson(tx, id, changes)
      const about = { objectType: 'person', objectId: id, objectName: of.name }
      if (Object.keys(changes).length > 0)
        await recordEdit(tx, { action: 'person.edit', ...about }, fields, before, changes)
      if (hasConsent !== undefined && hasConsent !== (of.publicConsentAt !== null)) {
        if (accountId !== undefined) throw conflict('此人有自己的账号，是否公示由本人在“个人信息”中决定')
        await recordWrittenConsent(tx, id, hasConsent)
        await record(tx, { action: 'person.consent', ...about, detail: { hasConsent } })
      }
      return { id }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** A new person of this company; whoever counts its people is still to be told. */
export async function enterOwn(
  ctx: Ctx,
  employer: { id: number; name: string },
  { fromDay, ...values }: FormValues,
  hasConsent: boolean,
): Promise<number> {
  const of = { ...personForm(ctx).rowOf(values), organisationId: employer.id, employer: employer.name }
  const day = fromDay ? String(fromDay) : undefined
  const id = await enterPerson(ctx, { ...of, ...(hasConsent && writtenConsent(ctx)) }, { way: 'company', day })
  await record(ctx, {
    action: 'person.add',
    objectType: 'person',
    objectId: id,
    objectName: of.name,
    detail: { employer: employer.name, hasConsent },
  })
  return id
}

/** Consent stated by the employer, recorded under a different version than the person's own consent. */
const writtenConsent = ({ now }: Pick<Ctx, 'now'>) => ({
  publicConsentAt: now,
  publicConsentVersion: `${PUBLIC_CONSENT_VERSION}（单位声明）`,
})

/** Refuses a registered person. Two concurrent calls for the same person are serialised by the lock in `findKnown`. */
async function refuseKnown(ctx: Ctx, { idNumber, name }: FormValues, organisationId: number): Promise<void> {
  const known = await findKnown(ctx, String(idNumber))
  if (!known) return
  const message =
    known.organisationId === organisationId
      ? '此人已是本单位的人员'
      : known.name === name
        ? '此人已在协会登记，请用“人员转入”办理'
        : '该证件号码已在协会登记，姓名与您填写的不同，请核对；仍不符请与协会联系'
  throw new Refusal(409, message, { idNumber: message })
}

/** Finds the person with this number, and locks the number until the transaction ends. */
export async function findKnown(ctx: Ctx, idNumber: string): Promise<Person | undefined> {
  const hash = ctx.encryption.hash(plainIdNumber(idNumber))
  await lockKey(ctx, `person ${hash}`)
  const [known] = await ctx.db.select().from(person).where(eq(person.idNumberHash, hash))
  return known
}

/** The row as the caller has seen it, locked. */
export async function lockSeen(ctx: Ctx, id: number, version: number): Promise<Person> {
  const of = await ownPerson(ctx, id, { lock: true })
  if (versionOf(of) !== version) throw conflict('这份资料已在另一处修改过，请载入较新的资料后再改')
  return of
}

async function recordWrittenConsent(ctx: Ctx, id: number, hasConsent: boolean): Promise<void> {
  const none = { publicConsentAt: null, publicConsentVersion: null }
  await ctx.db
    .update(person)
    .set({ ...(hasConsent ? writtenConsent(ctx) : none), updatedAt: ctx.now })
    .where(eq(person.id, id))
  await showPersonsCertificates(ctx, id, hasConsent)
}
