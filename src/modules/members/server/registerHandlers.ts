import type { Handlers } from '#lib/server/api/call.ts'
import type { registerContract } from '../registerContract.ts'
import './fileParts.ts'
import { listHolders } from './holders.ts'
import { organisationCalendar, showOrganisation } from './organisationFile.ts'
import { addOrganisation, editOrganisation, revealContacts } from './organisationRegister.ts'

export const registerHandlers: Handlers<typeof registerContract> = {
  'GET /staff/organisation/detail': showOrganisation,
  'GET /staff/organisation/calendar': organisationCalendar,
  'POST /staff/organisation/add': addOrganisation,
  'POST /staff/organisation/edit': editOrganisation,
  'POST /staff/organisation/reveal': revealContacts,
  'GET /staff/holder/list': listHolders,
}
