import type { Handlers } from '#lib/server/api/call.ts'
import { freezingHandlers } from '../handover/server/freezing.ts'
import { handoverDecisionsHandlers } from '../handover/server/handoverDecisions.ts'
import { staffHandoversHandlers } from '../handover/server/staffHandovers.ts'
import { companyNotesHandlers } from '../notes/server/notes.ts'
import type { staffMembersContract } from '../staffContract.ts'

import { registerHandlers } from './registerHandlers.ts'

export const staffMembersHandlers: Handlers<typeof staffMembersContract> = {
  ...staffHandoversHandlers,
  ...freezingHandlers,
  ...handoverDecisionsHandlers,
  ...registerHandlers,
  ...companyNotesHandlers,
}
