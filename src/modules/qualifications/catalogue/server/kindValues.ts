import type { FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { ApplicationType } from '#modules/qualifications/applying/applicationTypes.ts'
import type { Clause, Material } from '#modules/qualifications/server/tables.ts'
import { costing, flags, requirementNames, shareName } from '../catalogueForm.ts'
import type { QualificationKind, QualificationLevelRow } from './kindSettings.ts'

const wanted = typedKeys(requirementNames)
const EXTRA_SECTION = '专项信息'
/** In characters, of what is typed into an extra field. */
const LONGEST = { text: 100, paragraph: 500 }

/** A kind as its form shows it. */
export const valuesOf = (kind: QualificationKind): FormValues => ({
  name: kind.name,
  code: kind.code,
  groupId: String(kind.groupId),
  validYears: kind.validYears,
  renewAheadMonths: kind.renewAheadMonths,
  flags: flags.flatMap(({ code }) => (kind[code as Flag] ? code : [])),
  annualFrom: kind.annualFrom,
  annualTo: kind.annualTo,
  numberRule: kind.numberRule,
  ...Object.fromEntries(costing.map(type => [shareName(type), kind.feeShares[type] ?? 0])),
  levels: kind.levels.map(({ code, name, scope, requirement, fee, isOpen }) => ({
    code,
    name,
    scope,
    ...Object.fromEntries(wanted.map(what => [what, requirement[what] ?? null])),
    fee,
    isOpen,
  })),
  materials: kind.materials.map(({ code, name, required, hint = '', only = [] }) => ({
    code,
    name,
    required,
    hint,
    only,
  })),
  fields: (kind.form.fields ?? []).map(field => ({
    code: field.name,
    label: field.label,
    section: field.section,
    kind: field.kind,
    options: (field.options ?? []).map(({ name }) => name).join('、'),
    unit: field.unit ?? '',
    required: field.required === true,
    hint: field.hint ?? '',
  })),
  checklist: kind.checklist.map(({ clause, content }) => ({ clause, content })),
})

type Flag = 'isOpen' | 'needsSiteReview' | 'hasAnnualReport'

export const rowsIn = (values: FormValues, name: string) => (values[name] ?? []) as FormRow[]
const words = (cell: unknown) => String(cell ?? '')

/** The same back, as the tables keep it. */
export function kindRow(values: FormValues) {
  const on = (values.flags ?? []) as string[]
  const share = (type: ApplicationType) => Number(values[shareName(type)] ?? 0)
  return {
    name: words(values.name),
    code: words(values.code),
    groupId: Number(values.groupId),
    validYears: Number(values.validYears),
    renewAheadMonths: Number(values.renewAheadMonths),
    ...(Object.fromEntries(flags.map(({ code }) => [code, on.includes(code)])) as Record<Flag, boolean>),
    annualFrom: words(values.annualFrom),
    annualTo: words(values.annualTo),
    numberRule: words(values.numberRule),
    feeShares: Object.fromEntries(costing.flatMap(type => (share(type) ? [[type, share(type)]] : []))),
    materials: rowsIn(values, 'materials').map(materialIn),
    form: { fields: rowsIn(values, 'fields').map(fieldIn) },
    checklist: rowsIn(values, 'checklist').map(
      (row): Clause => ({
        clause: words(row.clause),
        content: words(row.content),
      }),
    ),
  }
}

const materialIn = ({ code, name, required, hint, only }: FormRow): Material => ({
  code: words(code),
  name: words(name),
  required: required === true,
  ...(hint ? { hint: words(hint) } : {}),
  ...((only as string[] | null)?.length ? { only: only as ApplicationType[] } : {}),
})

export const optionsIn = ({ options }: FormRow) => [
  ...new Set(
    words(options)
      .split(/[、，,；;\n]/)
      .map(option => option.trim())
      .filter(Boolean),
  ),
]

/** What is chosen is kept by its name: it is read in old applications when the option is gone. */
function fieldIn(row: FormRow): FormField {
  const kind = row.kind as FormField['kind']
  const options = optionsIn(row).map(name => ({ code: name, name }))
  return {
    name: words(row.code),
    label: words(row.label),
    section: words(row.section) || EXTRA_SECTION,
    kind,
    ...(row.required === true && { required: true }),
    ...(kind in LONGEST && { max: LONGEST[kind as keyof typeof LONGEST] }),
    ...(/^choices?$/.test(kind) && { options }),
    ...(row.unit ? { unit: words(row.unit) } : {}),
    ...(row.hint ? { hint: words(row.hint) } : {}),
  }
}

export const levelRow = (row: FormRow): Omit<QualificationLevelRow, 'id' | 'kindId' | 'sort'> => ({
  code: words(row.code),
  name: words(row.name),
  scope: words(row.scope),
  fee: Number(row.fee ?? 0),
  requirement: Object.fromEntries(wanted.flatMap(what => (row[what] ? [[what, Number(row[what])]] : []))),
  isOpen: row.isOpen === true,
})
