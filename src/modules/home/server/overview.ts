import { and, count, countDistinct, eq, type SQL } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { type CertificateStatus, statusNames, statusToday } from '#modules/certificates/status.ts'
import { person } from '#modules/members/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { countUnread } from '#modules/messages/server/reading.ts'
import { whoseCertificates } from '#modules/qualifications/applying/server/own.ts'
import type { homeContract } from '../contract.ts'
import { readAppointments } from './appointments.ts'
import { readBenefits } from './benefits.ts'
import { expiriesWithActs } from './expiryActs.ts'
import { readJoining } from './joining.ts'
import { type Owner, readOwner } from './owner.ts'

type Overview = Output<(typeof homeContract)['GET /member/overview']>

/** From how many days ahead an end is worth a line. */
const SOON = 180

export const overviewHandlers = {
  /** The file of a company, or of a person, on one page. */
  'GET /member/overview': async ctx => {
    const owner = await readOwner(ctx)
    const { account, organisation } = owner
    const [certificates, staff, expiring, joining, appointments, unread, benefits] = await Promise.all([
      countByStatus(ctx, await whoseCertificates(ctx)),
      organisation ? readStaff(ctx, organisation.id) : null,
      expiriesWithActs(ctx, owner, SOON),
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

/** How many of them stand in which state today; states that none is in are left out. */
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
