import type { Handlers } from '#lib/server/api/call.ts'
import type { registerContract } from '../registerContract.ts'
import { holdersHandlers } from './holders.ts'
import { organisationFileHandlers } from './organisationFile.ts'
import { organisationRegisterHandlers } from './organisationRegister.ts'
import './fileParts.ts'

export const registerHandlers: Handlers<typeof registerContract> = {
  ...organisationFileHandlers,
  ...organisationRegisterHandlers,
  ...holdersHandlers,
}
