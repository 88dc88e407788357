import type { Handlers } from '#lib/server/api/call.ts'
import type { staffNewsletterContract } from '../staffContract.ts'
import { issueDeskHandlers } from './issues.ts'
import { subscriberHandlers } from './subscribers.ts'

export const staffNewsletterHandlers: Handlers<typeof staffNewsletterContract> = {
  ...issueDeskHandlers,
  ...subscriberHandlers,
}
