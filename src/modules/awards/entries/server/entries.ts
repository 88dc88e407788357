import { eq, inArray } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import {
  type AwardKind,
  awardCall,
  awardEntry,
  awardKind,
  type Call,
  type Entry,
} from '#modules/awards/server/tables.ts'
import type { JudgedOrganisation } from '#modules/experts/server/conflicts.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { isStampedForm } from '#modules/review/workflow.ts'
import { entryFields, expertFields } from '../entryForm.ts'

export { namesIn } from '../entryForm.ts'

export type EntryCase = { entry: Entry; call: Call; kind: AwardKind }

/** An entry with the call that it answers; the caller has seen to who may read it. */
export async function readEntry({ db }: Pick<Ctx, 'db'>, id: number): Promise<EntryCase> {
  const [found] = await db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind })
    .from(awardEntry)
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(eq(awardEntry.id, id))
  if (!found) throw notFound('没有这项申报')
  return found
}

/** Several at once, in no order. */
export const readEntries = async ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<EntryCase[]> =>
  db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind })
    .from(awardEntry)
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(inArray(awardEntry.id, [...ids]))

export const fieldsOf = ({ kind, call }: Pick<EntryCase, 'kind' | 'call'>): FormField[] =>
  entryFields(kind.form, call.rules)

export async function applicationOf(
  { db }: Pick<Ctx, 'db'>,
  { entry }: Pick<EntryCase, 'entry'>,
): Promise<Application> {
  const [found] = await db.select().from(application).where(eq(application.id, entry.applicationId!))
  return found!
}

/** The form as its applicant wrote it. */
export async function valuesOfEntry(ctx: Pick<Ctx, 'db' | 'encryption'>, about: EntryCase): Promise<FormValues> {
  return decryptForm(fieldsOf(about), (await applicationOf(ctx, about)).form, ctx.encryption)
}

/** Names whom an expert must keep clear of: who applies, who did it, where they work, and who puts it forward. */
export async function judgedIn(ctx: Pick<Ctx, 'db' | 'encryption'>, about: EntryCase): Promise<JudgedOrganisation[]> {
  const values = await valuesOfEntry(ctx, about)
  const { organisationId, personId } = about.entry
  const ids = await employersIn(ctx, { organisationId, personId })
  const applicants = ids.length ? await ctx.db.select().from(organisation).where(inArray(organisation.id, ids)) : []
  const named = (as: string, organisationName: unknown, creditCode: unknown = null): JudgedOrganisation[] =>
    organisationName
      ? [{ organisationName: String(organisationName), creditCode: creditCode ? String(creditCode) : null, as }]
      : []
  const all = [
    ...applicants.map(({ id, name, creditCode }) => ({
      organisationName: name,
      creditCode,
      organisationId: id,
      as: '申报单位',
    })),
    ...rowsIn(values, 'organisations').flatMap(row => named('完成单位', row.name, row.creditCode)),
    ...rowsIn(values, 'persons').flatMap(row => named('完成人工作单位', row.organisation)),
    ...(values.nominatorKind === 'unit' ? named('提名单位', values.nominator) : []),
  ]
  const keyOf = ({ organisationName, creditCode }: JudgedOrganisation) => `${organisationName} ${creditCode ?? ''}`
  return [...new Map(all.toReversed().map(one => [keyOf(one), one])).values()].toReversed()
}

/** The organisation that applies, or for which the person who applies works. */
async function employersIn(
  { db }: Pick<Ctx, 'db'>,
  { organisationId, personId }: Pick<Entry, 'organisationId' | 'personId'>,
) {
  if (organisationId !== null || personId === null) return organisationId === null ? [] : [organisationId]
  const [own] = await db.select({ id: person.organisationId }).from(person).where(eq(person.id, personId))
  return own?.id ? [own.id] : []
}

export type FormForExperts = {
  fields: FormField[]
  values: FormValues
  files: { code: string; name: string; files: { id: number; name: string; size: number; type: string }[] }[]
}

/** Returns what experts read of an entry. If the call is anonymous, files are named by their slot. */
export async function formForExperts(ctx: Pick<Ctx, 'db' | 'encryption'>, about: EntryCase): Promise<FormForExperts> {
  const { hidesApplicants, rules } = about.call
  const fields = expertFields(fieldsOf(about), hidesApplicants)
  const { form, materials } = await applicationOf(ctx, about)
  const infos = await fileInfos(ctx, Object.values(materials).flat())
  return {
    fields,
    values: decryptForm(fields, form, ctx.encryption),
    // The sealed paper shows names, seals and telephone numbers.
    files: rules.materials.flatMap(({ code, name }) => {
      const files = (materials[code] ?? []).flatMap(id => infos.get(id) ?? [])
      if (isStampedForm(code) || files.length === 0) return []
      const shown = files.map(({ id, name: own, ext, size, type }, i) => ({
        id,
        size,
        type,
        name: hidesApplicants ? `${name} ${i + 1}.${ext}` : own,
      }))
      return [{ code, name, files: shown }]
    }),
  }
}
