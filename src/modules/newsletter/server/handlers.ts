import type { Handlers } from '#lib/server/api/call.ts'
import type { newsletterContract } from '../contract.ts'
import { archiveHandlers } from './issues.ts'
import { subscriptionHandlers } from './subscriptions.ts'

export const newsletterHandlers: Handlers<typeof newsletterContract> = { ...archiveHandlers, ...subscriptionHandlers }
