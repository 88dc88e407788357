import { type FormField, requiring } from '#lib/form/form.ts'
import { askedOrganisationFields, contactFields, type OrganisationChoices } from './organisationForm.ts'
import { personFields } from './personForm.ts'

// The association may know little of an organisation on paper, so only the fields that identify it are required.

export const registerOrganisationFields = (choices: OrganisationChoices): FormField[] => [
  ...requiring(askedOrganisationFields(choices), ['name', 'creditCode', 'provinceCode']),
  ...requiring(contactFields, []),
]

export const registerPersonFields = requiring(personFields, ['name', 'idType', 'idNumber', 'provinceCode'])
