import { defineOwnRecord } from '#modules/ownFields/server/recordTypes.ts'
import { contactFields, organisationShape } from '../organisationForm.ts'
import { personFields } from '../personForm.ts'
import { ORGANISATION, PERSON } from '../profileRules.ts'
import { organisation, person } from './tables.ts'

const labelOf = ({ label }: { label: string }) => label

defineOwnRecord({
  type: ORGANISATION,
  order: 10,
  name: '单位',
  unit: '家',
  table: organisation,
  labels: () => [...organisationShape, ...contactFields].map(labelOf),
  isFilledByHolder: true,
  isShown: true,
  route: condition => `/staff/organisations?own=${condition}`,
})

defineOwnRecord({
  type: PERSON,
  order: 30,
  name: '人员',
  unit: '人',
  table: person,
  labels: () => personFields.map(labelOf),
  isFilledByHolder: true,
  isShown: false,
  route: condition => `/staff/persons?own=${condition}`,
})
