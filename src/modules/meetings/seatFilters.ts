import { choice, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { proxyStateNames, replyNames } from './meetingWords.ts'

export const seatFilters = {
  meetingId: number('会议'),
  key: text('姓名或单位'),
  replied: flag('已回复'),
  reply: choice('回复', replyNames),
  proxyState: seldom(choice('委托', proxyStateNames)),
  present: seldom(flag('已到会')),
} satisfies RegisterFilters
