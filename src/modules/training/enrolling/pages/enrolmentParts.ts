import { type FormField, type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Enrolment, Written } from './enrolmentCalls.ts'

export type Values = FormValues | FormRow

/** Fields of an ordinary invoice, and the additional ones of a special invoice. */
const INVOICE = ['invoiceTitle', 'taxNumber', 'invoiceEmail']
const SPECIAL = ['regAddress', 'regPhone', 'bank', 'bankAccount']

/** Fields shown only for certain answers to other fields. */
const CONDITIONS: Record<string, (values: Values) => boolean> = {
  creditCode: ({ applicantType }) => applicantType !== 'person',
  titleType: ({ invoiceKind }) => invoiceKind === 'ordinary',
  ...Object.fromEntries(INVOICE.map(name => [name, wantsInvoice])),
  taxNumber: values => wantsInvoice(values) && !(values.invoiceKind === 'ordinary' && values.titleType === 'person'),
  ...Object.fromEntries(SPECIAL.map(name => [name, ({ invoiceKind }: Values) => invoiceKind === 'special'])),
  roommate: ({ stay }) => stay === 'shared',
  diet: ({ stay }) => stay === 'single' || stay === 'shared',
  oldCertificate: ({ examKind }) => examKind !== 'first',
}

function wantsInvoice({ invoiceKind }: Values) {
  return invoiceKind === 'ordinary' || invoiceKind === 'special'
}

export const isAsked = ({ name }: FormField, values: Values): boolean => CONDITIONS[name]?.(values) ?? true

/** Required whenever they are shown, even if the field list does not say so. */
const REQUIRED_FIELDS = ['creditCode', 'titleType', 'invoiceTitle', 'taxNumber', 'invoiceEmail', ...SPECIAL]

export function isNeeded({ name, required }: FormField, values: Values): boolean {
  if (name === 'orgName') return values.applicantType !== 'person'
  return required === true || REQUIRED_FIELDS.includes(name)
}

/** Below a field, where that depends on who signs up. */
export const hintOf = ({ name, hint }: FormField, { applicantType }: Values) =>
  name === 'orgName' && applicantType === 'person' ? '填工作单位，没有的可以不填' : hint

export const rowsOf = (values: FormValues): FormRow[] => rowsIn(values, 'participants')

/** Returns whether anything was entered in the row. */
export const isFilled = (row: FormRow): boolean =>
  Object.values(row).some(value => value !== '' && value !== null && value !== false)

/** Drops empty rows before sending, so that row numbers in errors match the rows shown. */
export function withoutBlanks(values: FormValues): FormValues {
  const rows = rowsOf(values).filter(isFilled)
  return rows.length ? { ...values, participants: rows } : values
}

/** The three parts in which a form is sent; what is not asked is not sent, whatever was typed there before. */
export function writtenOf(fields: readonly FormField[], values: FormValues): Written {
  const asked = fields.filter(field => isAsked(field, values) && values[field.name] !== undefined)
  const part = (isIn: (field: FormField) => boolean) =>
    Object.fromEntries(asked.filter(isIn).map(({ name }) => [name, values[name]]))
  const isInvoice = ({ name }: FormField) =>
    /^invoice/.test(name) || name === 'titleType' || name === 'taxNumber' || SPECIAL.includes(name)
  const invoice = part(isInvoice)
  if (values.invoiceKind === 'special') invoice.titleType = 'organisation'
  const columns = fields.find(({ name }) => name === 'participants')?.columns ?? []
  return {
    org: part(field => !isInvoice(field) && field.kind !== 'rows'),
    participants: rowsOf(values)
      .filter(isFilled)
      .map(row => trimmed(row, columns)),
    invoice,
  }
}

/** Sends only changed parts of a correction, so that a new invoice does not cause another review. */
export function changesOf(fields: readonly FormField[], before: FormValues, values: FormValues): Written {
  const [was, is] = [writtenOf(fields, before), writtenOf(fields, values)]
  const parts = (['org', 'participants', 'invoice'] as const).filter(
    part => JSON.stringify(was[part]) !== JSON.stringify(is[part]),
  )
  return parts.length ? Object.fromEntries(parts.map(part => [part, is[part]])) : is
}

const trimmed = (row: FormRow, columns: readonly FormField[]): FormRow =>
  Object.fromEntries(
    columns
      .filter(column => isAsked(column, row))
      .flatMap(({ name }) => (row[name] === undefined ? [] : [[name, row[name]!]])),
  )

/** A visitor is known by the phone that was proved, a member by the account. */
const FIXED = {
  visitor: ['contactMobile'],
  organisation: ['applicantType', 'orgName', 'creditCode'],
  person: ['applicantType'],
}
export type RegistrantKind = keyof typeof FIXED

export const withFixed = <Of extends Pick<Enrolment, 'openFields'>>(of: Of, by: RegistrantKind): Of => ({
  ...of,
  openFields: of.openFields.filter(name => !FIXED[by].includes(name)),
})

export const memberBy = ({ form }: Pick<Enrolment, 'form'>): RegistrantKind =>
  form.applicantType === 'person' ? 'person' : 'organisation'

/** Prefills the invoice from the registrant. */
export function withInvoiceKind(values: FormValues, invoiceKind: string): FormValues {
  const { applicantType, orgName, contactName, creditCode, contactEmail } = values
  const isPerson = applicantType === 'person' && invoiceKind !== 'special'
  const known: FormValues = isPerson
    ? { titleType: 'person', invoiceTitle: contactName ?? '', invoiceEmail: contactEmail ?? '' }
    : {
        titleType: 'organisation',
        invoiceTitle: orgName ?? '',
        taxNumber: creditCode ?? '',
        invoiceEmail: contactEmail ?? '',
      }
  const typed = Object.entries(values).filter(([, value]) => value !== '' && value !== null)
  return { ...known, ...Object.fromEntries(typed), invoiceKind }
}
