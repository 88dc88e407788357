import { and, eq } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { InvoiceState } from '#modules/ledger/ledgerWords.ts'
import {
  invoiceStateOf,
  type Receivable,
  raise,
  readReceivable,
  requestInvoice,
} from '#modules/ledger/receivables/server/receivables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { registration } from '#modules/training/server/tables.ts'
import type { Course } from './enrolmentCourse.ts'
import type { Registration } from './enrolmentRegister.ts'
import { invoiceOf, wantsInvoice } from './invoiceTitle.ts'

/** Joins a registration with what is owed of it. */
export const isOwed = and(eq(receivable.kind, ENROLMENT), eq(receivable.payableId, registration.id))

/** Receivable of a registration; undefined: nothing is owed yet, or it is free. */
export const readFee = (ctx: Pick<Ctx, 'db'>, { id }: Pick<Registration, 'id'>): Promise<Receivable | undefined> =>
  readReceivable(ctx, ENROLMENT, id)

/** 培训费, due now; after a slip was returned the same one again. */
export async function raiseFee(ctx: Ctx, of: Application, kept: Registration, course: Course, values: FormValues) {
  const before = await readFee(ctx, kept)
  await raise(ctx, {
    kind: ENROLMENT,
    payableId: kept.id,
    applicationId: of.id,
    number: kept.number ?? '',
    organisationId: kept.organisationId,
    personId: of.personId,
    accountId: of.accountId,
    debtor: kept.organisationName,
    debtorProvince: kept.provinceCode,
    about: course.title,
    amount: kept.totalFee,
    dueOn: of.dueOn,
  })
  // A title that was corrected since stays when only the slip was sent back.
  if (!before || before.state === 'cancelled') await requestInvoice(ctx, ENROLMENT, kept.id, invoiceOf(ctx, values))
}

/** State of the invoice; as long as nothing is owed, the form says whether one is wanted. */
export function invoiceStateFor(
  fee: Receivable | null | undefined,
  { totalFee }: Pick<Registration, 'totalFee'>,
  form: { invoiceKind?: unknown },
): InvoiceState {
  if (fee && fee.state !== 'cancelled') return invoiceStateOf(fee)
  return totalFee > 0 && wantsInvoice(form) ? 'requested' : 'none'
}
