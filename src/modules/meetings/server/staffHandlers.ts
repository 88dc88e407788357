import type { Handlers } from '#lib/server/api/call.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { agendaHandlers } from './agenda.ts'
import { meetingArticlesHandlers } from './articles.ts'
import { meetingDetailHandlers } from './detail.ts'
import { invitationHandlers } from './invitation.ts'
import { meetingPapersHandlers } from './meetingPapers.ts'
import { meetingListHandlers } from './meetings.ts'
import { motionEffectsHandlers } from './motionEffects.ts'
import { motionVotingHandlers } from './motionVoting.ts'
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
}
