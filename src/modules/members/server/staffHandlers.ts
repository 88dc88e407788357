import type { Handlers } from '#lib/server/api/call.ts'
import { addressListHandlers } from '../addressList/server/addressList.ts'
import { freezingHandlers } from '../handover/server/freezing.ts'
import { handoverDecisionsHandlers } from '../handover/server/handoverDecisions.ts'
import { staffHandoversHandlers } from '../handover/server/staffHandovers.ts'
import { mergingHandlers } from '../merging/server/merging.ts'
import { removingHandlers } from '../merging/server/removing.ts'
import { companyNotesHandlers } from '../notes/server/notes.ts'
import type { registerContract } from '../registerContract.ts'
import type { staffMembersContract } from '../staffContract.ts'
import { taggingHandlers } from './desk/tagging.ts'
import { holdersHandlers } from './holders.ts'
import { organisationFileHandlers } from './organisationFile.ts'
import { organisationRegisterHandlers } from './organisationRegister.ts'
import { staffOrganisationsHandlers } from './staffOrganisations.ts'

const registerHandlers: Handlers<typeof registerContract> = {
  ...staffOrganisationsHandlers,
  ...organisationFileHandlers,
  ...organisationRegisterHandlers,
  ...holdersHandlers,
  ...taggingHandlers,
}

export const staffMembersHandlers: Handlers<typeof staffMembersContract> = {
  ...staffHandoversHandlers,
  ...freezingHandlers,
  ...handoverDecisionsHandlers,
  ...registerHandlers,
  ...companyNotesHandlers,
  ...mergingHandlers,
  ...removingHandlers,
  ...addressListHandlers,
}
