import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { tellPayer } from '../../server/payers.ts'
import { refund } from '../../server/tables.ts'
import type { RefundEntry } from './refunds.ts'

defineSubject('refund', refund)

const refundPaid = defineTemplate({
  code: 'money.refunded',
  group: '账务',
  name: '款项已退',
  title: '{种类}退款 {金额} 元已汇出',
  content: '{缴费人}：“{款项}”退款 {金额} 元已于 {汇出日期} 汇出{账号}，请查收。原因：{原因}',
  sms: '“{款项}”退款 {金额} 元已于 {汇出日期} 汇出，请查收。',
  placeholders: {
    缴费人: '示例机电有限公司',
    种类: '会费',
    款项: '2026 年度会费',
    金额: '200',
    汇出日期: '2026-05-20',
    账号: '至账号 **** 1234',
    原因: '多缴',
  },
})

/** The money is on its way: the payer learns how much, why and to which account. */
export async function tellRefunded(ctx: Ctx, { refund: one, of }: Pick<RefundEntry, 'refund' | 'of'>): Promise<void> {
  const texts = await renderTemplate(ctx, refundPaid.code, {
    缴费人: of.payer,
    种类: kindName(of.kind),
    款项: of.about,
    金额: yuan(one.amount),
    汇出日期: one.paidOn!,
    账号: one.accountMasked && `至账号 ${one.accountMasked}`,
    原因: one.reason,
  })
  const link = { route: '/admin/user/invoices', objectType: 'refund', objectId: one.id }
  await tellPayer(ctx, of, { ...texts, ...link, kind: 'fee' })
}
