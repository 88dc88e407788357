import { and, count, countDistinct, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Part } from '#lib/parts.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { advertDaysUsed } from '#modules/adverts/server/allowances.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { type CertificateStatus, statusNames, statusToday } from '#modules/certificates/status.ts'
import { person } from '#modules/members/server/tables.ts'
import { membershipKind, personalMembershipKind } from '#modules/membership/joining/server/membershipApplications.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { countUnread } from '#modules/messages/server/readState.ts'
import { beginAddress } from '#modules/qualifications/applicationTypes.ts'
import { offersOf, whoseCertificates } from '#modules/qualifications/applying/server/ownCertificates.ts'
import { taskNameOf } from '#modules/review/applying/server/progress.ts'
import { waitingOf } from '#modules/review/applying/server/waiting.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import { memberSeatsUsed } from '#modules/training/enrolling/server/memberSeats.ts'
import type { homeContract } from '../contract.ts'
import { readAppointments } from './appointments.ts'
import { readExpiries } from './expiries.ts'
import { type Owner, readOwner } from './owner.ts'

async function expiriesWithActs(ctx: Ctx, owner: Owner, within: number) {
  const expiries = await readExpiries(ctx, owner, within)
  const ids = expiries.map(({ certId }) => certId)
  const rows = await ctx.db.select().from(certificate).where(inArray(certificate.id, ids))
  const offers = await offersOf(
    ctx,
    rows.filter(({ personId }) => personId === null),
  )
  return expiries.map(({ personId, ...expiry }) => {
    const renewal = offers.get(expiry.certId)?.find(({ type }) => type === 'renewal')
    return { ...expiry, act: renewal ? actOf(expiry.certId, renewal) : personOf(owner, personId) }
  })
}

type Renewal = { hindrance: string | null; applicationId: number | null }

function actOf(certId: number, { hindrance, applicationId }: Renewal) {
  if (applicationId) return { name: '查看换证进度', route: `/admin/user/doing/${applicationId}` }
  return hindrance === null ? { name: '换证', route: beginAddress('renewal', certId) } : null
}

/** A company looks after the hours of study that its people need. */
const personOf = ({ organisation }: Owner, personId: number | null) =>
  organisation && personId !== null ? { name: '查看学时', route: `/admin/user/persons/${personId}` } : null

type Overview = Output<(typeof homeContract)['GET /member/overview']>

/** Number of days ahead for which ends are listed. */
const EXPIRY_DAYS = 180

export const overviewHandlers = {
  /** The file of a company, or of a person, on one page. */
  'GET /member/overview': async ctx => {
    const owner = await readOwner(ctx)
    const { account, organisation } = owner
    const [certificates, staff, expiring, joining, appointments, unread, benefits] = await Promise.all([
      countByStatus(ctx, await whoseCertificates(ctx)),
      organisation ? readStaff(ctx, organisation.id) : null,
      expiriesWithActs(ctx, owner, EXPIRY_DAYS),
      readJoining(ctx),
      readAppointments(ctx, owner),
      countUnread(ctx),
      readBenefits(ctx, owner),
    ])
    return {
      name: organisation?.name ?? owner.person?.name ?? account.displayName,
      isComplete: account.organisationId !== null || account.personId !== null,
      membership: membershipOf(ctx, owner),
      certificates,
      staff,
      expiring,
      joining,
      appointments,
      unread,
      benefits,
    }
  },
} satisfies Partial<Handlers<typeof homeContract>>

function membershipOf({ now }: Ctx, { member, level }: Owner): Overview['membership'] {
  if (!member || !level) return null
  const feeYear = Number(dayOf(now).slice(0, 4))
  return {
    memberNo: member.number,
    levelName: level.name,
    joinDate: member.joinedOn,
    validTo: member.validTo,
    status: member.status,
    statusName: memberStatusNames[member.status],
    feeYear,
    feePaid: (member.feePaidYear ?? 0) >= feeYear,
  }
}

/** Counts certificates by their status today; zero counts are omitted. */
async function countByStatus({ db, now }: Ctx, whose: SQL | undefined): Promise<Overview['certificates']> {
  if (!whose) return []
  const rows = await db
    .select({ certificate })
    .from(certificate)
    .leftJoin(person, eq(person.id, certificate.personId))
    .where(whose)
  const counted = new Map<CertificateStatus, number>()
  for (const { certificate: of } of rows) {
    const { status } = statusToday(of, dayOf(now))
    counted.set(status, (counted.get(status) ?? 0) + 1)
  }
  return typedKeys(statusNames).flatMap(status =>
    counted.has(status) ? { status, statusName: statusNames[status], num: counted.get(status)! } : [],
  )
}

async function readStaff(ctx: Ctx, organisationId: number): Promise<Overview['staff']> {
  const works = eq(person.organisationId, organisationId)
  const [persons] = await ctx.db.select({ n: count() }).from(person).where(works)
  const [certified] = await ctx.db
    .select({ n: countDistinct(certificate.personId) })
    .from(certificate)
    .innerJoin(person, eq(person.id, certificate.personId))
    .where(and(works, eq(certificate.register, 'personnel'), eq(certificate.status, 'valid')))
  return {
    persons: persons!.n,
    certified: certified!.n,
    certificates: await countByStatus(ctx, and(eq(certificate.register, 'personnel'), works)),
  }
}

type Benefit = { part: Part; name: string; unit: string; used: number; total: number | null }

/** Benefits of this year's membership, and how much of them was used; null if the caller is no member organisation. */
async function readBenefits(ctx: Ctx, { organisation, member, level }: Owner) {
  if (!organisation || !member || !level) return null
  const year = dayOf(ctx.now).slice(0, 4)
  const days = await advertDaysUsed(ctx, { organisationId: organisation.id, year: Number(year) })
  const seats = await memberSeatsUsed(ctx, { organisationId: organisation.id, year })
  const inUse = await partsInUse(ctx)
  const all: Benefit[] = [
    { part: 'adverts', name: '广告展示', unit: '天', used: days, total: level.advertDays },
    { part: 'training', name: '会员价培训名额', unit: '人次', used: seats, total: level.trainingSeats },
  ]
  // A level that includes none of it has nothing to show of it, unless some was used before.
  const list = all.filter(({ part, used, total }) => inUse.includes(part) && (total !== 0 || used > 0))
  return list.length === 0 ? null : { year: Number(year), list: list.map(({ part: _, ...shown }) => shown) }
}

type Joining = Output<(typeof homeContract)['GET /member/overview']>['joining']

/** State of the caller's application for membership; null if there is none. */
async function readJoining(ctx: Ctx): Promise<Joining> {
  const kinds = [membershipKind.kind, personalMembershipKind.kind]
  const [of] = await ctx.db
    .select()
    .from(application)
    .where(
      and(
        eq(application.accountId, signedInActor(ctx).accountId),
        inArray(application.kind, kinds),
        inArray(application.state, openStates()),
      ),
    )
    .orderBy(desc(application.id))
    .limit(1)
  if (!of) return null
  const { name, schema } = kindOf(of)
  const { path } = await schema(ctx, of)
  const words = await readStateWords(ctx)
  return {
    id: of.id,
    kindName: name,
    number: of.number,
    statusName: words.nameOf(of),
    stages: words.stagesOf(of, path, of.state),
    waiting: await waitingOf(ctx, of),
    deadline: of.dueOn,
    route: routeOf(of),
    actName: taskNameOf(words.byOf(of), of.state),
  }
}
