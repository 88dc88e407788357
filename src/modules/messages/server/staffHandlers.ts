import type { Handlers } from '#lib/server/api/call.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { reachOfCall } from './callReach.ts'
import { mailingDeliveryHandlers } from './mailing/mailingDelivery.ts'
import { mailingDeskHandlers } from './mailing/mailingDesk.ts'
import { trialHandlers } from './mailing/trial.ts'
import { outboxActsHandlers } from './outboxActs.ts'
import { outboxListHandlers } from './outboxList.ts'
import { countReach, listReached } from './reach.ts'
import { smsTemplatesHandlers } from './smsTemplates.ts'
import { templateEditingHandlers } from './templateEditing.ts'
import { testSendHandlers } from './testSend.ts'

export const staffMessagesHandlers: Handlers<typeof staffMessagesContract> = {
  'POST /staff/reach': async (ctx, { call, inputs }) => {
    const { reached, refused } = await reachOfCall(ctx, call, inputs)
    return { ...(await countReach(ctx, reached)), refused }
  },
  'POST /staff/reach/list': async (ctx, { call, inputs, ...asked }) =>
    listReached(ctx, (await reachOfCall(ctx, call, inputs)).reached, asked),
  ...templateEditingHandlers,
  ...outboxListHandlers,
  ...outboxActsHandlers,
  ...mailingDeskHandlers,
  ...mailingDeliveryHandlers,
  ...trialHandlers,
  ...testSendHandlers,
  ...smsTemplatesHandlers,
}
