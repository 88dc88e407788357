import type { Handlers } from '#lib/server/api/call.ts'
import { boardArticlesHandlers } from '../boards/server/boardArticles.ts'
import { boardChangesHandlers } from '../boards/server/boardChanges.ts'
import { boardDetailHandlers } from '../boards/server/boardDetail.ts'
import { boardRecordingHandlers } from '../boards/server/boardRecording.ts'
import { boardSheetHandlers } from '../boards/server/boardSheet.ts'
import { boardsHandlers } from '../boards/server/boards.ts'
import { resolutionHandlers } from '../boards/server/resolution.ts'
import { confirmationCheckHandlers } from '../confirming/server/confirmationCheck.ts'
import { agendaHandlers } from '../desk/server/boardAgenda.ts'
import { staffDeskHandlers } from '../desk/server/deskHandlers.ts'
import { objectionDecisionsHandlers } from '../notices/server/objectionDecisions.ts'
import { staffNoticesHandlers } from '../notices/server/staffNotices.ts'
import type { staffReviewContract } from '../staffContract.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = {
  ...staffDeskHandlers,
  ...boardsHandlers,
  ...boardDetailHandlers,
  ...boardSheetHandlers,
  ...agendaHandlers,
  ...boardChangesHandlers,
  ...boardRecordingHandlers,
  ...boardArticlesHandlers,
  ...resolutionHandlers,
  ...staffNoticesHandlers,
  ...objectionDecisionsHandlers,
  ...confirmationCheckHandlers,
}
