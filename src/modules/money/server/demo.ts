import { and, eq, gt } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import { eInvoiceRule } from '../einvoices/server/tables.ts'
import { receiptSeries } from './tables.ts'

/** A series of receipts, what a provider would issue for which fees, and what went back with the courses that were cancelled. */
export async function demoMoney({ db }: Services) {
  await db.insert(receiptSeries).values({ name: '会费收据', prefix: 'SJ', kinds: ['memberFee'] })
  await db.insert(eInvoiceRule).values([
    { name: '会费收据', paper: 'duesReceipt', kinds: ['memberFee'], item: '会费', taxCode: '7001', sort: 0 },
    {
      name: '服务收入发票',
      paper: 'invoice',
      kinds: ['assessmentFee', 'advertFee', 'enrolment'],
      item: '服务费',
      taxCode: '3049900000000000000',
      taxRate: '0.06',
      sort: 1,
    },
  ])
  const givenBack = await db
    .select({ id: registration.id, totalFee: registration.totalFee, at: course.cancelledAt })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(and(eq(registration.status, 'refunded'), gt(registration.totalFee, 0)))
  for (const { id, totalFee, at } of givenBack) {
    if (!at) continue
    const paid = { state: 'paid' as const, askedAt: at, paidOn: dayOf(at) }
    await db
      .insert(refund)
      .values({ payable: 'enrolment', payableId: id, amount: totalFee, reason: '培训班取消', ...paid })
  }
}
