import type { Handlers } from '#lib/server/api/call.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { agendaHandlers } from './agenda.ts'
import { archiveHandlers } from './archive.ts'
import { meetingArticlesHandlers } from './articles.ts'
import { attendanceSheetHandlers } from './attendanceSheet.ts'
import { meetingDetailHandlers } from './detail.ts'
import { invitationHandlers } from './invitation.ts'
import { meetingPapersHandlers } from './meetingPapers.ts'
import { meetingListHandlers } from './meetings.ts'
import { minutesHandlers } from './minutes.ts'
import { minutesRoundHandlers } from './minutesRound.ts'
import { minutesSigningHandlers } from './minutesSigning.ts'
import { motionEffectsHandlers } from './motionEffects.ts'
import { motionVotingHandlers } from './motionVoting.ts'
import { noticeLetterHandlers } from './noticeLetters.ts'
import { meetingChangesHandlers } from './planning.ts'
import { presenceHandlers } from './presence.ts'
import { meetingRecordingHandlers } from './recording.ts'
import { repliesHandlers } from './replies.ts'
import { resolutionHandlers } from './resolution.ts'
import { seatRegisterHandlers } from './seatRegister.ts'
import { meetingSheetHandlers } from './sheet.ts'

export const staffMeetingHandlers: Handlers<typeof staffMeetingContract> = {
  ...meetingListHandlers,
  ...meetingDetailHandlers,
  ...meetingSheetHandlers,
  ...agendaHandlers,
  ...meetingChangesHandlers,
  ...meetingRecordingHandlers,
  ...motionVotingHandlers,
  ...motionEffectsHandlers,
  ...meetingArticlesHandlers,
  ...resolutionHandlers,
  ...meetingPapersHandlers,
  ...invitationHandlers,
  ...repliesHandlers,
  ...seatRegisterHandlers,
  ...presenceHandlers,
  ...attendanceSheetHandlers,
  ...archiveHandlers,
  ...noticeLetterHandlers,
  ...minutesHandlers,
  ...minutesRoundHandlers,
  ...minutesSigningHandlers,
}
