import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, loginOf, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { PDF } from '#lib/server/http/download.ts'
import { nextPollAt } from '#lib/server/jobs/nextPoll.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { sheetToSign } from '#modules/review/applying/server/applicationSheet.ts'
import type { confirmingContract } from '#modules/review/confirming/contract.ts'
import { changedSince, readConfirmingRule } from '#modules/review/confirming/server/confirmationStatus.ts'
import { contentOf, isOpenFor } from '#modules/review/confirming/server/confirming.ts'
import { type Content, sha256 } from '#modules/review/confirming/server/content.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { flowStateNames } from '#modules/review/signing/flowStates.ts'
import { advanceFlow } from '#modules/review/signing/server/flowProgress.ts'
import { endFlow, type Flow, isUnderWay, newestFlow, UNDER_WAY } from '#modules/review/signing/server/flows.ts'
import { signingDriver } from '#modules/review/signing/server/generic.ts'
import { signingFlow } from '#modules/review/signing/server/tables.ts'

export const signingHandlers = {
  'POST /member/application/sign': async (ctx, { id }) => {
    const { flow, isNew } = await requestSignature(ctx, await ownApplication(ctx, id))
    await advanceFlow(ctx, flow, isNew)
    return {}
  },
  'POST /member/application/sign/ask': async (ctx, { id }) => {
    spendAsking(ctx)
    const flow = await newestFlow(ctx, await ownApplication(ctx, id))
    if (!flow) throw notFound('这份申请没有送签')
    const { state, problem } = await advanceFlow(ctx, flow)
    if (isUnderWay({ state }) && problem) throw conflict(problem)
    return { state, stateName: flowStateNames[state] }
  },
} satisfies Partial<Handlers<typeof confirmingContract>>

/** Rate limit: each call stores a PDF and creates a flow at the service, which is paid for. */
const spend = sharedRateLimit('sign', { max: 20, per: 86_400_000, by: 'account' })

/** Rate limit: each call queries the service. */
const spendAsking = limit('sign/ask', { max: 20, per: 60_000, by: 'account' })

type Begun = { flow: Flow; isNew: boolean }

/** The form is made before the application is locked: what is otherwise then is not given away. */
async function requestSignature(ctx: Ctx, of: Application): Promise<Begun> {
  const driver = signingDriver(ctx.config)
  if (!driver) throw conflict('协会没有开通电子签章')
  await refuseUnlessOpen(ctx, of)
  const content = await contentOf(ctx, of)
  const before = await findOpenFlow(ctx, of, content)
  if (before) return { flow: before, isNew: false }
  await spend(ctx)
  const sheet = await sheetToSign(ctx, of, content.files)
  return inTransaction(ctx, async tx => {
    const current = await lockApplication(tx, of.id)
    await refuseUnlessOpen(tx, current)
    if (changedSince(content, await contentOf(tx, current)).length > 0)
      throw conflict('申请的内容刚刚有改动，请再试一次')
    const meanwhile = await findOpenFlow(tx, current, content)
    if (meanwhile) return { flow: meanwhile, isNew: false }
    const last = await newestFlow(tx, current)
    if (last) await endFlow(tx, last, { from: UNDER_WAY, to: 'replaced', problem: '' })
    return { flow: await createFlow(tx, current, { provider: driver.name, content, sheet }), isNew: true }
  })
}

/** The one that is under way with the same contents; of one that is signed there is no second. */
async function findOpenFlow(ctx: Ctx, of: Application, content: Content): Promise<Flow | undefined> {
  const last = await newestFlow(ctx, of)
  if (!last || changedSince(last, content).length > 0) return
  if (last.state === 'kept') throw conflict('已电子签章，内容没有改动，不必再签')
  return isUnderWay(last) ? last : undefined
}

async function refuseUnlessOpen(ctx: Ctx, of: Application): Promise<void> {
  const rule = await readConfirmingRule(ctx, of.kind)
  if (!rule.ways.includes('provider') || !(await isOpenFor(ctx, of, rule)))
    throw conflict('这份申请现在不能电子签章，请刷新后查看')
}

type NewFlow = { provider: string; content: Content; sheet: Awaited<ReturnType<typeof sheetToSign>> }

async function createFlow(
  ctx: Ctx,
  { id, number, title }: Application,
  { provider, content, sheet }: NewFlow,
): Promise<Flow> {
  const actor = signedInActor(ctx)
  const [company] = await ctx.db.select().from(account).where(eq(account.id, actor.accountId))
  const { kind, displayName, creditCode } = company!
  const name = `${sheet.name}.pdf`
  const fileId = await keepFile(ctx, { name, type: PDF, bytes: sheet.bytes, isConfined: false, isPublic: false })
  const [flow] = await ctx.db
    .insert(signingFlow)
    .values({
      applicationId: id,
      number: newFlowNumber(ctx),
      provider,
      accountId: actor.accountId,
      loginId: loginOf(actor),
      signatoryKind: kind === 'organisation' ? kind : 'person',
      signatoryName: displayName,
      creditCode: creditCode ?? '',
      documentHash: content.documentHash,
      files: content.files,
      fileId,
      sha256: sha256(sheet.bytes),
      qr: sheet.qr,
      state: 'sending',
      askAgainAt: nextPollAt(ctx, null),
      createdAt: ctx.now,
    })
    .returning()
  const about = { objectType: 'application', objectId: id, objectName: title }
  await record(ctx, { action: 'application.sign', ...about, detail: { number, flow: flow!.number } })
  return flow!
}

/** A number of ours that was never given: by day, and by chance. */
const newFlowNumber = ({ now }: Pick<Ctx, 'now'>) =>
  `S${dayOf(now).replaceAll('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`
