import type { AllValuesOf, FormValues, FormValuesOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { type StoredRow, storedRows } from '#lib/server/forms/formExceptions.ts'
import { groupColumn } from '#modules/certificates/catalogue/server/kindDesk.ts'
import {
  type Material,
  qualificationKind,
  qualificationLevel,
  type Requirement,
} from '#modules/qualifications/server/tables.ts'
import { extraFieldsIn, rowsOfExtraFields } from '#modules/review/server/extraFields.ts'
import {
  clauseColumns,
  flags,
  holderColumns,
  kindFields,
  levelColumns,
  materialColumns,
  requirementNames,
  shareName,
  typesWithFee,
} from '../catalogueForm.ts'
import type { QualificationKind } from './kindSettings.ts'

type Fields = ReturnType<typeof kindFields>
type Share = ReturnType<typeof shareName<(typeof typesWithFee)[number]>>
type StoredKind = typeof qualificationKind.$inferSelect

const share = (type: (typeof typesWithFee)[number]) => ({
  read: ({ feeShares }: Pick<StoredKind, 'feeShares'>) => feeShares[type] ?? 0,
  write: (_: number | null, values: FormValuesOf<Fields>): Pick<StoredKind, 'feeShares'> => ({
    feeShares: Object.fromEntries(
      typesWithFee.flatMap(each => (values[shareName(each)] ? [[each, Number(values[shareName(each)])]] : [])),
    ),
  }),
})
const shares = Object.fromEntries(typesWithFee.map(type => [shareName(type), share(type)])) as Record<
  Share,
  ReturnType<typeof share>
>

const NO_CHOICES = { groups: [], holderKinds: [] }

export const kindForm = bindForm(kindFields(NO_CHOICES), qualificationKind, {
  ...shares,
  groupId: groupColumn,
  flags: {
    read: kind => flags.flatMap(({ code }) => (kind[code] ? code : [])),
    write: on => ({
      isOpen: !!on?.includes('isOpen'),
      needsSiteReview: !!on?.includes('needsSiteReview'),
      hasAnnualReport: !!on?.includes('hasAnnualReport'),
    }),
  },
  levels: elsewhere,
  holderRules: {
    read: ({ holderRules }) => holderRules.map(rule => ({ ...rule })),
    write: rows => ({ holderRules: storedRows(holderColumns([]), rows) }),
  },
  materials: {
    read: ({ materials }) => materials.map(({ hint = '', only = [], ...of }) => ({ ...of, hint, only })),
    write: rows => ({ materials: storedRows(materialColumns, rows).map(materialIn) }),
  },
  fields: {
    read: ({ form }) => rowsOfExtraFields(form.fields ?? []),
    write: rows => ({ form: { fields: extraFieldsIn(rows) } }),
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
