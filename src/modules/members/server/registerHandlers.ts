import type { Handlers } from '#lib/server/api/call.ts'
import type { registerContract } from '../registerContract.ts'
import { taggingHandlers } from './desk/tagging.ts'
import { holdersHandlers } from './holders.ts'
import { organisationFileHandlers } from './organisationFile.ts'
import { organisationRegisterHandlers } from './organisationRegister.ts'
import { staffOrganisationsHandlers } from './staffOrganisations.ts'
import './fileParts.ts'

export const registerHandlers: Handlers<typeof registerContract> = {
  ...staffOrganisationsHandlers,
  ...organisationFileHandlers,
  ...organisationRegisterHandlers,
  ...holdersHandlers,
  ...taggingHandlers,
}
