import { typedKeys } from '../keys.ts'
import type { FileUse } from '../uploads.ts'

/**
 * A form as data: from one list of fields come its screen, its checks, its printed document, the comparison of two rounds
 * and, by `bindForm`, the columns of its table. The same list serves the server and the browser, so nothing here needs
 * either.
 */
export type FormField<Name extends string = string> = {
  name: Name
  label: string
  /** Heading under which it stands. */
  section: string
  kind: FieldKind
  required?: boolean
  /** Characters of text, the greatest number, or how many options may be chosen or ranked. */
  max?: number
  min?: number
  options?: readonly Option[]
  unit?: string
  hint?: string
  /** Personal: stored encrypted, shown masked to others. */
  personal?: boolean
  /** For a picture or file: the rule of its upload, if not that of any picture or document. */
  use?: FileUse
  autocomplete?: string
  /** For `text`: dictionary whose entries are suggested; other values may be typed as well. */
  suggests?: string
  /** For a column of `rows`: kept with its row by the program, not shown. */
  hidden?: boolean
  /** For `rows`: the columns of a row; `max` is then the maximum number of rows. */
  columns?: readonly FormField[]
  /** For `rows`: their order matters, so that each can be moved up and down. */
  isOrdered?: boolean
}

/** `retired`: no longer offered, and named where it stands. */
export type Option<Code extends string = string> = { code: Code; name: string; retired?: boolean }

export const fieldKinds = [
  'text',
  'paragraph',
  'number',
  'day',
  'moment',
  'choice',
  'choices',
  'ranking',
  'province',
  'personName',
  'organisationName',
  'mobile',
  'phone',
  'email',
  'postcode',
  'creditCode',
  'residentId',
  'url',
  'link',
  'point',
  'agreement',
  'picture',
  'file',
  'richText',
  'rows',
] as const
export type FieldKind = (typeof fieldKinds)[number]

export type Point = { lng: number; lat: number }
type CellValue = string | number | boolean | string[] | Point | null
/** Row of a `rows` field, by the names of its columns. */
export type FormRow = Record<string, CellValue>
export type FieldValue = CellValue | FormRow[]
/** Values by the name of the field; what is not filled in is absent. */
export type FormValues = Record<string, FieldValue>
export type FieldErrors = Record<string, string>

/** The names of a form's fields. */
export type NameIn<Fields extends readonly FormField[]> = Fields[number]['name']

type CodeOf<Field> = Field extends { options: readonly Option<infer Code>[] } ? Code : string

/** The value of a field by its kind. */
export type ValueOf<Field extends FormField> = FieldKind extends Field['kind']
  ? FieldValue
  : Field['kind'] extends 'number' | 'picture' | 'file'
    ? number
    : Field['kind'] extends 'choice'
      ? CodeOf<Field>
      : Field['kind'] extends 'choices' | 'ranking'
        ? CodeOf<Field>[]
        : Field['kind'] extends 'agreement'
          ? boolean
          : Field['kind'] extends 'point'
            ? Point
            : Field['kind'] extends 'rows'
              ? Field extends { columns: infer Columns extends readonly FormField[] }
                ? FormValuesOf<Columns>[]
                : FormRow[]
              : string

/** Values of a form whose fields the compiler knows; what is not filled in is absent, or null where it was emptied. */
export type FormValuesOf<Fields extends readonly FormField[]> =
  string extends NameIn<Fields> ? FormValues : { [Field in Fields[number] as Field['name']]?: ValueOf<Field> | null }

/** The same with every field named. */
export type AllValuesOf<Fields extends readonly FormField[]> = {
  [Field in Fields[number] as Field['name']]: ValueOf<Field> | null
}

/** Forbids properties that `Known` does not have: where a type is inferred the compiler does not do so by itself. */
type NoOthers<Given, Known> = { [Name in Exclude<keyof Given, keyof Known>]: never }

/** A form whose fields, their kinds and options the compiler knows. */
export const defineForm = <const Fields extends readonly FormField[]>(
  fields: Fields & { [Place in keyof Fields]: NoOthers<Fields[Place], FormField> },
): Fields => fields

type Settings = Partial<Omit<FormField, 'name' | 'label' | 'section'>>
/** Settings of a field from which the types of a form are derived. */
type TypeSettings = 'kind' | 'required' | 'options' | 'personal' | 'columns'
type FieldOf<Name extends string, Given extends Settings> = Omit<FormField<Name>, TypeSettings> & {
  kind: Given extends { kind: infer Kind extends FieldKind } ? Kind : 'text'
} & Pick<Given, keyof Given & Exclude<TypeSettings, 'kind'>>

/** Makes the fields of one section, with its usual settings; text, where no kind is said. */
export const fieldsIn = (section: string, usual: Pick<FormField, 'max'> = {}) => {
  function field<const Name extends string, const Given extends Settings = Record<never, never>>(
    name: Name,
    label: string,
    settings?: Given & NoOthers<Given, Settings>,
  ): FieldOf<Name, Given>
  function field(name: string, label: string, settings: Settings = {}): FormField {
    return { name, label, section, kind: 'text', ...usual, ...settings }
  }
  return field
}

/** The options of a choice, from the names of its codes. */
export const optionsOf = <Code extends string>(names: Readonly<Record<Code, string>>): Option<Code>[] =>
  typedKeys(names).map(code => ({ code, name: names[code] }))

export const pickFields = <Field extends FormField, const Name extends Field['name']>(
  fields: readonly Field[],
  ...names: readonly Name[]
): Extract<Field, FormField<Name>>[] =>
  fields.filter((field): field is Extract<Field, FormField<Name>> => names.some(name => name === field.name))

/** The same form, with these fields required and no others. */
export const requireFields = <Field extends FormField>(
  fields: readonly Field[],
  required: readonly Field['name'][],
): (Field & { required: boolean })[] => fields.map(field => ({ ...field, required: required.includes(field.name) }))

/** Options to offer: those not retired, and retired ones that are chosen already. */
export const offeredOptions = <Of extends Option>(options: readonly Of[], ...chosen: unknown[]): Of[] =>
  options.filter(({ code, retired }) => !retired || chosen.flat().includes(code))

/**
 * Fields that people can answer: drops choices without options, and makes choices whose options are all retired
 * optional.
 */
export const answerableFields = <Field extends FormField>(fields: readonly Field[]): Field[] =>
  fields
    .filter(({ options }) => options?.length !== 0)
    .map(field => (field.options && offeredOptions(field.options).length === 0 ? { ...field, required: false } : field))

/** Names the place of an error for people: `persons.2.title` is 人员 第 3 行：职称. Undefined for an unknown field. */
export function errorPlace(fields: readonly FormField[], name: string): { label: string; inRow?: string } | undefined {
  const [first, row, column] = name.split('.')
  const field = fields.find(one => one.name === (column ? first : name))
  if (!field || !column) return field
  const cell = field.columns?.find(one => one.name === column)
  return cell && { label: cell.label, inRow: `${field.label} 第 ${Number(row) + 1} 行` }
}

/** The rows of a field that holds several; none, where nothing was filled in. */
export function rowsIn(values: FormValues, name: string): FormRow[] {
  const value = values[name]
  return Array.isArray(value) ? value.filter(one => typeof one !== 'string') : []
}

/** The codes of a choice of several; none, where nothing was chosen. */
export function choicesIn(values: FormValues, name: string): string[] {
  const value = values[name]
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

/** The names of the fields whose values differ. */
export const changedFields = (fields: readonly FormField[], before: FormValues, after: FormValues): string[] =>
  fields.flatMap(({ name }) =>
    JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null) ? [] : name,
  )

/** Values of all fields, null where nothing was filled in. */
export const valuesOfAllFields = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]))

/** Tells whether a value of a form says nothing. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Drops empty values, like the result of reading a form. */
export const withoutEmpty = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<Values>
