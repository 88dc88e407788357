import { nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { notifyHolders } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { watchSettings } from '#modules/settings/server/watching.ts'

const changed = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.payAccountChanged',
  name: '收款账户已变更',
  title: '收款账户已变更',
  content: '{同事}修改了收款账户，付款页面和缴费通知已显示新账户。不知情的，请立即与其核对，并查看审计日志。',
  placeholders: { 同事: '金保华' },
})

/** Cashiers and administrators are told, whoever changed it. */
watchSettings('payAccount', async ctx => {
  const texts = await renderTemplate(ctx, changed.code, { 同事: nameOfActor(signedInActor(ctx)) })
  const what = { ...texts, kind: 'operation', sms: undefined, route: '/staff/settings#payAccount' } as const
  await notifyHolders(ctx, 'staff:finance', what)
})
