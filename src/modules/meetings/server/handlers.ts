import type { Handlers } from '#lib/server/api/call.ts'
import type { meetingsContract } from '../contract.ts'
import { memberMeetingsHandlers } from './memberMeetings.ts'
import { minutesReplyHandlers } from './minutesRound.ts'
import { ownMinutesHandlers } from './minutesSigning.ts'

export const meetingsHandlers: Handlers<typeof meetingsContract> = {
  ...memberMeetingsHandlers,
  ...minutesReplyHandlers,
  ...ownMinutesHandlers,
}
