import { defineForm, type FormField, fieldsIn, optionsOf } from '#lib/form/form.ts'

/** Whether the association asks a field of the profile; `hidden`: not at all. */
export const demandNames = { required: '必填', optional: '选填', hidden: '不问' }
export type Demand = keyof typeof demandNames
/** What the association has decided, by the names of the fields; of the others the program's own form decides. */
export type Demands = Readonly<Record<string, Demand>>

/** Fields that stay as they are, and why. */
const FIXED: Record<'organisation' | 'person', Readonly<Record<string, string>>> = {
  organisation: {
    name: '凭它识别单位，印在证书上',
    creditCode: '凭它识别单位',
    legalPerson: '变更时要审核证照',
    provinceCode: '编号和分管范围按它确定',
    phoneIsPublic: '随单位电话',
    liaisonName: '协会要找得到人',
    liaisonMobile: '协会要找得到人，账号也靠它找回',
  },
  person: {
    name: '凭它识别本人，印在证书上',
    idType: '凭它识别本人',
    idNumber: '凭它识别本人',
    provinceCode: '编号和分管范围按它确定',
    publicConsent: '是否公示要由本人决定',
  },
}
export type ProfileKind = keyof typeof FIXED

/** Types of record to which the association adds fields of its own. */
export const ORGANISATION = 'organisation' satisfies ProfileKind
export const PERSON = 'person' satisfies ProfileKind

const DEMANDS = optionsOf(demandNames)

/** The form by which the association decides: a choice for each field, under the same headings. */
export const demandFields = (kind: ProfileKind, fields: readonly FormField[]) =>
  fields.flatMap(({ name, label, section }) =>
    name in FIXED[kind] ? [] : defineForm([fieldsIn(section)(name, label, { kind: 'choice', options: DEMANDS })]),
  )

export const fixedFields = (kind: ProfileKind, fields: readonly FormField[]) =>
  fields.flatMap(({ name, label }) => (name in FIXED[kind] ? { label, why: FIXED[kind][name]! } : []))

/** What is decided of each field that is open to decision. */
export const demandsOf = (kind: ProfileKind, fields: readonly FormField[], decided: Demands): Record<string, Demand> =>
  Object.fromEntries(
    fields.flatMap(({ name, required }) =>
      name in FIXED[kind] ? [] : [[name, decided[name] ?? (required ? 'required' : 'optional')]],
    ),
  )

/**
 * The form as the association asks it. `answered`: values on record, or already filled in; a field that is no longer asked
 * stays where there is one, so that it can be read, corrected or emptied.
 */
export const applyDemands = <Field extends FormField>(
  fields: readonly Field[],
  demands: Demands,
  answered: object = {},
): (Field & { required?: boolean })[] =>
  fields.flatMap(field => {
    const demand = demands[field.name]
    if (demand === undefined) return field
    if (demand !== 'hidden') return { ...field, required: demand === 'required' }
    return field.name in answered ? { ...field, required: false } : []
  })
