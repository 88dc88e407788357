import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, loginOf, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { ownPhone } from '#modules/accounts/server/phones.ts'
import { record } from '#modules/audit/server/record.ts'
import { type Application, kindOf, sealedSlotOf } from '#modules/review/server/applicationKinds.ts'
import { ownApplication, takesMaterials, valuesOf } from '#modules/review/server/applications.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { flowStateNames } from '#modules/review/signing/flowStates.ts'
import { type Flow, newestFlow } from '#modules/review/signing/server/flows.ts'
import type { confirmingContract } from '../contract.ts'
import { changedSince, hasOtherWays, newestConfirmation, type Rule, readConfirmingRule } from './confirmationStatus.ts'
import { type Content, contentFor, digestOf } from './content.ts'
import { applicationConfirmation } from './tables.ts'

type Endpoints = typeof confirmingContract
type ConfirmationStatus = Output<Endpoints['GET /member/application/confirming']>

const confirmingCode = defineCodePurpose({ scene: 'confirmForm', name: '线上确认申请', toOwnPhone: true })

export const confirmingHandlers = {
  'GET /member/application/confirming': async (ctx, { id }) => confirmationStatus(ctx, await ownApplication(ctx, id)),
  'POST /member/application/confirm': async (ctx, sent) => {
    await confirm(ctx, sent)
    return confirmationStatus(ctx, await ownApplication(ctx, sent.id))
  },
} satisfies Partial<Handlers<Endpoints>>

export async function contentOf(ctx: Ctx, of: Application): Promise<Content> {
  const schema = await kindOf(of).schema(ctx, of)
  return contentFor(ctx, { of, schema, values: await valuesOf(ctx, of), materials: of.materials })
}

async function confirmationStatus(ctx: Ctx, of: Application): Promise<ConfirmationStatus> {
  const rule = await readConfirmingRule(ctx, of.kind)
  const isOpen = await isOpenFor(ctx, of, rule)
  const last = await newestConfirmation(ctx, of)
  const content = await contentOf(ctx, of)
  const flow = await newestFlow(ctx, of)
  return {
    ways: rule.ways,
    slot: kindOf(of).sealedSlot ?? '',
    isOpen,
    maySign: isOpen && rule.ways.includes('provider') && isOwner(ctx),
    signing: flow ? flowForApplicant(ctx, flow, changedSince(flow, content)) : null,
    asked:
      isOpen && rule.ways.includes('online') && isOwner(ctx) ? await confirmationRequest(ctx, rule, content) : null,
    confirmed: last
      ? {
          by: last.actorName,
          at: iso(last.at),
          phone: last.phone,
          statementVersion: last.statementVersion,
          changed: changedSince(last, content),
        }
      : null,
  }
}

/**
 * Tells whether the applicant can confirm now: the materials (or the form with its files) are with the applicant, and
 * the kind allows a way other than paper.
 */
export async function isOpenFor(ctx: Ctx, of: Application, rule: Rule): Promise<boolean> {
  const { schema, applicant } = kindOf(of)
  const asked = await schema(ctx, of)
  // Any file exchanged after a return requires a new confirmation, whatever the return names.
  if (!hasOtherWays(rule) || !sealedSlotOf(of, asked) || !takesMaterials(asked, of)) return false
  return !(await applicant?.hindrance?.(ctx, of))
}

/** Returns a signing flow for the applicant. Only the owner gets the link for signing. */
const flowForApplicant = (ctx: Ctx, { state, link, signatoryName, problem, endedAt }: Flow, changed: string[]) => ({
  state,
  stateName: flowStateNames[state],
  link: state === 'signing' && isOwner(ctx) ? link : '',
  signatory: signatoryName,
  problem,
  endedAt: endedAt && iso(endedAt),
  changed,
})

const isOwner = (ctx: Ctx): boolean => signedInActor(ctx).clerk?.isOwner ?? true

async function confirmationRequest(
  ctx: Ctx,
  rule: Rule,
  content: Content,
): Promise<NonNullable<ConfirmationStatus['asked']>> {
  const { statement, version } = rule
  return {
    statement,
    statementVersion: version,
    documentHash: content.documentHash,
    files: content.files.map(({ slotName, name, size, sha256 }) => ({ slotName, name, size, sha256 })),
    digest: digestOf(content, { version, text: statement }),
    phone: maskMobile(await ownPhone(ctx)),
  }
}

/** The code counts its wrong tries by itself; all else happens together, with the application locked. */
async function confirm(ctx: Ctx, { id, digest, code }: Parsed<Endpoints['POST /member/application/confirm']>) {
  await ownApplication(ctx, id)
  const phone = await ownPhone(ctx)
  const codeId = await checkCode(ctx, { purpose: confirmingCode, phone, code })
  await inTransaction(ctx, async tx => {
    const current = await lockApplication(tx, id)
    const rule = await readConfirmingRule(tx, current.kind)
    if (!rule.ways.includes('online') || !(await isOpenFor(tx, current, rule)))
      throw conflict('这份申请现在不能线上确认，请刷新后查看')
    const content = await contentOf(tx, current)
    if (digestOf(content, { version: rule.version, text: rule.statement }) !== digest)
      throw conflict('申请的内容、文件或声明在您查看之后有改动，请重新查看后再确认')
    await spendCode(tx, codeId)
    await storeConfirmation(tx, current, { rule, content, digest, phone: maskMobile(phone) })
  })
}

type NewConfirmation = { rule: Rule; content: Content; digest: string; phone: string }

async function storeConfirmation(
  ctx: Ctx,
  { id, number, title }: Application,
  { rule, content, digest, phone }: NewConfirmation,
) {
  const actor = signedInActor(ctx)
  const { documentHash, files } = content
  await ctx.db
    .insert(applicationConfirmation)
    .values({
      applicationId: id,
      accountId: actor.accountId,
      loginId: loginOf(actor),
      actorName: nameOfActor(actor),
      phone,
      address: ctx.address,
      statementVersion: rule.version,
      statement: rule.statement,
      documentHash,
      files,
      digest,
      at: ctx.now,
    })
    .onConflictDoNothing()
  await record(ctx, {
    action: 'application.confirm',
    objectType: 'application',
    objectId: id,
    objectName: title,
    detail: { number, digest, files: files.length },
  })
}
