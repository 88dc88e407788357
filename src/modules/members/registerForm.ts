import { type FormField, requiring } from '#lib/form/form.ts'
import { askedOrganisationFields, contactFields, type OrganisationChoices } from './organisationForm.ts'
import { personFields } from './personForm.ts'

// What the association writes down from paper may be little: only by what is required it is told apart from others.

/** As staff enter and keep an organisation. */
export const registerOrganisationFields = (choices: OrganisationChoices): FormField[] => [
  ...requiring(askedOrganisationFields(choices), ['name', 'creditCode', 'provinceCode']),
  ...requiring(contactFields, []),
]

/** As staff enter and keep a person. */
export const registerPersonFields = requiring(personFields, ['name', 'idType', 'idNumber', 'provinceCode'])
