import type { Handlers } from '#lib/server/api/call.ts'
import { confirmationCheckHandlers } from '../confirming/server/confirmationCheck.ts'
import { staffDeskHandlers } from '../desk/server/deskHandlers.ts'
import { objectionDecisionsHandlers } from '../notices/server/objectionDecisions.ts'
import { staffNoticesHandlers } from '../notices/server/staffNotices.ts'
import type { staffReviewContract } from '../staffContract.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = {
  ...staffDeskHandlers,
  ...staffNoticesHandlers,
  ...objectionDecisionsHandlers,
  ...confirmationCheckHandlers,
}
