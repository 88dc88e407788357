import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { newestApplication, valuesOf } from '#modules/review/server/applications.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import { claimState } from '../claiming/server/claims.ts'
import { firstProfileFields, profilePrefill } from '../claiming/server/profilePrefill.ts'
import type { membersContract } from '../contract.ts'
import { isComplete, ownAccount, ownValues, type Profile, versionOf } from './own.ts'
import { evidenceOf, formerValues } from './profileApplications.ts'
import { organisation, person } from './tables.ts'

type Info = Output<(typeof membersContract)['GET /member/org/info']>

export const infoHandlers = {
  'GET /member/org/info': async ctx => {
    const { own, profile } = await ownAccount(ctx)
    const values = await ownValues(ctx, own, profile)
    const { code, name, hint = '' } = evidenceOf(profile.kind)
    return {
      accountId: own.id,
      accountType: profile.kind,
      isComplete: isComplete(own),
      claim: await claimState(ctx, own),
      version: await readVersion(ctx, own),
      fields: isComplete(own) ? [...profile.fields] : firstProfileFields(profile.fields),
      ...splitPersonal(profile.fields, isComplete(own) ? values : await profilePrefill(ctx, own)),
      reviewed: profile.reviewed.map(field => field.name),
      evidence: { slot: code, name, hint },
      logo: fileUrl((values.logo as number | undefined) ?? null),
      pending: await readPending(ctx, profile),
    }
  },
} satisfies Partial<Handlers<typeof membersContract>>

type Own = Awaited<ReturnType<typeof ownAccount>>['own']

async function readVersion({ db }: Ctx, { organisationId, personId }: Own) {
  if (organisationId === null && personId === null) return null
  const [row] = organisationId
    ? await db.select().from(organisation).where(eq(organisation.id, organisationId))
    : await db.select().from(person).where(eq(person.id, personId!))
  return versionOf(row!)
}

/** Personal values never leave whole, not even to their owner: a screen may be looked at by others. */
function splitPersonal(fields: readonly FormField[], values: FormValues): Pick<Info, 'form' | 'masked'> {
  const isPersonal = new Set(fields.filter(({ personal }) => personal).map(({ name }) => name))
  const entries = Object.entries(values)
  return {
    form: Object.fromEntries(entries.filter(([name]) => !isPersonal.has(name))),
    masked: Object.fromEntries(
      Object.entries(maskForm(fields, values)).flatMap(([name, value]) =>
        isPersonal.has(name) && value ? [[name, String(value)]] : [],
      ),
    ),
  }
}

async function readPending(ctx: Ctx, { change, reviewed }: Profile): Promise<Info['pending']> {
  const of = await newestApplication(ctx, change)
  if (!of || isClosed(of.state)) return null
  const { fields } = await change.schema(ctx, of)
  const values = maskForm(fields, await valuesOf(ctx, of))
  const changes = reviewed.map(field => {
    const [former] = Object.keys(formerValues([field], {}))
    return {
      field: field.name,
      label: field.label,
      before: fieldText(field, values[former!]),
      after: fieldText(field, values[field.name]),
    }
  })
  return {
    applyId: of.id,
    number: of.number,
    version: of.version,
    status: of.state,
    statusName: nameOfState(of.state),
    remarks: of.remarks,
    changes: changes.filter(({ before, after }) => before !== after),
  }
}
