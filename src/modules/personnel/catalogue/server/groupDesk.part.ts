import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineGroupDesk } from '#modules/certificates/catalogue/server/groupDesk.ts'
import { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'
import { personnelRecords } from '../contract.ts'
import { groupFields } from '../kindForm.ts'
import { type PersonnelGroup, readGroups } from './kinds.ts'

/** Maps `isRetired` to the form's state field. */
export const stateColumn = {
  read: ({ isRetired }: { isRetired: boolean }) => (isRetired ? ('retired' as const) : ('open' as const)),
  write: (state: 'open' | 'retired' | null) => ({ isRetired: state === 'retired' }),
}

const groupForm = bindForm(groupFields, personnelGroup, { state: stateColumn }).besides({ id: true, sort: true })

/** The groups of persons' certificates, as staff keep them. */
defineGroupDesk<PersonnelGroup>({
  register: 'personnel',
  objectType: 'personnelGroup',
  ...personnelRecords.personnelGroup,
  table: personnelGroup,
  kinds: personnelKind,
  fields: groupFields,
  read: readGroups,
  ...groupForm,
})
