import { sql } from 'drizzle-orm'
import { dayAt, dueOnOf, type OwedRecords } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { course, registration } from '#modules/training/server/tables.ts'

/**
 * 培训费 in the register of all that is owed. What is given up after it was paid is paid until all of it is given back, and so is
 * what came with a slip that nobody had confirmed when the course was cancelled.
 */
export const enrolmentRecords: OwedRecords = {
  from: sql`${registration}
    join ${course} on ${course.id} = ${registration.courseId}
    left join ${application} on ${application.id} = ${registration.applicationId}`,
  where: sql`${registration.totalFee} > 0 and (${registration.confirmedAt} is not null or ${registration.refundDue} or
    ${registration.status} in ('unpaid', 'paid', 'confirmed', 'checkedIn', 'finished', 'expired', 'refunded'))`,
  columns: {
    payableId: registration.id,
    number: sql`coalesce(${registration.number}, '')`,
    payer: registration.organisationName,
    about: course.title,
    province: registration.provinceCode,
    amount: registration.totalFee,
    state: sql`case when ${registration.status} = 'unpaid' then 'due' when ${registration.status} = 'paid' then 'claimed'
      when ${registration.status} = 'refunded' then 'refunded' when ${registration.refundDue} then 'paid'
      when ${registration.confirmedAt} is not null or ${registration.status} in ('confirmed', 'checkedIn', 'finished') then 'paid' else 'cancelled' end`,
    isOpen: sql`${registration.status} in ('unpaid', 'paid')`,
    raisedOn: dayAt(registration.createdAt),
    dueOn: dueOnOf,
    paidOn: registration.paidOn,
    confirmedAt: registration.confirmedAt,
    confirmedBy: sql`null::int`,
    slipId: registration.slipId,
    refundedOn: dayAt(registration.refundedAt),
    invoiceTitle: sql`coalesce(nullif(${registration.invoice} ->> 'title', ''), ${registration.organisationName})`,
    invoiceCode: sql`coalesce(nullif(${registration.invoice} ->> 'taxNumber', ''), ${registration.creditCode}, '')`,
    invoiceEmail: sql`coalesce(${registration.invoice} ->> 'email', '')`,
    invoiceNumber: registration.invoiceNumber,
    invoicedOn: registration.invoiceIssuedOn,
    invoiceFileId: registration.invoiceFileId,
    canInvoice: sql`(${registration.invoiceState} = 'requested' and ${registration.status} in ('confirmed', 'checkedIn', 'finished'))`,
    organisationId: registration.organisationId,
    personId: sql`null::int`,
    accountId: application.accountId,
  },
}
