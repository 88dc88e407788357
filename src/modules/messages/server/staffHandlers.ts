import type { Handlers } from '#lib/server/api/call.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { listMailings, sendMailing, showAudience, stopMailing } from './mailingDesk.ts'
import { resend, showText, stop } from './outboxActs.ts'
import { countOutbox, exportOutbox, listOutbox } from './outboxList.ts'
import { listTemplates, resetTemplate, saveTemplate, testTemplate } from './templateEditing.ts'

export const staffMessagesHandlers: Handlers<typeof staffMessagesContract> = {
  'GET /staff/template/list': listTemplates,
  'POST /staff/template/save': saveTemplate,
  'POST /staff/template/reset': resetTemplate,
  'POST /staff/template/test': testTemplate,
  'GET /staff/outbox/list': listOutbox,
  'GET /staff/outbox/export': exportOutbox,
  'GET /staff/outbox/counts': countOutbox,
  'POST /staff/outbox/resend': resend,
  'POST /staff/outbox/stop': stop,
  'POST /staff/outbox/text': showText,
  'GET /staff/mailing/audience': showAudience,
  'POST /staff/mailing/send': sendMailing,
  'GET /staff/mailing/list': listMailings,
  'POST /staff/mailing/stop': stopMailing,
}
