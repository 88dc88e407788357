import { type FormField, requireFields } from '#lib/form/form.ts'
import { askedContactFields, askedOrganisationFields, type OrganisationAsking } from './organisationForm.ts'
import { personFields } from './personForm.ts'
import { applyDemands, type Demands } from './profileRules.ts'

// The association may know little of an organisation on paper, so only the fields that identify it are required.

export const registerOrganisationFields = (asking: OrganisationAsking): FormField[] => [
  ...requireFields(askedOrganisationFields(asking), ['name', 'creditCode', 'provinceCode']),
  ...requireFields(askedContactFields(asking), []),
]

export const registerPersonFields = (demands: Demands, answered?: object): FormField[] =>
  requireFields(applyDemands<(typeof personFields)[number]>(personFields, demands, answered), [
    'name',
    'idType',
    'idNumber',
    'provinceCode',
  ])
