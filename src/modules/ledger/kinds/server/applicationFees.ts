import { type SQLWrapper, sql } from 'drizzle-orm'
import type { applicationFeeColumns } from '#modules/ledger/server/applicationFeeColumns.ts'
import type { InvoiceTitle } from '#modules/ledger/titles/server/titles.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, stageOf } from '#modules/review/workflow.ts'
import { dayAt, dueOnOf } from './receivableKinds.ts'

/** State names of an application fee, as shown to staff. */
export const feeNames = { due: '待缴', claimed: '待确认', refused: '凭证被退回', confirmed: '已确认' }

/**
 * State of the fee: while the application waits for it or after confirmation its own, otherwise that of the
 * application.
 */
export function feeStatusOf(fee: { state: keyof typeof feeNames }, state: Parameters<typeof stageOf>[0]) {
  const isOpen = stageOf(state) === 'fee'
  return { isOpen, stateName: isOpen || fee.state === 'confirmed' ? feeNames[fee.state] : nameOfState(state) }
}

/** Confirmed within the last year: who pays twice is looked for among these. */
export const isPaidRecently = (fee: Columns) =>
  sql`(${fee.state} = 'confirmed' and ${fee.confirmedAt} > now() - interval '1 year')`

type Columns = Record<keyof ReturnType<typeof applicationFeeColumns>, SQLWrapper>

/** Columns common to all application fees in the records of everything owed. */
export const recordOfFee = (fee: Columns) => ({
  amount: fee.amount,
  state: sql`case when ${fee.state} = 'confirmed' then 'paid'
    when ${application.state} = 'unpaid' then 'due' when ${application.state} = 'paying' then 'claimed' else 'cancelled' end`,
  isOpen: sql`(${fee.state} <> 'confirmed' and ${application.state} in ('unpaid', 'paying'))`,
  raisedOn: dayAt(fee.createdAt),
  dueOn: dueOnOf,
  paidOn: fee.paidOn,
  confirmedAt: fee.confirmedAt,
  confirmedBy: fee.confirmedBy,
  slipId: fee.slipId,
  refundedOn: sql`null::date`,
  invoiceEmail: fee.invoiceEmail,
  invoiceNumber: fee.invoiceNumber,
  invoicedOn: fee.invoiceIssuedOn,
  invoiceFileId: fee.invoiceFileId,
  canInvoice: sql`(${fee.state} = 'confirmed' and ${fee.invoiceNumber} = '')`,
})

/** The title of its paper, in the columns of such a fee. */
export const titleColumns = ({ title, creditCode, email }: InvoiceTitle) => ({
  invoiceTitle: title,
  invoiceCreditCode: creditCode,
  invoiceEmail: email,
})
