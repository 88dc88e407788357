import { and, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { erasePayers } from '#modules/ledger/receivables/server/receivables.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { participant, registration } from '#modules/training/server/tables.ts'

/** Final statuses in which nobody took part. */
const UNATTENDED_STATUSES = ['cancelled', 'rejected', 'expired'] as const
/** What was paid belongs to the accounts, though it was given up: part of it may have been kept, or still goes back. */
const isUnpaid = isNull(registration.confirmedAt)
const ERASED_NAME = '已清除'

/** Retention in ms, in which questions about a registration can still be answered. */
const RETENTION_MS = 180 * 86_400_000

type QueryCtx = Pick<Ctx, 'db'>

/** Removes personal data from registrations without participation; the row itself stays. */
async function eraseRegistrations({ db }: QueryCtx, which: SQL | undefined): Promise<number[]> {
  const rows = await db
    .update(registration)
    .set({
      organisationName: ERASED_NAME,
      creditCode: null,
      contactName: '',
      contactEmail: '',
      contactMobileSealed: null,
      contactMobileHash: null,
      queryCodeHash: null,
    })
    .where(which)
    .returning({ id: registration.id, applicationId: registration.applicationId })
  const ids = rows.map(({ id }) => id)
  await erasePayers({ db }, ENROLMENT, ids)
  // Columns of the version before, which still holds payers and invoices there; they go with the next version.
  await db.execute(sql`update ${registration} set payer = '', slip_id = null, invoice = null
    where id = any(${sql.param(ids)}::int[])`)
  await db.delete(participant).where(inArray(participant.registrationId, ids))
  return rows.flatMap(({ applicationId }) => applicationId ?? [])
}

export async function eraseEnrolmentsOf({ db }: QueryCtx, accountId: number): Promise<void> {
  const own = db.select({ id: application.id }).from(application).where(eq(application.accountId, accountId))
  await eraseRegistrations(
    { db },
    and(
      isUnpaid,
      inArray(registration.status, [...UNATTENDED_STATUSES, 'draft']),
      inArray(registration.applicationId, own),
    ),
  )
}

/** Job: removes personal data and the form of registrations that ended half a year ago. */
export async function eraseOldEnrolments(ctx: Ctx): Promise<void> {
  const past = new Date(ctx.now.getTime() - RETENTION_MS)
  await ctx.db.transaction(async db => {
    const isDue = and(
      isUnpaid,
      inArray(registration.status, UNATTENDED_STATUSES),
      lt(registration.updatedAt, past),
      ne(registration.organisationName, ERASED_NAME),
    )
    const ids = await eraseRegistrations({ db }, isDue)
    await db
      .update(application)
      .set({ form: {}, materials: {}, remarks: [], title: ERASED_NAME })
      .where(inArray(application.id, ids))
    await db
      .update(applicationEvent)
      .set({ form: null, materials: null, remarks: [], opinion: '' })
      .where(inArray(applicationEvent.applicationId, ids))
  })
}
