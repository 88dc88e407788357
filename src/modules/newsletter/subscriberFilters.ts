import { choice, flag, type RegisterFilters, text } from '#lib/register/register.ts'
import { subscriberStateNames } from './newsletterWords.ts'

export const subscriberFilters = {
  /** A whole address: it is stored encrypted. */
  key: text('完整的邮箱'),
  state: choice('状态', subscriberStateNames),
  member: flag('会员账号'),
  bounced: flag('连续退信'),
} satisfies RegisterFilters
