import { viewInput } from '#lib/register/registerContract.ts'
import { addRegister, viewFault } from '#lib/server/registers/knownRegisters.ts'
import { queueFilters } from '../deskContract.ts'

addRegister('application', {
  name: '审核台',
  permission: 'staff:applications',
  faultIn: (_, query) => viewFault(viewInput(queueFilters), query),
})
