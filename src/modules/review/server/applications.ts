import { and, desc, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import type { State } from '../workflow.ts'
import { type About, type Application, type Kind, kindOf, type Schema } from './applicationKinds.ts'
import { mayChange } from './merging.ts'
import { application } from './tables.ts'

/** States in which the applicant can edit the form or the materials. */
export const FORM_STATES: State[] = ['draft', 'returned', 'materialsReturned']
export const MATERIAL_STATES: State[] = ['preparing', 'materialsReturned']
/** States in which a kind may let the applicant correct a submission. */
export const AMEND_STATES: State[] = ['submitted', 'waiting', 'unpaid']
export const formStates = ({ mayAmend }: Kind) => (mayAmend ? [...FORM_STATES, ...AMEND_STATES] : FORM_STATES)
/** Files belong to the form if the path has no materials step. */
const materialStates = ({ path }: Schema) => (path.includes('materials') ? MATERIAL_STATES : FORM_STATES)
/** Tells whether the applicant can change the files. */
export const takesMaterials = (schema: Schema, { state }: Pick<Application, 'state'>) =>
  materialStates(schema).includes(state)

/** The caller's newest application of a kind, about one thing or any, open or closed. */
export async function newestApplication(
  ctx: Ctx,
  { kind }: Kind,
  { subjectId }: About = {},
): Promise<Application | undefined> {
  const [found] = await ctx.db
    .select()
    .from(application)
    .where(
      and(
        eq(application.accountId, signedInActor(ctx).accountId),
        eq(application.kind, kind),
        subjectId ? eq(application.subjectId, subjectId) : undefined,
      ),
    )
    .orderBy(desc(application.id))
    .limit(1)
  return found
}

/** Returns an application of the caller; throws "not found" for anyone else's. */
export async function ownApplication(ctx: Ctx, id: number, kind?: Kind): Promise<Application> {
  const [found] = await ctx.db
    .select()
    .from(application)
    .where(and(eq(application.id, id), eq(application.accountId, signedInActor(ctx).accountId)))
  if (!found || (kind && found.kind !== kind.kind)) throw notFound('申请不存在，或不是您提交的')
  return found
}

/** Returns the fields and slots that the applicant may change now, for a screen. */
export function openParts(of: Application | undefined, schema: Schema): { fields: string[]; slots: string[] } {
  const seen = of ?? { state: 'draft' as const, remarks: [] }
  const states = of ? formStates(kindOf(of)) : FORM_STATES
  const named = { fields: schema.fields.map(({ name }) => name), slots: schema.slots.map(({ code }) => code) }
  return {
    fields: states.includes(seen.state) ? named.fields.filter(field => mayChange(seen, { field })) : [],
    slots: materialStates(schema).includes(seen.state) ? named.slots.filter(slot => mayChange(seen, { slot })) : [],
  }
}

/** The form as its applicant wrote it. */
export async function valuesOf(ctx: Pick<Ctx, 'db' | 'encryption' | 'now'>, of: Application): Promise<FormValues> {
  const { fields } = await kindOf(of).schema(ctx, of)
  return decryptForm(fields, of.form, ctx.encryption)
}
