import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm, encryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { record } from '#modules/audit/server/record.ts'
import {
  invoiceStateOf,
  lockReceivable,
  type Receivable,
  requestInvoice,
} from '#modules/ledger/receivables/server/receivables.ts'
import { keepTitle } from '#modules/ledger/titles/server/titles.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import { notifyInvoiceRequested } from '#modules/training/courses/server/courseDeskMessages.ts'
import { ENROLMENT, isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { invoiceNames } from '../enrolmentForm.ts'
import { invoiceFaults } from './enrolmentFaults.ts'
import { enrolmentKind } from './enrolmentKind.ts'
import type { Registration } from './enrolmentRegister.ts'
import { invoiceOf } from './invoiceTitle.ts'

/** States in which only the invoice can still be corrected. */
const INVOICE_STATES: State[] = ['unpaid', 'paying', 'approved']

/** Allows it until the invoice is issued, for what is owed or paid. */
export const mayChangeInvoice = ({ state }: Application, { status }: Registration, fee: Receivable | undefined) =>
  fee !== undefined && INVOICE_STATES.includes(state) && invoiceStateOf(fee) !== 'issued' && status !== 'refunded'

/** Writes what the invoice is made out to, and asks for it anew; nothing else of the form. */
export async function saveInvoice(
  ctx: Ctx,
  of: Application,
  kept: Registration,
  { invoice, version }: { invoice?: Record<string, unknown>; version?: number },
): Promise<Application> {
  if (version !== undefined && version !== of.version) throw conflict('这份报名已在另一处修改过，请刷新后再改')
  const owed = kept.totalFee > 0 ? await lockReceivable(ctx, ENROLMENT, kept.id) : undefined
  if (!mayChangeInvoice(of, kept, owed)) throw conflict('发票已开具或不再办理，不能修改；确需更正的，请与协会联系')
  const { fields } = await enrolmentKind.schema(ctx, of)
  const asked = fields.filter(({ name }) => invoiceNames.includes(name))
  const { values: read, errors } = readForm(asked, invoice ?? {}, { whole: true, today: dayOf(ctx.now) })
  const faults = { ...invoiceFaults(read), ...errors }
  const wrong = Object.keys(faults).length
  if (wrong) throw invalid(`发票信息有 ${wrong} 处需要更正`, faults)
  const before = decryptForm(fields, of.form, ctx.encryption)
  const rest = Object.entries(before).filter(([name]) => !invoiceNames.includes(name))
  const values: FormValues = { ...Object.fromEntries(rest), ...read }
  const printed = invoiceOf(ctx, read)
  if (printed) await keepTitle(ctx, printed.title)
  await requestInvoice(ctx, ENROLMENT, kept.id, printed)
  if (printed && isConfirmed(kept.status)) await notifyInvoiceRequested(ctx, kept, printed.title.title)
  const detail = { number: of.number, part: 'invoice' }
  await record(ctx, { action: 'application.amend', objectType: 'application', objectId: of.id, detail })
  const [changed] = await ctx.db
    .update(application)
    .set({ form: encryptForm(fields, values, ctx.encryption), version: of.version + 1, updatedAt: ctx.now })
    .where(eq(application.id, of.id))
    .returning()
  return changed!
}
