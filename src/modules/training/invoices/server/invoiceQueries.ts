import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { application } from '#modules/review/server/tables.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { CONFIRMED, enrolmentStatusNames, isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { invoiceKindNames, invoiceStateNames, requestedStates, titleTypeNames } from '#modules/training/invoiceWords.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import type { staffInvoiceContract } from '../contract.ts'

export type InvoiceFilter = Parsed<(typeof staffInvoiceContract)['GET /staff/training/invoice/export']>
export type InvoiceRow = Output<(typeof staffInvoiceContract)['GET /staff/training/invoices']>['list'][number]

/** Requested and paid; issued invoices stay listed, whatever happened later. */
const isRequested = and(
  ne(registration.invoiceState, 'none'),
  or(inArray(registration.status, [...CONFIRMED]), eq(registration.invoiceState, 'issued')),
)

export const matchingInvoices = ({ state, courseId, key }: InvoiceFilter) =>
  and(
    isRequested,
    state && eq(registration.invoiceState, state),
    courseId === undefined ? undefined : eq(registration.courseId, courseId),
    key
      ? or(
          sql`strpos(${registration.organisationName}, ${key}) > 0`,
          sql`strpos(${registration.invoice} ->> 'title', ${key}) > 0`,
          sql`strpos(${registration.number}, ${key.toUpperCase()}) > 0`,
          sql`strpos(${registration.invoiceNumber}, ${key}) > 0`,
          sql`strpos(${registration.payer}, ${key}) > 0`,
        )
      : undefined,
  )

export const readInvoices = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db
    .select({ of: registration, courseTitle: course.title, accountId: application.accountId })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(where)
    .orderBy(desc(registration.id))
    .$dynamic()

export type ReadInvoice = Awaited<ReturnType<typeof readInvoices>>[number]

export const isPaid = ({ status }: Registration) => isConfirmed(status)
/** A state that was asked for: `none` is in no list. */
export const stateOf = ({ invoiceState }: Registration) => requestedStates.find(state => state === invoiceState)!

function mayDo(ctx: Ctx, of: Registration): InvoiceRow['may'] {
  if (!isPaid(of) || !mayUse(ctx, 'staff:finance')) return []
  if (of.invoiceState === 'requested') return ['issue', 'refuse']
  return of.invoiceState === 'issued' ? ['issue'] : []
}

const maskAccount = (account: string) => (account.length > 4 ? `**** ${account.slice(-4)}` : '*'.repeat(account.length))

export async function toInvoices(ctx: Ctx, rows: ReadInvoice[]): Promise<InvoiceRow[]> {
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ of }) => of.invoiceFileId ?? []),
  )
  return rows.map(({ of, courseTitle }) => {
    const { kind, titleType, bankAccountSealed, ...printed } = of.invoice!
    return {
      id: of.id,
      number: of.number ?? '',
      applicationId: of.applicationId,
      courseTitle,
      name: of.organisationName,
      amount: of.totalFee,
      status: of.status,
      statusName: enrolmentStatusNames[of.status],
      paidOn: of.paidOn,
      payer: of.payer,
      ...printed,
      kindName: invoiceKindNames[kind],
      titleTypeName: titleTypeNames[titleType],
      bankAccount: bankAccountSealed ? maskAccount(ctx.encryption.decrypt(bankAccountSealed)) : '',
      state: stateOf(of),
      stateName: invoiceStateNames[of.invoiceState],
      invoiceNumber: of.invoiceNumber,
      issuedOn: of.invoiceIssuedOn,
      reason: of.invoiceReason,
      file: files.get(of.invoiceFileId ?? 0) ?? null,
      version: of.version,
      may: mayDo(ctx, of),
    }
  })
}
