import type { Handlers } from '#lib/server/call.ts'
import type { messagesContract } from '../contract.ts'
import { listMessages, markRead, openMessageFile, showUnread } from './messages.ts'

export const messagesHandlers: Handlers<typeof messagesContract> = {
  'GET /member/message/list': listMessages,
  'GET /member/message/file': openMessageFile,
  'GET /member/message/unread': showUnread,
  'POST /member/message/read': markRead,
}
