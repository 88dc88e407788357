import type { Handlers } from '#lib/server/api/call.ts'
import type { messagesContract } from '../contract.ts'
import { caseLinkHandlers } from './caseLinkHandlers.ts'
import { choicesHandlers } from './choices.ts'
import { inboxHandlers } from './messages.ts'

export const messagesHandlers: Handlers<typeof messagesContract> = {
  ...inboxHandlers,
  ...choicesHandlers,
  ...caseLinkHandlers,
}
