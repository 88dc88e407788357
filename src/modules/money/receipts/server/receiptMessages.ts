import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { tellPayer } from '../../server/payers.ts'
import { receipt } from '../../server/tables.ts'

defineSubject('receipt', receipt)

const about = { 缴费人: '示例机电有限公司', 款项: '2026 年度会费', 金额: '2,000', 号码: 'SJ2026-000123' }
const shared = { group: '账务', sms: '' }

export const receiptIssued = defineTemplate({
  ...shared,
  code: 'money.receipt',
  name: '收据已开具',
  title: '收据 {号码} 已开具',
  content: '{缴费人}“{款项}”{金额} 元的收据（号码 {号码}）已开具，可在“我的票据”下载、打印。',
  placeholders: about,
})
export const receiptVoided = defineTemplate({
  ...shared,
  code: 'money.receiptVoided',
  name: '收据作废',
  title: '收据 {号码} 已作废',
  content: '{缴费人}“{款项}”{金额} 元的收据（号码 {号码}）已作废，请勿使用。原因：{原因}',
  placeholders: { ...about, 原因: '抬头有误' },
})

export async function tellOfReceipt(
  ctx: Ctx,
  of: typeof receipt.$inferSelect,
  paid: OwedRecord | undefined,
  { code }: { code: string },
): Promise<void> {
  if (!paid) return
  const texts = await renderTemplate(ctx, code, {
    缴费人: of.payer,
    款项: of.about,
    金额: yuan(of.amount),
    号码: of.number,
    原因: of.voidReason,
  })
  const link = { route: '/admin/user/invoices', objectType: 'receipt', objectId: of.id }
  await tellPayer(ctx, paid, { ...texts, ...link, kind: 'fee' })
}
