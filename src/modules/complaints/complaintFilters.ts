import { choice, day, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { channelNames, complaintStateNames } from './complaintWords.ts'

export const complaintFilters = {
  /** Part of who complains, about whom or what; the number of it or of a certificate; a whole mobile number. */
  key: text('编号、姓名、单位或内容'),
  kindId: number('种类'),
  state: choice('状态', complaintStateNames),
  overdue: flag('已超期'),
  handlerId: seldom(number('经办人')),
  handled: seldom(flag('有经办人')),
  channel: seldom(choice('来源', channelNames)),
  receivedFrom: seldom(day('收到从')),
  receivedTo: seldom(day('收到至')),
} satisfies RegisterFilters
