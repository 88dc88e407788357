import { eq, inArray } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { enterCertificates, type NewCertificate } from '#modules/certificates/server/register.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { picture } from '#modules/content/server/demo/pictures.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { changeGroup } from '#modules/settings/server/settings.ts'
import { demoApplications } from './demo/applications.ts'
import { demoFees } from './demo/fees.ts'
import { CONGRESS_DAYS_AGO, type DemoMember, demoMembers, TERM_YEARS } from './demo/members.ts'
import { type DemoStyle, demoStyles } from './demo/styles.ts'
import { nextMemberNumber } from './numbers.ts'
import { member, memberLevel, memberStyle } from './tables.ts'

type Loading = Services & { now: Date }
/** Holder data of the certificate. */
type Holder = Pick<
  NewCertificate,
  'holderName' | 'organisationName' | 'organisationId' | 'personId' | 'creditCode' | 'provinceCode' | 'publishedAt'
>

/** Number prefix of the demo association. */
const NUMBER_PREFIX = 'CBWA'

/** The register of members, a certificate for everyone in good standing, the pages of six, an application. */
export async function demoMembership(ctx: Loading) {
  await changeGroup(ctx, 'membership', { numberPrefix: NUMBER_PREFIX, termEndsOn: termEnd(ctx) })
  const holders = await readHolders(ctx)
  const ids = new Map<string, number>()
  for (const one of [...demoMembers].sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)) {
    const holder = holders.get(one.name)!
    const number = await nextMemberNumber(ctx, NUMBER_PREFIX, {
      kind: holder.personId ? 'person' : 'organisation',
      provinceCode: holder.provinceCode ?? null,
      joinedOn: dayAgo(ctx.now, one.joinedDaysAgo),
      numberPrefix: '',
    })
    ids.set(one.name, await insertMember(ctx, one, holder, number))
  }
  for (const [i, style] of demoStyles.entries()) await insertStyle(ctx, style, ids.get(style.member)!, i)
  await demoFees(ctx)
  await demoApplications(ctx)
}

async function readHolders({ db, now }: Loading): Promise<Map<string, Holder>> {
  const organisations = await db.select().from(organisation)
  const persons = await db
    .select({ person, employer: organisation.name })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
  return new Map<string, Holder>([
    ...organisations.map(({ id, name, creditCode, provinceCode }): [string, Holder] => [
      name,
      { holderName: name, organisationName: name, organisationId: id, creditCode, provinceCode, publishedAt: now },
    ]),
    ...persons.map(({ person: { id, name, provinceCode, publicConsentAt }, employer }): [string, Holder] => [
      name,
      { holderName: name, organisationName: employer ?? '', personId: id, provinceCode, publishedAt: publicConsentAt },
    ]),
  ])
}

async function insertMember(ctx: Loading, of: DemoMember, holder: Holder, number: string) {
  const { levelCode, status, endReason, paidYearsAgo, endedDaysAgo } = of
  const endedOn = endedDaysAgo === undefined ? null : dayAgo(ctx.now, endedDaysAgo)
  const thisYear = Number(dayOf(ctx.now).slice(0, 4))
  const [row] = await ctx.db
    .insert(member)
    .values({
      number,
      levelCode,
      status,
      endReason,
      organisationId: holder.organisationId,
      personId: holder.personId,
      kind: holder.personId ? 'person' : 'organisation',
      joinedOn: dayAgo(ctx.now, of.joinedDaysAgo),
      feePaidYear: paidYearsAgo === undefined ? null : thisYear - paidYearsAgo,
      endedOn,
      validTo: endedOn ?? termEnd(ctx),
      certificateId: status === 'active' ? await certify(ctx, of, holder, number) : null,
    })
    .returning({ id: member.id })
  return row!.id
}

/** A council's certificates are issued at its election, and to later members when they join. */
async function certify(ctx: Loading, { levelCode, joinedDaysAgo }: DemoMember, holder: Holder, number: string) {
  const issuedOn = dayAgo(ctx.now, Math.min(joinedDaysAgo, CONGRESS_DAYS_AGO))
  const kind = holder.personId
    ? { kindCode: 'HY-G', kindName: '个人会员证书' }
    : { kindCode: 'HY-D', kindName: '单位会员证书' }
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, levelCode))
  const [issued] = await enterCertificates(ctx, [
    {
      ...holder,
      ...kind,
      number,
      register: 'membership',
      groupCode: 'HY',
      groupName: '会员',
      levelCode: String(levelCode),
      levelName: level!.name,
      issuer: '全国锅炉与锅炉水处理行业协会',
      issuedOn,
      validFrom: issuedOn,
      validTo: termEnd(ctx),
    },
  ])
  return issued!.id
}

const termEnd = ({ now }: Loading) => lastDay(dayAgo(now, CONGRESS_DAYS_AGO), TERM_YEARS)

async function insertStyle(ctx: Loading, { title, content, pictures }: DemoStyle, memberId: number, index: number) {
  const ids: number[] = []
  for (const [i, kind] of pictures.entries()) {
    const about = { name: `${kind}.svg`, type: 'image/svg+xml', width: 1200, height: 675, isPublic: true }
    ids.push(await keepFile(ctx, { ...about, bytes: Buffer.from(picture(kind, 100 + index * 7 + i)) }))
  }
  await assignFiles(ctx, memberId, ids)
  const [coverId, ...imageIds] = ids
  const publishedAt = new Date(ctx.now.getTime() - (30 + index * 41) * 86_400_000)
  await ctx.db
    .insert(memberStyle)
    .values({ memberId, title, coverId, imageIds, content: cleanHtml(content), publishedAt, updatedAt: publishedAt })
}

/** Makes the member's account the owner of the pictures; saving the page submits them again and requires ownership. */
async function assignFiles({ db }: Loading, memberId: number, ids: number[]) {
  const [owner] = await db
    .select({ id: account.id })
    .from(member)
    .innerJoin(account, eq(account.organisationId, member.organisationId))
    .where(eq(member.id, memberId))
  if (owner) await db.update(file).set({ ownerId: owner.id }).where(inArray(file.id, ids))
}

const dayAgo = (now: Date, days: number) => addDays(dayOf(now), -days)
