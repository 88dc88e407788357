import type { Handlers } from '#lib/server/api/call.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { mailingDeliveryHandlers } from './mailing/mailingDelivery.ts'
import { mailingDeskHandlers } from './mailing/mailingDesk.ts'
import { trialHandlers } from './mailing/trial.ts'
import { outboxActsHandlers } from './outboxActs.ts'
import { outboxListHandlers } from './outboxList.ts'
import { smsTemplatesHandlers } from './smsTemplates.ts'
import { templateEditingHandlers } from './templateEditing.ts'
import { testSendHandlers } from './testSend.ts'

export const staffMessagesHandlers: Handlers<typeof staffMessagesContract> = {
  ...templateEditingHandlers,
  ...outboxListHandlers,
  ...outboxActsHandlers,
  ...mailingDeskHandlers,
  ...mailingDeliveryHandlers,
  ...trialHandlers,
  ...testSendHandlers,
  ...smsTemplatesHandlers,
}
