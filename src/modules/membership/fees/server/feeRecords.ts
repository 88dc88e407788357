import { sql } from 'drizzle-orm'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { payerName, payerNumber, payers } from './feeQueries.ts'
import { dayAt, type OwedRecords } from './payables.ts'

/** 会费 in the register of all that is owed. */
export const feeRecords: OwedRecords = {
  from: sql`${memberFee} ${payers}`,
  where: sql`true`,
  columns: {
    payableId: memberFee.id,
    number: payerNumber,
    payer: payerName,
    about: sql`${memberFee.year} || ' 年度会费'`,
    province: sql`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
    amount: memberFee.amount,
    state: sql`case ${memberFee.state} when 'confirmed' then 'paid' when 'refused' then 'due' else ${memberFee.state} end`,
    isOpen: sql`${memberFee.state} in ('due', 'claimed', 'refused')`,
    raisedOn: dayAt(memberFee.createdAt),
    dueOn: sql`coalesce(${memberFee.dueOn}, case when ${application.state} = 'unpaid' then ${application.dueOn} end)`,
    paidOn: memberFee.paidOn,
    confirmedAt: memberFee.confirmedAt,
    confirmedBy: memberFee.confirmedBy,
    slipId: memberFee.slipId,
    refundedOn: sql`null::date`,
    invoiceTitle: sql`coalesce(nullif(${memberFee.receiptTitle}, ''), ${payerName})`,
    invoiceCode: sql`coalesce(nullif(${memberFee.receiptCreditCode}, ''), ${organisation.creditCode}, '')`,
    invoiceEmail: memberFee.receiptEmail,
    invoiceNumber: memberFee.receiptNumber,
    invoicedOn: memberFee.receiptIssuedOn,
    invoiceFileId: memberFee.receiptFileId,
    canInvoice: sql`(${memberFee.state} = 'confirmed' and ${memberFee.receiptFileId} is null)`,
    organisationId: sql`coalesce(${member.organisationId}, ${application.organisationId})`,
    personId: sql`coalesce(${member.personId}, ${application.personId})`,
    accountId: application.accountId,
  },
}
