import type { AllValuesOf, FormField, FormValues, FormValuesOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { type StoredRow, storedRows } from '#lib/server/forms/formExceptions.ts'
import {
  type Material,
  qualificationKind,
  qualificationLevel,
  type Requirement,
} from '#modules/qualifications/server/tables.ts'
import {
  clauseColumns,
  costing,
  extraColumns,
  flags,
  kindFields,
  levelColumns,
  materialColumns,
  requirementNames,
  shareName,
} from '../catalogueForm.ts'
import type { QualificationKind } from './kindSettings.ts'

type Fields = ReturnType<typeof kindFields>
type Share = ReturnType<typeof shareName<(typeof costing)[number]>>
type Kept = typeof qualificationKind.$inferSelect

const EXTRA_SECTION = '专项信息'
/** In characters, of what is typed into an extra field. */
const LONGEST = { text: 100, paragraph: 500 }

const share = (type: (typeof costing)[number]) => ({
  read: ({ feeShares }: Pick<Kept, 'feeShares'>) => feeShares[type] ?? 0,
  write: (_: number | null, values: FormValuesOf<Fields>): Pick<Kept, 'feeShares'> => ({
    feeShares: Object.fromEntries(
      costing.flatMap(each => (values[shareName(each)] ? [[each, Number(values[shareName(each)])]] : [])),
    ),
  }),
})
const shares = Object.fromEntries(costing.map(type => [shareName(type), share(type)])) as Record<
  Share,
  ReturnType<typeof share>
>

/** Where each field of a kind is kept. */
export const kindForm = bindForm(kindFields([]), qualificationKind, {
  ...shares,
  groupId: { read: ({ groupId }) => String(groupId), write: groupId => ({ groupId: Number(groupId) }) },
  flags: {
    read: kind => flags.flatMap(({ code }) => (kind[code] ? code : [])),
    write: on => ({
      isOpen: !!on?.includes('isOpen'),
      needsSiteReview: !!on?.includes('needsSiteReview'),
      hasAnnualReport: !!on?.includes('hasAnnualReport'),
    }),
  },
  levels: elsewhere,
  materials: {
    read: ({ materials }) => materials.map(({ hint = '', only = [], ...of }) => ({ ...of, hint, only })),
    write: rows => ({ materials: storedRows(materialColumns, rows).map(materialIn) }),
  },
  fields: {
    read: ({ form }) => (form.fields ?? []).map(extraRow),
    write: rows => ({ form: { fields: storedRows(extraColumns, rows).map(fieldIn) } }),
  },
  checklist: {
    read: ({ checklist }) => checklist.map(({ clause, content }) => ({ clause, content })),
    write: rows => ({ checklist: storedRows(clauseColumns, rows) }),
  },
}).besides({ id: true, sort: true, version: true })

const requirement = (what: keyof Requirement) => ({
  read: ({ requirement }: { requirement: Requirement }) => requirement[what] ?? null,
  write: (_: number | null, values: FormValuesOf<typeof levelColumns>) => ({ requirement: requirementIn(values) }),
})
const wanted = typedKeys(requirementNames)
const requirements = Object.fromEntries(wanted.map(what => [what, requirement(what)])) as Record<
  keyof Requirement,
  ReturnType<typeof requirement>
>

const requirementIn = (values: FormValuesOf<typeof levelColumns>): Requirement =>
  Object.fromEntries(wanted.flatMap(what => (values[what] ? [[what, values[what]]] : [])))

/** Where each column of a level is kept. */
export const levelForm = bindForm(levelColumns, qualificationLevel, requirements).besides({
  id: true,
  kindId: true,
  sort: true,
})

/** A kind as its form shows it. */
export const valuesOf = (kind: QualificationKind): FormValues => {
  const values: AllValuesOf<Fields> = { ...kindForm.valuesOf(kind), levels: kind.levels.map(levelForm.valuesOf) }
  return values
}

const materialIn = ({ hint, only, ...of }: StoredRow<typeof materialColumns>): Material => ({
  ...of,
  ...(hint && { hint }),
  ...(only.length > 0 && { only }),
})

export const optionsIn = (options: string) => [
  ...new Set(
    options
      .split(/[、，,；;\n]/)
      .map(option => option.trim())
      .filter(Boolean),
  ),
]

type ExtraRow = StoredRow<typeof extraColumns>

const extraRow = ({ name, label, section, kind, options = [], unit = '', required, hint = '' }: FormField) => ({
  code: name,
  label,
  section,
  kind: kind as ExtraRow['kind'],
  options: options.map(option => option.name).join('、'),
  unit,
  required: required === true,
  hint,
})

/** What is chosen is kept by its name: it is read in old applications when the option is gone. */
function fieldIn({ code, label, section, kind, options, required, unit, hint }: ExtraRow): FormField {
  return {
    name: code,
    label,
    section: section || EXTRA_SECTION,
    kind,
    ...(required && { required }),
    ...((kind === 'text' || kind === 'paragraph') && { max: LONGEST[kind] }),
    ...((kind === 'choice' || kind === 'choices') && {
      options: optionsIn(options).map(name => ({ code: name, name })),
    }),
    ...(unit && { unit }),
    ...(hint && { hint }),
  }
}
