import { and, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { registration } from './tables.ts'

/** Final statuses in which nobody took part. */
const CAME_TO_NOTHING = ['cancelled', 'rejected', 'expired'] as const
const FORGOTTEN = '已清除'

/** Retention in ms, in which questions about a registration can still be answered. */
const KEPT = 180 * 86_400_000

type Asked = Pick<Ctx, 'db'>

/** Removes personal data from registrations without participation; the row itself stays. */
async function forget({ db }: Asked, which: SQL | undefined): Promise<number[]> {
  const rows = await db
    .update(registration)
    .set({
      organisationName: FORGOTTEN,
      creditCode: null,
      contactName: '',
      contactEmail: '',
      contactMobileSealed: null,
      contactMobileHash: null,
      queryCodeHash: null,
      payer: '',
      slipId: null,
      invoice: null,
    })
    .where(which)
    .returning({ id: registration.id, applicationId: registration.applicationId })
  const ids = rows.map(({ id }) => id)
  await db.delete(participant).where(inArray(participant.registrationId, ids))
  return rows.flatMap(({ applicationId }) => applicationId ?? [])
}

export async function forgetEnrolmentsOf({ db }: Asked, accountId: number): Promise<void> {
  const own = db.select({ id: application.id }).from(application).where(eq(application.accountId, accountId))
  await forget(
    { db },
    and(inArray(registration.status, [...CAME_TO_NOTHING, 'draft']), inArray(registration.applicationId, own)),
  )
}

/** Job: removes personal data and the form of registrations that ended half a year ago. */
export async function forgetEnrolments(ctx: Ctx): Promise<void> {
  const past = new Date(ctx.now.getTime() - KEPT)
  await ctx.db.transaction(async db => {
    const isDue = and(
      inArray(registration.status, CAME_TO_NOTHING),
      lt(registration.updatedAt, past),
      ne(registration.organisationName, FORGOTTEN),
    )
    const ids = await forget({ db }, isDue)
    await db
      .update(application)
      .set({ form: {}, materials: {}, remarks: [], title: FORGOTTEN })
      .where(inArray(application.id, ids))
    await db
      .update(applicationEvent)
      .set({ form: null, materials: null, remarks: [], opinion: '' })
      .where(inArray(applicationEvent.applicationId, ids))
  })
}
