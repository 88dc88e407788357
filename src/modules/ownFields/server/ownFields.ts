import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type FieldValue, type FormField, type FormValues, isEmptyValue } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { extraFieldsIn } from '#modules/review/server/extraFields.ts'
import { isOwnCode, type OwnValues } from '../ownFieldForm.ts'
import { ownField } from './tables.ts'

export type OwnField = typeof ownField.$inferSelect
type Reading = Pick<Ctx, 'db'>

const SECTION = '其他信息'

/** Fields of these types of record that are in use, type by type in their order. */
export async function readOwnFields({ db }: Reading, ...types: string[]): Promise<OwnField[]> {
  const fields = await db
    .select()
    .from(ownField)
    .where(and(inArray(ownField.recordType, types), isNull(ownField.removedAt)))
    .orderBy(asc(ownField.sort), asc(ownField.id))
  return types.flatMap(type => fields.filter(({ recordType }) => recordType === type))
}

/** All of them, the removed ones behind the others of their type. */
export const readAllOwnFields = ({ db }: Reading): Promise<OwnField[]> =>
  db
    .select()
    .from(ownField)
    .orderBy(asc(ownField.recordType), sql`${ownField.removedAt} is not null`, asc(ownField.sort), asc(ownField.id))

/** The field as a form asks it: an extra field whose options have codes. */
export function formFieldOf({ code, label, section, kind, options, required, unit, hint }: OwnField): FormField {
  const [field] = extraFieldsIn([{ code, label, section: section || SECTION, kind, options: '', required, unit, hint }])
  return { ...field!, ...(field!.options && { options }) }
}

/** Fields for staff, who need not know all of it. */
export const staffOwnFields = async (ctx: Reading, type: string): Promise<FormField[]> =>
  (await readOwnFields(ctx, type)).map(field => ({ ...formFieldOf(field), required: false }))

/** Fields that the organisation or person fills in itself. */
export const holderOwnFields = async (ctx: Reading, type: string): Promise<FormField[]> =>
  (await readOwnFields(ctx, type)).filter(({ filledBy }) => filledBy === 'holder').map(formFieldOf)

/** The answers to these fields, as values of a form. */
export const ownFormValues = (own: OwnValues, fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.flatMap(({ name }) => (own[name] === undefined ? [] : [[name, own[name]]])))

/** The answers after what a form says of own fields: what it does not name stays, what it leaves empty goes. */
export function mergeOwn(before: OwnValues, values: FormValues): OwnValues {
  const named = Object.entries(values).filter(([name]) => isOwnCode(name))
  const kept = Object.entries(before).filter(([name]) => !(name in values))
  return Object.fromEntries([...kept, ...named.filter(isAnswer)].sort(([a], [b]) => a.localeCompare(b)))
}

const isAnswer = (entry: [string, FieldValue]): entry is [string, OwnValues[string]] => !isEmptyValue(entry[1])

/** The same as a column to be written, where a form names own fields at all. */
export const ownColumn = (before: OwnValues, values: FormValues): { own?: OwnValues } =>
  Object.keys(values).some(isOwnCode) ? { own: mergeOwn(before, values) } : {}

/** The columns of an import: those that staff fill in. */
export const ownImportColumns = async (ctx: Reading, type: string) =>
  (await staffOwnFields(ctx, type)).map(field => ({ ...field, example: '' }))

/** Answers that everybody may read, with their labels. */
export async function readPublicAnswers(ctx: Reading, owns: Readonly<Record<string, OwnValues>>) {
  const fields = await readOwnFields(ctx, ...Object.keys(owns))
  return fields.flatMap(field => {
    const text = field.isPublic ? answerText(field, owns[field.recordType]!) : ''
    return text ? [{ label: field.label, text }] : []
  })
}

/** Answers with their labels, for the person or organisation that they are about; also to fields that were removed. */
export async function readAnswers({ db }: Reading, type: string, own: OwnValues) {
  const fields = await db.select().from(ownField).where(eq(ownField.recordType, type)).orderBy(asc(ownField.sort))
  return fields.flatMap(field => {
    const text = answerText(field, own)
    return text ? [{ label: field.label, text }] : []
  })
}

const answerText = (field: OwnField, own: OwnValues) => fieldText(formFieldOf(field), own[field.code])
