import { inArray, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { creditAllocated } from '#modules/ledger/allocating/server/owed.ts'
import { CREDIT, defineReceivable, type OwedRecords } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation, payment } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'

const ONLY_BACK = '多付的款项只能核销其他款项或退还'

/** A credit in the records of everything owed: its row is its payment's. */
export const creditRecords: OwedRecords = {
  from: sql`${payment}
    left join ${organisation} on ${organisation.id} = ${payment.organisationId}
    left join ${person} on ${person.id} = ${payment.personId}`,
  where: sql`exists (select from ${allocation}
    where ${allocation.paymentId} = ${payment.id} and ${allocation.kind} = ${sql.raw(`'${CREDIT}'`)})`,
  columns: {
    payableId: payment.id,
    number: payment.number,
    payer: payment.payer,
    about: sql`'多付：' || coalesce(nullif(${payment.remark}, ''), '余款')`,
    province: sql`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
    amount: creditAllocated,
    state: sql`case when ${creditAllocated} > 0 then 'paid' else 'used' end`,
    isOpen: sql`false`,
    raisedOn: payment.paidOn,
    dueOn: sql`null::date`,
    paidOn: payment.paidOn,
    confirmedAt: payment.recordedAt,
    confirmedBy: payment.recordedBy,
    slipId: payment.fileId,
    refundedOn: sql`null::date`,
    invoiceTitle: sql`''`,
    invoiceCode: sql`''`,
    invoiceEmail: sql`''`,
    invoiceNumber: sql`''`,
    invoicedOn: sql`null::date`,
    invoiceFileId: sql`null::int`,
    canInvoice: sql`false`,
    organisationId: payment.organisationId,
    personId: payment.personId,
    accountId: payment.accountId,
  },
}

/** What came beyond what was owed, by the payment that brought it: allocated later, or paid back. */
defineReceivable({
  kind: CREDIT,
  order: 20,
  name: '多付款',
  words: [],
  ending: 5,
  subject: '2209 其他应付款',
  isWithoutPaper: true,
  records: creditRecords,
  /** No transfer is for a credit, so that the full list is empty. */
  async list({ db }, ids) {
    if (!ids) return []
    const rows = await db
      .select()
      .from(payment)
      .where(inArray(payment.id, [...ids]))
    return rows.map(({ id, payer, remark, number, amount }) => ({
      id,
      name: payer,
      calls: [],
      about: `多付：${remark || '余款'}`,
      numbers: number ? [number] : [],
      amount,
      isOpen: false,
      stateName: '已到账',
      route: `/staff/received/${id}`,
    }))
  },
  lock: () => Promise.reject(conflict(ONLY_BACK)),
  pay: () => Promise.reject(conflict(ONLY_BACK)),
  issueInvoice: () => Promise.reject(conflict('多付的款项不开票')),
  setTitle: () => Promise.reject(conflict('多付的款项不开票')),
  clearInvoice: () => Promise.resolve(),
})
