import type { Handlers } from '#lib/server/api/call.ts'
import { agendaHandlers } from '../boards/server/agenda.ts'
import { boardChangesHandlers } from '../boards/server/boardChanges.ts'
import { boardRecordingHandlers } from '../boards/server/boardRecording.ts'
import { boardsHandlers } from '../boards/server/boards.ts'
import { staffDeskHandlers } from '../desk/server/deskHandlers.ts'
import { objectionDecisionsHandlers } from '../notices/server/objectionDecisions.ts'
import { staffNoticesHandlers } from '../notices/server/staffNotices.ts'
import type { staffReviewContract } from '../staffContract.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = {
  ...staffDeskHandlers,
  ...boardsHandlers,
  ...agendaHandlers,
  ...boardChangesHandlers,
  ...boardRecordingHandlers,
  ...staffNoticesHandlers,
  ...objectionDecisionsHandlers,
}
