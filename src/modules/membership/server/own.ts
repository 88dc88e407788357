import { and, asc, desc, eq, or } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { newestApplication, submit } from '#modules/review/server/applications.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { stateNames } from '#modules/review/workflow.ts'
import type { membershipContract } from '../contract.ts'
import { memberStatusNames } from '../words.ts'
import { claimKind, membershipKind, personalMembershipKind } from './kinds.ts'
import { member, memberFee, memberLevel } from './tables.ts'

type Endpoints = typeof membershipContract
type Own = Output<Endpoints['GET /member/membership']>

/** The caller's row in the register, with its level and certificate. */
export async function ownMember(ctx: Ctx) {
  const [found] = await ctx.db
    .select({ member, level: memberLevel, certificate })
    .from(account)
    .innerJoin(member, or(eq(member.organisationId, account.organisationId), eq(member.personId, account.personId)))
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(certificate, eq(certificate.id, member.certificateId))
    .where(eq(account.id, signed(ctx).accountId))
  return found
}

export async function showMembership(ctx: Ctx): Promise<Own> {
  const [of] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  const kind = of!.kind === 'person' ? 'person' : 'organisation'
  const found = await ownMember(ctx)
  const application = await newestApplication(ctx, kind === 'person' ? personalMembershipKind : membershipKind)
  const claim = await newestApplication(ctx, claimKind)
  return {
    isComplete: of!.organisationId !== null || of!.personId !== null,
    member: found ? toMember(ctx, found) : null,
    fees: await readFees(ctx, found?.member.id, application?.id),
    levels: await ctx.db
      .select({
        ...{ code: memberLevel.code, name: memberLevel.name, fee: memberLevel.fee },
        ...{ advertDays: memberLevel.advertDays, trainingSeats: memberLevel.trainingSeats },
      })
      .from(memberLevel)
      .where(and(eq(memberLevel.kind, kind), eq(memberLevel.isOpen, true)))
      .orderBy(asc(memberLevel.sort)),
    application: application
      ? {
          ...{ id: application.id, number: application.number, status: application.state },
          ...{ statusName: stateNames[application.state], route: routeOf(application) },
        }
      : null,
    claim: claim ? { id: claim.id, status: claim.state, statusName: stateNames[claim.state] } : null,
  }
}

function toMember(
  ctx: Ctx,
  { member: of, level, certificate: on }: NonNullable<Awaited<ReturnType<typeof ownMember>>>,
) {
  return {
    ...{ id: of.id, memberNo: of.number, levelName: level.name },
    ...{ status: of.status, statusName: memberStatusNames[of.status] },
    ...{ joinDate: of.joinedOn, validTo: of.validTo, feePaidYear: of.feePaidYear, isPublic: of.isPublic },
    certificateUrl: on && `${ctx.config.publicUrl}/admin/verify?token=${on.token}`,
    pageUrl: of.kind === 'organisation' && of.isPublic ? `/admin/publicity/member/${of.id}` : null,
  }
}

async function readFees({ db }: Ctx, memberId: number | undefined, applicationId: number | undefined) {
  const whose = [
    ...(memberId ? [eq(memberFee.memberId, memberId)] : []),
    ...(applicationId ? [eq(memberFee.applicationId, applicationId)] : []),
  ]
  if (whose.length === 0) return []
  const rows = await db
    .select({ fee: memberFee, levelName: memberLevel.name })
    .from(memberFee)
    .innerJoin(memberLevel, eq(memberLevel.code, memberFee.levelCode))
    .where(or(...whose))
    .orderBy(desc(memberFee.year), desc(memberFee.id))
  return rows.map(({ fee, levelName }) => ({
    ...{ id: fee.id, year: fee.year, levelName, amount: fee.amount },
    ...{ state: fee.state, stateName: feeStateNames[fee.state] },
    ...{ paidOn: fee.paidOn, receiptTitle: fee.receiptTitle },
  }))
}

const feeStateNames = { due: '待缴', claimed: '待确认', confirmed: '已确认', refused: '凭证被退回' }

/** The form and its proof in one step. */
export async function claimMember(
  ctx: Ctx,
  { memberNumber, note, fileIds }: Parsed<Endpoints['POST /member/claim']>,
): Promise<Output<Endpoints['POST /member/claim']>> {
  const of = await submit(ctx, claimKind, { form: { memberNumber, note }, materials: { proof: fileIds } })
  return {
    ...{ applyId: of.id, number: of.number, status: of.state, statusName: stateNames[of.state] },
    ...{ version: of.version, savedAt: iso(of.updatedAt) },
  }
}
