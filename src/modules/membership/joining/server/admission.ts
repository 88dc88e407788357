import { and, count, eq, notInArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { enterCertificates, type NewCertificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { releaseShares } from '#modules/ledger/allocating/server/allocating.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { keepLicence } from '#modules/members/server/licences.ts'
import { updateOrganisation } from '#modules/members/server/organisations.ts'
import { updatePerson } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { confirmFee, feeOf } from '#modules/membership/fees/server/fees.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { type Fee, giveFeeToMember, lockFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { nextMemberNumber } from '#modules/membership/server/numbers.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import type { Effect, Entered } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'

/** Term of a certificate in years where no council term is set. */
export const DEFAULT_TERM_YEARS = 5

/** Types of membership certificates in the certificate register. */
export const certificateKinds = {
  organisation: { code: 'HY-D', name: '单位会员证书' },
  person: { code: 'HY-G', name: '个人会员证书' },
}

/** `fee`: of the first year, where one was asked for. */
type Joining = Entered & { level: typeof memberLevel.$inferSelect; fee: Fee | undefined }
type Holder = {
  kind: 'organisation' | 'person'
  name: string
  provinceCode: string | null
  publishedAt: Date | null
} & Pick<NewCertificate, 'organisationName' | 'creditCode'>

/**
 * Takes the applicant into the register: what the form says of it, member number, certificate, fee; in the transaction
 * of the last decision, so that lists, figures and search know it from that moment or not at all.
 */
export async function admit(ctx: Ctx, entered: Entered): Promise<Effect> {
  const joining = await confirmJoining(ctx, entered)
  const { application, values, level, fee } = joining
  if (application.organisationId) {
    await updateOrganisation(ctx, application.organisationId, values)
    await keepLicence(ctx, application)
  } else await updatePerson(ctx, application.personId!, values)
  const holder = await readHolder(ctx, joining)
  const { numberPrefix = 'M', termEndsOn = null } = (await readSetting(ctx, 'membership')) ?? {}
  const joinedOn = dayOf(ctx.now)
  const validTo = termEndsOn && termEndsOn > joinedOn ? termEndsOn : lastDay(joinedOn, DEFAULT_TERM_YEARS)
  const former = await findFormer(ctx, joining)
  const number =
    former?.number ??
    (await nextMemberNumber(ctx, numberPrefix, { ...holder, joinedOn, numberPrefix: level.numberPrefix }))
  const certificateId = await certify(ctx, joining, holder, { number, joinedOn, validTo })
  const row = {
    number,
    kind: holder.kind,
    levelCode: level.code,
    status: 'active' as const,
    joinedOn,
    validTo,
    organisationId: application.organisationId,
    personId: application.personId,
    certificateId,
    feePaidYear: fee?.year ?? null,
    endedOn: null,
    endReason: '',
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const target = application.organisationId ? member.organisationId : member.personId
  const [admitted] = await ctx.db
    .insert(member)
    .values(row)
    .onConflictDoUpdate({ target, set: row })
    .returning({ id: member.id })
  if (fee) await settleFirstFee(ctx, admitted!.id, fee)
  return { resultId: admitted!.id, say: `会员编号 ${number}，会员证书可在会员中心下载。` }
}

/** Determines the level, and confirms the fee where one is due. */
async function confirmJoining(ctx: Ctx, entered: Entered): Promise<Joining> {
  const { application, values } = entered
  const fee = (await feeOf(ctx, application)) && (await confirmFee(ctx, application))
  const code = fee?.levelCode ?? Number(values.levelCode)
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, code))
  return { ...entered, level: level!, fee }
}

async function settleFirstFee(ctx: Ctx, memberId: number, fee: Fee): Promise<void> {
  // Cancels an open fee of the same year: a member who rejoins in the year of leaving may still owe it, and the new fee
  // replaces it.
  const isReplaced = and(
    eq(memberFee.memberId, memberId),
    eq(memberFee.year, fee.year),
    notInArray(receivable.state, ['confirmed', 'cancelled']),
  )
  const replaced = await lockFees(ctx, isReplaced)
  for (const id of replaced) await releaseShares(ctx, receivableIdOf(MEMBER_FEE, id), '入会的会费代替这一笔')
  await writeFees(ctx, replaced, { state: 'cancelled' })
  await giveFeeToMember(ctx, fee, memberId)
}

/** Finds the former membership; a returning member keeps the number. */
async function findFormer({ db }: Ctx, { application }: Joining) {
  const [former] = await db
    .select()
    .from(member)
    .where(
      application.organisationId
        ? eq(member.organisationId, application.organisationId)
        : eq(member.personId, application.personId!),
    )
    .for('update')
  return former
}

async function readHolder({ db, now }: Ctx, { application }: Joining): Promise<Holder> {
  if (application.organisationId) {
    const [of] = await db.select().from(organisation).where(eq(organisation.id, application.organisationId))
    const { name, creditCode, provinceCode } = of!
    return { kind: 'organisation', name, organisationName: name, creditCode, provinceCode, publishedAt: now }
  }
  const [of] = await db.select().from(person).where(eq(person.id, application.personId!))
  const { name, employer, provinceCode, publicConsentAt } = of!
  return { kind: 'person', name, organisationName: employer, provinceCode, publishedAt: publicConsentAt }
}

async function certify(
  ctx: Ctx,
  { application, level }: Joining,
  { kind, name, publishedAt, ...holder }: Holder,
  { number, joinedOn, validTo }: { number: string; joinedOn: string; validTo: string },
): Promise<number> {
  const { association } = await readPublicConfig(ctx)
  const [issued] = await enterCertificates(ctx, [
    {
      ...holder,
      number: await certificateNumber(ctx, number),
      holderName: name,
      publishedAt,
      organisationId: application.organisationId,
      personId: application.personId,
      register: 'membership',
      groupCode: 'HY',
      groupName: '会员',
      kindCode: certificateKinds[kind].code,
      kindName: certificateKinds[kind].name,
      levelCode: String(level.code),
      levelName: level.name,
      issuer: association.name,
      issuedOn: joinedOn,
      validFrom: joinedOn,
      validTo,
    },
  ])
  return issued!.id
}

/** The member number itself; for who joins again, with which time it is. */
async function certificateNumber({ db }: Ctx, number: string): Promise<string> {
  const [before] = await db
    .select({ n: count() })
    .from(certificate)
    .where(and(eq(certificate.register, 'membership'), eq(certificate.number, number)))
  return before!.n === 0 ? number : `${number}-${before!.n + 1}`
}
