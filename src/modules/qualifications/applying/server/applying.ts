import type { Output, Parsed } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { claim } from '#modules/ledger/receivables/server/receivables.ts'
import { ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { peopleOf } from '#modules/qualifications/eligibility/server/people.ts'
import { beforeMaterials, formOf, resultOf, writeForm } from '#modules/review/applying/server/applying.ts'
import { claimPayment } from '#modules/review/applying/server/paymentClaims.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import type { applyingContract } from '../contract.ts'
import { applicationHead, ownCase } from './applicationHeads.ts'
import { showFee } from './assessmentFees.ts'
import { kinds } from './qualificationApplications.ts'

type Endpoints = typeof applyingContract

export async function getApply1(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /qualification/getApply1']>,
): Promise<Output<Endpoints['GET /qualification/getApply1']>> {
  const { of, type } = await ownCase(ctx, id)
  const shown = await formOf(ctx, kinds[type], of)
  const { savedAt, fields, openFields, form, isConfirmable, auditReason } = shown
  return {
    apply: await applicationHead(ctx, of),
    savedAt: savedAt!,
    editable: openFields.length > 0,
    fields,
    openFields,
    form,
    isConfirmable,
    auditReason,
    // Materials of the second step have a screen of their own.
    materials: shown.step === 'materials' ? [] : shown.materials,
    people: fields.some(({ name }) => name === 'persons') ? await peopleOf(ctx, of.organisationId!) : [],
  }
}

/** The tables may stand beside the form instead of in it. */
export async function apply1Submit(
  ctx: Ctx,
  { form, persons, equipments, performances, files, ...sent }: Parsed<Endpoints['POST /qualification/apply1Submit']>,
): Promise<Output<Endpoints['POST /qualification/apply1Submit']>> {
  const { of, type } = await ownCase(ctx, sent.id)
  const { path } = await kinds[type].schema(ctx, of)
  const tables = Object.entries({ persons, equipments, performances }).filter(([, rows]) => rows !== undefined)
  return answerOf(
    ctx,
    await writeForm(ctx, kinds[type], {
      ...sent,
      form: { ...form, ...Object.fromEntries(tables) },
      files: path.includes('materials') ? undefined : files,
    }),
  )
}

async function answerOf(ctx: Ctx, of: Application) {
  const { number: _, ...result } = await resultOf(ctx, of)
  return result
}

/** Refuses the second step until the form has passed review: there is nothing to sign and stamp before. */
async function secondStep(ctx: Ctx, id: number) {
  const { of, type } = await ownCase(ctx, id)
  const schema = await kinds[type].schema(ctx, of)
  if (!schema.path.includes('materials')) throw conflict('这类申请没有第二步，材料随申请表一并提交')
  if (beforeMaterials.includes(of.state)) throw conflict('申请表通过初审后，再提交材料')
  return { of, type, schema }
}

export async function getApply2(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /qualification/getApply2']>,
): Promise<Output<Endpoints['GET /qualification/getApply2']>> {
  const { of, type } = await secondStep(ctx, id)
  const { materials, auditReason } = await formOf(ctx, kinds[type], of)
  return {
    apply: await applicationHead(ctx, of),
    editable: materials.some(({ editable }) => editable),
    materials,
    fee: await showFee(ctx, of),
    auditReason,
  }
}

export async function apply2Submit(
  ctx: Ctx,
  { pay, ...sent }: Parsed<Endpoints['POST /qualification/apply2Submit']>,
): Promise<Output<Endpoints['POST /qualification/apply2Submit']>> {
  const { of, type } = await secondStep(ctx, sent.id)
  if (pay) return answerOf(ctx, await claimPayment(ctx, of, sent.version, tx => claim(tx, ASSESSMENT_FEE, of.id, pay)))
  return answerOf(ctx, await writeForm(ctx, kinds[type], sent))
}

export const applyingHandlers = {
  'GET /qualification/getApply1': getApply1,
  'POST /qualification/apply1Submit': apply1Submit,
  'GET /qualification/getApply2': getApply2,
  'POST /qualification/apply2Submit': apply2Submit,
} satisfies Partial<Handlers<Endpoints>>
