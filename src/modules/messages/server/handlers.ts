import type { Handlers } from '#lib/server/api/call.ts'
import type { messagesContract } from '../contract.ts'
import './accountTexts.ts'
import { saveChoices, showChoices } from './choices.ts'
import { listMessages, markRead, openMessageFile, showUnread } from './messages.ts'

export const messagesHandlers: Handlers<typeof messagesContract> = {
  'GET /member/message/list': listMessages,
  'GET /member/message/file': openMessageFile,
  'GET /member/message/unread': showUnread,
  'POST /member/message/read': markRead,
  'GET /member/message/choices': showChoices,
  'POST /member/message/choices': saveChoices,
  'GET /staff/message/list': listMessages,
  'GET /staff/message/file': openMessageFile,
  'GET /staff/message/unread': showUnread,
  'POST /staff/message/read': markRead,
  'GET /staff/message/choices': showChoices,
  'POST /staff/message/choices': saveChoices,
}
