import type { Handlers } from '#lib/server/api/call.ts'
import { claimingHandlers } from '../claiming/server/handlers.ts'
import type { membersContract } from '../contract.ts'
import { handoverRequestsHandlers } from '../handover/server/handoverRequests.ts'
import { handoversHandlers } from '../handover/server/handovers.ts'
import { changesHandlers } from './changes.ts'
import { completionHandlers } from './completion.ts'
import { infoHandlers } from './info.ts'

export const membersHandlers: Handlers<typeof membersContract> = {
  ...infoHandlers,
  ...completionHandlers,
  ...changesHandlers,
  ...claimingHandlers,
  ...handoverRequestsHandlers,
  ...handoversHandlers,
}
