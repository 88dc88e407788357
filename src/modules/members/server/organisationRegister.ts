import { eq } from 'drizzle-orm'
import { shownCreditCode } from '#lib/creditCode.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { isSameName } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { mergeOwn, staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { ORGANISATION } from '../profileRules.ts'
import type { registerContract } from '../registerContract.ts'
import { registerOrganisationFields } from '../registerForm.ts'
import { readChanges } from './changes.ts'
import { contactsOf, mobileOf, namelessContacts, roleNames, saveContacts } from './contacts.ts'
import { organisationAsking } from './dictionaries.ts'
import { loggedText } from './loggedText.ts'
import { organisationWithin } from './organisationFile.ts'
import {
  enterOrganisation,
  lockOrganisation,
  organisationForm,
  organisationValues,
  showLogo,
  updateOrganisation,
} from './organisations.ts'
import { versionOf } from './own.ts'
import { organisation } from './tables.ts'

type Endpoints = typeof registerContract

export const organisationRegisterHandlers = {
  'GET /staff/organisation/blank': async ctx => ({
    fields: await staffFields(ctx),
  }),
  'POST /staff/organisation/add': async (ctx, { form }) => {
    const fields = await staffFields(ctx)
    const { values, errors } = readForm(fields, form, {
      whole: true,
      today: dayOf(ctx.now),
      words: await readPublicWordRule(ctx),
      before: {},
    })
    Object.assign(errors, { ...namelessContacts(values), ...errors })
    if (Object.keys(errors).length) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
    return inTransaction(ctx, async tx => {
      const of = organisationForm.rowOf(values)
      refuseOutside(tx, 'staff:members', of.provinceCode)
      await refuseKnown(tx, of)
      if (of.logoId) await attachFiles(tx, [of.logoId])
      const id = await enterOrganisation(tx, { ...of, own: mergeOwn({}, values) })
      await showLogo(tx, of.logoId)
      await saveContacts(tx, { ...of, id }, values)
      const about = { objectType: 'organisation', objectId: id, objectName: of.name }
      await record(tx, { action: 'organisation.add', ...about, detail: { creditCode: of.creditCode } })
      return { id }
    })
  },
  'POST /staff/organisation/edit': async (ctx, { id, version, form }) => {
    return inTransaction(ctx, async tx => {
      await organisationWithin(tx, id)
      const row = await lockOrganisation(tx, id)
      if (versionOf(row) !== version)
        throw conflict(await conflictMessage(tx, { objectType: 'organisation', objectId: id }))
      const before = await organisationValues(tx, id, await staffOwnFields(tx, ORGANISATION))
      const fields = await staffFields(tx, before)
      const changes = readChanges(tx, fields, before, form, { words: await readPublicWordRule(tx, before) })
      if (Object.keys(changes).length === 0) return { id }
      if (changes.provinceCode) refuseOutside(tx, 'staff:members', String(changes.provinceCode))
      if (changes.logo) await attachFiles(tx, [Number(changes.logo)])
      await updateOrganisation(tx, id, changes)
      const about = { action: 'organisation.edit', objectType: 'organisation', objectId: id, objectName: row.name }
      await recordEdit(tx, about, fields, before, changes)
      return { id }
    })
  },
  'POST /staff/organisation/reveal': async (ctx, { id }) => {
    const { name } = await organisationWithin(ctx, id)
    return inTransaction(ctx, async tx => {
      await record(tx, { action: 'organisation.reveal', objectType: 'organisation', objectId: id, objectName: name })
      const contacts = await contactsOf(tx, id)
      return contacts.map(contact => ({
        roleName: roleNames[contact.role],
        name: contact.name,
        mobile: mobileOf(tx, contact) ?? '未登记',
      }))
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Fields that staff fill in of an organisation; `values`: of one that is registered. */
const staffFields = async (ctx: Ctx, values?: FormValues): Promise<FormField[]> => [
  ...registerOrganisationFields(await organisationAsking(ctx, values)),
  ...(await staffOwnFields(ctx, ORGANISATION)),
]

/** Throws if the credit code or name is registered already. The lock on the credit code serialises concurrent calls. */
async function refuseKnown(ctx: Ctx, { name, creditCode }: { name: string; creditCode: string }): Promise<void> {
  await lockKey(ctx, `organisation ${creditCode}`)
  const [sameCode] = await ctx.db.select().from(organisation).where(eq(organisation.creditCode, creditCode))
  if (sameCode && isElsewhere(ctx, sameCode)) throw taken('creditCode', '该统一社会信用代码已登记给其他地区的单位')
  if (sameCode) throw taken('creditCode', `该统一社会信用代码已登记为“${sameCode.name}”，请打开它的档案`)
  const [sameName] = await ctx.db.select().from(organisation).where(isSameName(organisation.name, name))
  if (sameName && isElsewhere(ctx, sameName)) throw taken('name', '同名单位已登记在其他地区，请核对')
  if (sameName)
    throw taken(
      'name',
      `同名单位已在册（统一社会信用代码 ${shownCreditCode(sameName.creditCode)}），请核对后打开它的档案`,
    )
}

/** Returns true for a record outside the caller's provinces, whose details must not be disclosed. */
const isElsewhere = (ctx: Ctx, { provinceCode }: { provinceCode: string }) =>
  !isWithin(ctx, 'staff:members', provinceCode)

const taken = (field: string, message: string) => new Refusal(409, message, { [field]: message })

type About = { action: string; objectType: string; objectId: number; objectName: string }

/** Logs old and new values, personal ones in part; where the parts are the same, only that they changed. */
export async function recordEdit(
  ctx: Ctx,
  about: About,
  fields: readonly FormField[],
  before: FormValues,
  changes: FormValues,
): Promise<void> {
  const changed = fields.filter(({ name }) => name in changes)
  const words = (values: FormValues) =>
    Object.fromEntries(changed.map(field => [field.label, loggedText(field, values)]))
  const detail = { changed: changed.map(({ label }) => label) }
  await record(ctx, { ...about, detail, before: words(before), after: words(changes) })
}
