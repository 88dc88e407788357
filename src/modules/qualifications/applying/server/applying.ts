import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Receipt } from '#modules/membership/fees/server/fees.ts'
import { peopleOf } from '#modules/qualifications/eligibility/server/people.ts'
import { payFor } from '#modules/review/applying/server/paying.ts'
import { materialsIn, readSlots } from '#modules/review/applying/server/slots.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { openParts, saveDraft, submit, valuesOf } from '#modules/review/server/applications.ts'
import { type State, stateNames } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { claimFee, showFee } from './assessmentFees.ts'
import { headOf, ownCase } from './heads.ts'
import { kinds } from './qualificationApplications.ts'

type Endpoints = typeof applyingContract

export async function getApply1(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /qualification/getApply1']>,
): Promise<Output<Endpoints['GET /qualification/getApply1']>> {
  const { of, type } = await ownCase(ctx, id)
  const schema = await kinds[type].schema(ctx, of)
  const { fields: openFields } = openParts(of, schema)
  return {
    apply: await headOf(ctx, of),
    savedAt: iso(of.updatedAt),
    editable: openFields.length > 0,
    fields: schema.fields,
    openFields,
    form: await valuesOf(ctx, of),
    auditReason: of.remarks,
    materials: schema.path.includes('materials') ? [] : await readSlots(ctx, of, schema),
    people: schema.fields.some(({ name }) => name === 'persons') ? await peopleOf(ctx, of.organisationId!) : [],
  }
}

/** The tables may stand beside the form instead of in it. */
export async function apply1Submit(
  ctx: Ctx,
  {
    id,
    version,
    form,
    persons,
    equipments,
    performances,
    files,
    answers,
    action,
  }: Parsed<Endpoints['POST /qualification/apply1Submit']>,
): Promise<Output<Endpoints['POST /qualification/apply1Submit']>> {
  const { of, type } = await ownCase(ctx, id)
  const schema = await kinds[type].schema(ctx, of)
  const tables = Object.entries({ persons, equipments, performances }).filter(([, rows]) => rows !== undefined)
  const sent = {
    id,
    version,
    answers,
    form: { ...form, ...Object.fromEntries(tables) },
    materials: files && !schema.path.includes('materials') ? materialsIn(schema, files) : undefined,
  }
  return answerOf(await (action === 'submit' ? submit : saveDraft)(ctx, kinds[type], sent))
}

const answerOf = (of: Application) => ({
  id: of.id,
  status: of.state,
  statusName: stateNames[of.state],
  version: of.version,
  savedAt: iso(of.updatedAt),
})

/** Until the form has passed its review there is nothing to sign and seal. */
const BEFORE: State[] = ['draft', 'submitted', 'returned']

async function secondStep(ctx: Ctx, id: number) {
  const { of, type } = await ownCase(ctx, id)
  const schema = await kinds[type].schema(ctx, of)
  if (!schema.path.includes('materials')) throw conflict('这类申请没有第二步，材料随申请表一并提交')
  if (BEFORE.includes(of.state)) throw conflict('申请表通过初审后，再上传盖章材料')
  return { of, type, schema }
}

export async function getApply2(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /qualification/getApply2']>,
): Promise<Output<Endpoints['GET /qualification/getApply2']>> {
  const { of, schema } = await secondStep(ctx, id)
  const materials = await readSlots(ctx, of, schema)
  return {
    apply: await headOf(ctx, of),
    editable: materials.some(({ editable }) => editable),
    materials,
    fee: await showFee(ctx, of),
    auditReason: of.remarks,
  }
}

export async function apply2Submit(
  ctx: Ctx,
  { id, version, files, pay, answers, action }: Parsed<Endpoints['POST /qualification/apply2Submit']>,
): Promise<Output<Endpoints['POST /qualification/apply2Submit']>> {
  const { of, type, schema } = await secondStep(ctx, id)
  if (pay) return answerOf(await payFor(ctx, of, version, tx => claimFee(tx, of, pay as Receipt)))
  const materials = files && materialsIn(schema, files)
  return answerOf(
    await (action === 'submit' ? submit : saveDraft)(ctx, kinds[type], { id, version, materials, answers }),
  )
}

export const applyingHandlers = {
  'GET /qualification/getApply1': getApply1,
  'POST /qualification/apply1Submit': apply1Submit,
  'GET /qualification/getApply2': getApply2,
  'POST /qualification/apply2Submit': apply2Submit,
} satisfies Partial<Handlers<Endpoints>>
