import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { personValues } from '#modules/members/server/persons.ts'
import type { membershipContract } from '#modules/membership/contract.ts'
import { claimFee, feeOf } from '#modules/membership/fees/server/fees.ts'
import { memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { payFor } from '#modules/review/applying/server/paying.ts'
import { materialsIn, readSlots } from '#modules/review/applying/server/slots.ts'
import { noticeEnd } from '#modules/review/notices/server/notices.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'
import {
  newestApplication,
  openParts,
  ownApplication,
  saveDraft,
  submit,
  valuesOf,
} from '#modules/review/server/applications.ts'
import { isClosed, type State, stateNames } from '#modules/review/workflow.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { membershipKind, personalMembershipKind } from './membershipApplications.ts'

type Endpoints = typeof membershipContract
type Owner = { kind: Kind; organisationId: number | null; personId: number | null }

/** For whom the caller applies. Who has not said who they are is sent to do that first. */
async function ownerOf(ctx: Ctx): Promise<Owner> {
  const [of] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  const { kind, organisationId, personId } = of!
  if (organisationId === null && personId === null) throw conflict('请先完善单位或个人资料，再申请入会')
  return kind === 'organisation'
    ? { kind: membershipKind, organisationId, personId: null }
    : { kind: personalMembershipKind, organisationId: null, personId }
}

const find = async (ctx: Ctx, { kind }: Owner, id: number | undefined) =>
  id === undefined ? newestApplication(ctx, kind) : ownApplication(ctx, id, kind)

/** A new form begins with what is known already. */
const prefilled = (ctx: Ctx, { organisationId, personId }: Owner): Promise<FormValues> =>
  organisationId ? organisationValues(ctx, organisationId) : personValues(ctx, personId!)

export async function getApply1(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /member/getApply1']>,
): Promise<Output<Endpoints['GET /member/getApply1']>> {
  const owner = await ownerOf(ctx)
  const found = await find(ctx, owner, id)
  // One that ended without success makes room for the next; an admitted one is what there is to see.
  const of = found && isClosed(found.state) && found.state !== 'approved' && id === undefined ? undefined : found
  const schema = await owner.kind.schema(ctx, { subjectId: null })
  const { fields: openFields } = openParts(of, schema)
  const known = of?.state === 'draft' || !of ? await prefilled(ctx, owner) : {}
  const names = new Set(schema.fields.map(({ name }) => name))
  const fitting = Object.fromEntries(Object.entries(known).filter(([name]) => names.has(name)))
  return {
    ...headOf(of),
    fields: schema.fields,
    openFields,
    editable: openFields.length > 0,
    form: { ...fitting, ...(of && (await valuesOf(ctx, of))) },
    auditReason: of?.remarks ?? [],
  }
}

const headOf = (of: Application | undefined) => {
  const status: State = of?.state ?? 'draft'
  return {
    applyId: of?.id ?? null,
    number: of?.number ?? null,
    status,
    statusName: stateNames[status],
    version: of?.version ?? null,
    savedAt: of ? iso(of.updatedAt) : null,
    deadline: of?.dueOn ?? null,
  }
}

export async function apply1Submit(
  ctx: Ctx,
  { id, version, form, answers, action }: Parsed<Endpoints['POST /member/apply1Submit']>,
): Promise<Output<Endpoints['POST /member/apply1Submit']>> {
  const { kind, ...about } = await ownerOf(ctx)
  const hand = action === 'submit' ? submit : saveDraft
  return resultOf(await hand(ctx, kind, { id, version, form, answers }, about))
}

const resultOf = (of: Application) => ({
  applyId: of.id,
  number: of.number,
  status: of.state,
  statusName: stateNames[of.state],
  version: of.version,
  savedAt: iso(of.updatedAt),
})

/** Until the form has passed its review there is nothing to sign and seal. */
const BEFORE: State[] = ['draft', 'submitted', 'returned']
const tooEarly = () => conflict('申请表通过初审后，再上传盖章材料')

export const applyingHandlers = {
  'GET /member/getApply1': getApply1,
  'POST /member/apply1Submit': apply1Submit,
  'GET /member/getApply2': async (ctx, { id }) => {
    const owner = await ownerOf(ctx)
    const of = await find(ctx, owner, id)
    if (!of || BEFORE.includes(of.state)) throw tooEarly()
    const schema = await owner.kind.schema(ctx, of)
    const slots = (await readSlots(ctx, of, schema)).map(({ code, ...rest }) => ({ slot: code, ...rest }))
    return {
      ...headOf(of),
      applyId: of.id,
      version: of.version,
      editable: slots.some(({ editable }) => editable),
      slots,
      fee: await feeFor(ctx, of),
      auditReason: of.remarks,
      noticeEndsOn: (of.state === 'noticed' && (await noticeEnd(ctx, of.id))) || null,
    }
  },
  'POST /member/apply2Submit': async (ctx, { applyId, version, files, receipt, answers, action }) => {
    const { kind } = await ownerOf(ctx)
    const of = await ownApplication(ctx, applyId, kind)
    if (BEFORE.includes(of.state)) throw tooEarly()
    if (receipt)
      return resultOf(await payFor(ctx, of, version, tx => claimFee(tx, eq(memberFee.applicationId, of.id), receipt)))
    const hand = action === 'submit' ? submit : saveDraft
    const sent = files?.map(({ slot, fileId }) => ({ code: slot, fileId }))
    const materials = sent && materialsIn(await kind.schema(ctx, of), sent)
    return resultOf(await hand(ctx, kind, { id: applyId, version, materials, answers }))
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
    account: (await readSetting(ctx, 'payAccount')) ?? null,
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
