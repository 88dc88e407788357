import { and, desc, eq, ne, or } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { readAllocated } from '#modules/ledger/allocating/server/owed.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { registeredCreditCode } from '#modules/members/claiming/server/claims.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { type JoiningStep, joiningStepNames, joiningSteps } from '#modules/membership/joiningRules.ts'
import { levelsOf } from '#modules/membership/levels/server/levels.ts'
import { feeColumns, isOwed } from '#modules/membership/server/feeRows.ts'
import { readJoiningRule } from '#modules/membership/server/joiningRules.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { ownMember } from '#modules/membership/server/ownMember.ts'
import { type member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { submit } from '#modules/review/applying/server/submissions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { newestApplication } from '#modules/review/server/applications.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { nameOfApplicationState, readStateWords } from '#modules/review/server/stateWords.ts'
import { wayWords } from '#modules/review/wayWords.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import type { joiningContract } from '../contract.ts'
import { claimKind, membershipKind, personalMembershipKind } from './membershipApplications.ts'

type Endpoints = typeof joiningContract
type MemberRow = typeof member.$inferSelect
type Own = Output<Endpoints['GET /member/membership']>

export const ownHandlers = {
  'GET /member/membership': async ctx => {
    const [of] = await ctx.db
      .select()
      .from(account)
      .where(eq(account.id, signedInActor(ctx).accountId))
    const kind = of!.kind === 'person' ? 'person' : 'organisation'
    const found = await ownMember(ctx)
    const application = await newestApplication(ctx, kind === 'person' ? personalMembershipKind : membershipKind)
    const claim = await newestApplication(ctx, claimKind)
    return {
      isComplete: of!.organisationId !== null || of!.personId !== null,
      member: found ? toMember(ctx, found) : null,
      fees: await readFees(ctx, found?.member, application),
      payAccount: await readPayAccount(ctx),
      levels: (await levelsOf(ctx, kind, thisYear(ctx))).filter(({ isOpen }) => isOpen),
      joining: await shownRule(ctx, kind),
      application: application
        ? {
            id: application.id,
            number: application.number,
            status: application.state,
            statusName: await nameOfApplicationState(ctx, application),
            route: routeOf(application),
          }
        : null,
      claim: claim ? { id: claim.id, status: claim.state, statusName: nameOfState(claim.state) } : null,
    }
  },
  /** The form and its proof in one step. */
  'POST /member/claim': async (ctx, { memberNumber, note, fileIds }) => {
    const [own] = await ctx.db
      .select()
      .from(account)
      .where(eq(account.id, signedInActor(ctx).accountId))
    const said = own!.kind === 'organisation' && { orgName: own!.displayName, creditCode: registeredCreditCode(own!) }
    const form = { memberNumber, note, ...said }
    const of = await submit(ctx, claimKind, { form, materials: { proof: fileIds } })
    return {
      applyId: of.id,
      number: of.number,
      status: of.state,
      statusName: nameOfState(of.state),
      version: of.version,
      savedAt: iso(of.updatedAt),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Joining conditions and steps shown to applicants before the form. */
async function shownRule(ctx: Ctx, kind: 'organisation' | 'person'): Promise<Own['joining']> {
  const { condition, steps } = await readJoiningRule(ctx, kind)
  const stages = joiningSteps.filter(step => steps.includes(step))
  const by = (await readStateWords(ctx)).byOf(kind === 'person' ? personalMembershipKind : membershipKind)
  const nameOf = (step: JoiningStep) =>
    step === 'materials' && by !== 'paper' ? wayWords[by].step : joiningStepNames[step]
  return { condition, stages, steps: stages.map(nameOf) }
}

function toMember(
  ctx: Ctx,
  { member: of, level, certificate: on }: NonNullable<Awaited<ReturnType<typeof ownMember>>>,
) {
  return {
    id: of.id,
    memberNo: of.number,
    levelName: level.name,
    status: of.status,
    statusName: memberStatusNames[of.status],
    joinDate: of.joinedOn,
    validTo: of.validTo,
    feePaidYear: of.feePaidYear,
    isPublic: of.isPublic,
    certificateUrl: on && `${ctx.config.publicUrl}/admin/verify?token=${on.token}`,
    pageUrl: of.kind === 'organisation' && of.isPublic ? `/admin/publicity/member/${of.id}` : null,
  }
}

async function readFees({ db }: Ctx, own: MemberRow | undefined, of: Application | undefined): Promise<Own['fees']> {
  const whose = [...(own ? [eq(memberFee.memberId, own.id)] : []), ...(of ? [eq(memberFee.applicationId, of.id)] : [])]
  if (whose.length === 0) return []
  const rows = await db
    .select({ fee: feeColumns, levelName: memberLevel.name })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .innerJoin(memberLevel, eq(memberLevel.code, memberFee.levelCode))
    .where(and(or(...whose), ne(receivable.state, 'cancelled')))
    .orderBy(desc(memberFee.year), desc(memberFee.id))
  const received = await readAllocated(
    { db },
    rows.map(({ fee }) => receivableIdOf(MEMBER_FEE, fee.id)),
  )
  return rows.map(({ fee, levelName }) => ({
    id: fee.id,
    year: fee.year,
    levelName,
    amount: fee.amount,
    received: received.get(receivableIdOf(MEMBER_FEE, fee.id)) ?? 0,
    version: fee.version,
    state: fee.state,
    stateName: receivableStateNames[fee.state],
    dueOn: fee.dueOn,
    paidOn: fee.paidOn,
    payer: fee.payer,
    returnReason: fee.returnReason,
    adjustReason: fee.adjustReason,
    receiptTitle: fee.receiptTitle,
    receiptCreditCode: fee.receiptCreditCode,
    receiptEmail: fee.receiptEmail,
    hasReceipt: fee.receiptFileId !== null,
    canPay: fee.memberId !== null && (fee.state === 'due' || fee.state === 'refused'),
    remark: own ? `${own.number} ${fee.year} 年度会费` : `${of!.title} ${of!.number}`,
  }))
}
