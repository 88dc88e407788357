import { type FormField, requireFields } from '#lib/form/form.ts'
import { askedOrganisationFields, contactFields, type OrganisationChoices } from './organisationForm.ts'
import { personFields } from './personForm.ts'

// The association may know little of an organisation on paper, so only the fields that identify it are required.

export const registerOrganisationFields = (choices: OrganisationChoices): FormField[] => [
  ...requireFields(askedOrganisationFields(choices), ['name', 'creditCode', 'provinceCode']),
  ...requireFields(contactFields, []),
]

export const registerPersonFields = requireFields(personFields, ['name', 'idType', 'idNumber', 'provinceCode'])
