import { type Ctx, nameOfActor, signed } from '#lib/server/api/context.ts'
import { notifyHolders } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const changed = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.feesChanged',
  name: '会费标准已变更',
  title: '{级别}的会费标准已变更',
  content: '{同事}修改了{级别}的会费标准：{标准}。不知情的，请立即与其核对，并查看审计日志。',
  placeholders: { 同事: '金保华', 级别: '会员单位', 标准: '每年 2,000 元，2027 年起 2,400 元' },
})

/** Cashiers and administrators are told what members of a level are to pay from now on. */
export async function tellFeeChange(ctx: Ctx, level: string, rate: string): Promise<void> {
  const words = { 同事: nameOfActor(signed(ctx)), 级别: level, 标准: rate }
  const texts = await renderTemplate(ctx, changed.code, words)
  await notifyHolders(ctx, 'staff:finance', { ...texts, kind: 'operation', sms: undefined, route: '/staff/levels' })
}
