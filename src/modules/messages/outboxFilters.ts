import { choice, day, type RegisterFilters, text } from '#lib/register/register.ts'
import { channelNames, outboxStateNames } from './outboxWords.ts'

export const outboxFilters = {
  /** Part of a subject, or the last digits of a number. */
  words: text('标题或号码尾号'),
  channel: choice('方式', channelNames),
  state: choice('状态', outboxStateNames),
  from: day('从'),
  to: day('到'),
} satisfies RegisterFilters
