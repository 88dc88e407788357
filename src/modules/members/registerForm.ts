import type { FormField } from '#lib/form/form.ts'
import { contactFields, organisationFields } from './organisationForm.ts'
import { personFields } from './personForm.ts'

/** What the association writes down from paper may be little: only by this much it is told apart from others. */
const only = (fields: readonly FormField[], required: readonly string[]): FormField[] =>
  fields.map(field => ({ ...field, required: required.includes(field.name) }))

/** As staff enter and keep an organisation. */
export const registerOrganisationFields = only(
  [...organisationFields, ...contactFields],
  ['name', 'creditCode', 'provinceCode'],
)

/** As staff enter and keep a person. */
export const registerPersonFields = only(personFields, ['name', 'idType', 'idNumber', 'provinceCode'])
