import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { claimFee, feeOf } from '#modules/membership/fees/server/fees.ts'
import { readApplicant } from '#modules/membership/server/applicants.ts'
import { memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import {
  applicationToContinue,
  beforeMaterials,
  type Form,
  formOf,
  resultOf,
  writeForm,
} from '#modules/review/applying/server/applying.ts'
import { claimPayment } from '#modules/review/applying/server/paymentClaims.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { newestApplication, ownApplication } from '#modules/review/server/applications.ts'
import { noticeEnd } from '#modules/review/server/notices.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import type { joiningContract } from '../contract.ts'
import { membershipKind, personalMembershipKind } from './membershipApplications.ts'

type Endpoints = typeof joiningContract

/** Finds the applicant and the application: by id, otherwise the newest that is not closed. */
async function find(ctx: Ctx, id: number | undefined) {
  const about = await readApplicant(ctx)
  const kind = about.organisationId === null ? personalMembershipKind : membershipKind
  return {
    kind,
    about,
    of: id === undefined ? await newestApplication(ctx, kind) : await ownApplication(ctx, id, kind),
  }
}

export async function getApply1(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /member/getApply1']>,
): Promise<Output<Endpoints['GET /member/getApply1']>> {
  const { kind, about, of } = await find(ctx, id)
  const shown = await formOf(ctx, kind, id === undefined ? applicationToContinue(kind, of) : of, about)
  const { fields, openFields, form, auditReason } = shown
  return { ...headOf(shown), fields, openFields, editable: openFields.length > 0, form, auditReason }
}

const headOf = ({ id, number, status, statusName, version, savedAt, deadline }: Form) => ({
  applyId: id,
  number,
  status,
  statusName,
  version,
  savedAt,
  deadline,
})

export async function apply1Submit(
  ctx: Ctx,
  given: Parsed<Endpoints['POST /member/apply1Submit']>,
): Promise<Output<Endpoints['POST /member/apply1Submit']>> {
  const { organisationId, personId } = await readApplicant(ctx)
  const kind = organisationId === null ? personalMembershipKind : membershipKind
  return answerOf(ctx, await writeForm(ctx, kind, given, { organisationId, personId }))
}

async function answerOf(ctx: Ctx, of: Application) {
  const { id: applyId, ...rest } = await resultOf(ctx, of)
  return { applyId, ...rest }
}

const tooEarly = () => conflict('申请表通过初审后，再提交材料')

export const applyingHandlers = {
  'GET /member/getApply1': getApply1,
  'POST /member/apply1Submit': apply1Submit,
  'GET /member/getApply2': async (ctx, { id }) => {
    const { kind, of } = await find(ctx, id)
    if (!of || beforeMaterials.includes(of.state)) throw tooEarly()
    const shown = await formOf(ctx, kind, of)
    return {
      ...headOf(shown),
      editable: shown.materials.some(({ editable }) => editable),
      slots: shown.materials.map(({ code: slot, ...rest }) => ({ slot, ...rest })),
      fee: await feeFor(ctx, of),
      auditReason: of.remarks,
      noticeEndsOn: (of.state === 'noticed' && (await noticeEnd(ctx, of.id))) || null,
    }
  },
  'POST /member/apply2Submit': async (ctx, { applyId, files, receipt, ...sent }) => {
    const { kind, of } = await find(ctx, applyId)
    if (!of || beforeMaterials.includes(of.state)) throw tooEarly()
    if (receipt)
      return answerOf(
        ctx,
        await claimPayment(ctx, of, sent.version, tx => claimFee(tx, eq(memberFee.applicationId, of.id), receipt)),
      )
    const named = files?.map(({ slot: code, fileId }) => ({ code, fileId }))
    return answerOf(ctx, await writeForm(ctx, kind, { ...sent, id: applyId, files: named }))
  },
} satisfies Partial<Handlers<Endpoints>>

async function feeFor(ctx: Ctx, of: Application) {
  const fee = await feeOf(ctx, of)
  if (!fee) return null
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, fee.levelCode))
  const infos = await fileInfos(ctx, fee.slipId ? [fee.slipId] : [])
  return {
    year: fee.year,
    levelName: level!.name,
    amount: fee.amount,
    state: fee.state,
    account: await readPayAccount(ctx),
    remark: `${of.title} ${of.number}`,
    receipt: {
      paidOn: fee.paidOn,
      payer: fee.payer,
      receiptTitle: fee.receiptTitle || of.title,
      receiptCreditCode: fee.receiptCreditCode,
      receiptEmail: fee.receiptEmail,
      slip: (fee.slipId && infos.get(fee.slipId)) || null,
    },
  }
}
