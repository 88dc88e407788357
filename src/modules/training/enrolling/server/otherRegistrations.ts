import { and, asc, eq, getTableColumns, isNotNull, isNull, ne, notInArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { ENDED_STATUSES, type Registration } from './enrolmentRegister.ts'

/** Counts active participants; for ended registrations, all who were listed. */
export async function countPeople({ db }: Ctx, { id, status }: Pick<Registration, 'id' | 'status'>): Promise<number> {
  const who = eq(participant.registrationId, id)
  return db.$count(participant, ENDED_STATUSES.includes(status) ? who : and(who, eq(participant.isActive, true)))
}

/**
 * Other registrations for the same course by the same account, or by the same verified phone if there is none; with a
 * split one, the other part.
 */
export async function readOtherRegistrations(
  ctx: Ctx,
  { id, courseId, channel, contactMobileHash }: Registration,
  own: RegistrationOwner,
) {
  if (own === null || (own.accountId === null && contactMobileHash === null)) return []
  const { accountId } = own
  const found = await ctx.db
    .select(getTableColumns(registration))
    .from(registration)
    .innerJoin(application, eq(application.id, registration.applicationId))
    .where(
      and(
        eq(registration.courseId, courseId),
        eq(registration.channel, channel),
        accountId === null
          ? and(isNull(application.accountId), eq(registration.contactMobileHash, contactMobileHash!))
          : eq(application.accountId, accountId),
        ne(registration.id, id),
        isNotNull(registration.number),
        notInArray(registration.status, ENDED_STATUSES),
      ),
    )
    .orderBy(asc(registration.id))
    .limit(MAX_OTHERS)
  return Promise.all(
    found.map(async one => ({
      id: one.id,
      regNo: one.number!,
      statusName: enrolmentStatusNames[one.status],
      personsCount: await countPeople(ctx, one),
    })),
  )
}

type RegistrationOwner = Pick<Application, 'accountId'> | null

const MAX_OTHERS = 10
