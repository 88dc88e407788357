import type { Handlers } from '#lib/server/api/call.ts'
import { courseActsHandlers } from '../courseDesk/server/courseActs.ts'
import { courseManyHandlers } from '../courseDesk/server/courseBulkActs.ts'
import { courseCancellingHandlers } from '../courseDesk/server/courseCancelling.ts'
import { courseDetailHandlers } from '../courseDesk/server/courseDetail.ts'
import { courseListHandlers } from '../courseDesk/server/courseList.ts'
import { courseSavingHandlers } from '../courseDesk/server/courseSaving.ts'
import { participantChangesHandlers } from '../participants/server/participantChanges.ts'
import { registrationDecidingHandlers } from '../registrations/server/registrationDeciding.ts'
import { registrationDetailHandlers } from '../registrations/server/registrationDetail.ts'
import { registrationListHandlers } from '../registrations/server/registrationList.ts'
import { registrationPeopleHandlers } from '../registrations/server/registrationPeople.ts'
import { announcingHandlers } from '../results/server/announcing.ts'
import { batchesHandlers } from '../results/server/batches.ts'
import { batchListHandlers } from '../results/server/batchList.ts'
import { batchZipHandlers } from '../results/server/batchZip.ts'
import { scoreExportHandlers } from '../results/server/scoreExport.ts'
import { scoreListHandlers } from '../results/server/scoreList.ts'
import { scoreSheetHandlers } from '../results/server/scoreSheet.ts'
import { scoresHandlers } from '../results/server/scores.ts'
import { attendanceHandlers } from '../running/server/attendance.ts'
import { checkInHandlers } from '../running/server/checkIn.ts'
import { checkInFindingHandlers } from '../running/server/checkInFinding.ts'
import { roomsHandlers } from '../running/server/rooms.ts'
import { roomsListHandlers } from '../running/server/roomsList.ts'
import { rosterHandlers } from '../running/server/roster.ts'
import { rosterExportHandlers } from '../running/server/rosterExport.ts'
import { rosterFiguresHandlers } from '../running/server/rosterFigures.ts'
import { rosterSheetHandlers } from '../running/server/rosterSheet.ts'
import { seatingHandlers } from '../running/server/seating.ts'
import { seatingSheetHandlers } from '../running/server/seatingSheet.ts'
import { ticketMakingHandlers } from '../running/server/ticketMaking.ts'
import { ticketsHandlers } from '../running/server/tickets.ts'
import type { staffTrainingContract } from '../staffContract.ts'
import { trainingStatisticsHandlers } from '../statistics/server/statistics.ts'
import { traineeHandlers } from '../statistics/server/trainees.ts'

export const staffTrainingHandlers: Handlers<typeof staffTrainingContract> = {
  ...courseListHandlers,
  ...courseDetailHandlers,
  ...courseSavingHandlers,
  ...courseActsHandlers,
  ...courseManyHandlers,
  ...courseCancellingHandlers,
  ...registrationListHandlers,
  ...registrationDetailHandlers,
  ...registrationDecidingHandlers,
  ...participantChangesHandlers,
  ...registrationPeopleHandlers,
  ...rosterFiguresHandlers,
  ...rosterHandlers,
  ...rosterExportHandlers,
  ...rosterSheetHandlers,
  ...ticketMakingHandlers,
  ...ticketsHandlers,
  ...checkInFindingHandlers,
  ...checkInHandlers,
  ...attendanceHandlers,
  ...seatingHandlers,
  ...seatingSheetHandlers,
  ...roomsListHandlers,
  ...roomsHandlers,
  ...scoreListHandlers,
  ...scoreExportHandlers,
  ...scoresHandlers,
  ...scoreSheetHandlers,
  ...announcingHandlers,
  ...batchListHandlers,
  ...batchesHandlers,
  ...batchZipHandlers,
  ...traineeHandlers,
  ...trainingStatisticsHandlers,
}
