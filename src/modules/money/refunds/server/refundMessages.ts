import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { notifyPayer } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { promiseOf, readPromise } from './refundPromise.ts'
import type { Refund } from './refunds.ts'

const about = { 缴费人: '示例机电有限公司', 种类: '会费', 款项: '2026 年度会费', 金额: '200' }
const shared = { group: '账务' }

const refundRequested = defineTemplate({
  ...shared,
  code: 'money.refundRequested',
  name: '收到退款申请',
  title: '{种类}退款申请已收到：{金额} 元',
  content: '{缴费人}：“{款项}”退款 {金额} 元的申请已收到，预计 {受理日期} 前答复，{汇出日期} 前汇出。原因：{原因}',
  sms: '',
  placeholders: { ...about, 受理日期: '2026-12-04', 汇出日期: '2026-12-18', 原因: '因故不能参加' },
})
const refundAgreed = defineTemplate({
  ...shared,
  code: 'money.refundAgreed',
  name: '退款申请已同意',
  title: '{种类}退款申请已同意：{金额} 元',
  content: '{缴费人}：“{款项}”退款 {金额} 元已同意，预计 {汇出日期} 前汇出{账号}。{说明}',
  sms: '“{款项}”退款 {金额} 元已同意，预计 {汇出日期} 前汇出。',
  placeholders: {
    ...about,
    汇出日期: '2026-12-18',
    账号: '至账号 **** 1234',
    说明: '申请退 400 元，协会同意退 200 元：教材已寄出',
  },
})
const refundRefused = defineTemplate({
  ...shared,
  code: 'money.refundRefused',
  name: '退款申请被驳回',
  title: '{种类}退款申请没有通过',
  content: '{缴费人}：“{款项}”退款 {金额} 元的申请没有通过。原因：{原因}\n如有疑问，请与协会联系；也可以重新申请。',
  sms: '“{款项}”退款 {金额} 元的申请没有通过。原因：{原因}',
  placeholders: { ...about, 原因: '已经开班，按退费规定不再退费' },
})
const refundPaid = defineTemplate({
  ...shared,
  code: 'money.refunded',
  name: '款项已退',
  title: '{种类}退款 {金额} 元已汇出',
  content: '{缴费人}：“{款项}”退款 {金额} 元已于 {汇出日期} 汇出{账号}，请查收。原因：{原因}',
  sms: '“{款项}”退款 {金额} 元已于 {汇出日期} 汇出，请查收。',
  placeholders: { ...about, 汇出日期: '2026-05-20', 账号: '至账号 **** 1234', 原因: '多缴' },
})

/** Why the amount is not the one that was requested, as the payer reads it. */
export const amountWords = ({ amount, requestedAmount, amountReason }: Refund) =>
  requestedAmount === null || requestedAmount === amount
    ? ''
    : `申请退 ${formatYuan(requestedAmount)} 元，协会同意退 ${formatYuan(amount)} 元：${amountReason}`

defineTemplate({
  group: '工作人员',
  code: 'desk.refundRequested',
  name: '收到退款申请，待受理',
  title: '退款待受理：{缴费人} {金额} 元',
  content: '{缴费人}申请从“{款项}”退 {金额} 元，请在 {受理日期} 前受理或驳回。原因：{原因}',
  sms: '',
  placeholders: { ...about, 受理日期: '2026-12-04', 原因: '因故不能参加' },
})

/** Tells the cashiers of a request that waits for one of them. */
export async function notifyCashiers(ctx: Ctx, one: Refund, of: OwedRecord): Promise<void> {
  const { examineBy } = promiseOf(one, await readPromise(ctx))
  const values = { 缴费人: of.payer, 种类: kindName(of.kind), 款项: of.about, 金额: formatYuan(one.amount) }
  const texts = await renderTemplate(ctx, 'desk.refundRequested', { ...values, 受理日期: examineBy, 原因: one.reason })
  const link = { route: `/staff/refunds/${one.id}`, objectType: 'refund', objectId: one.id }
  const message = { ...texts, sms: undefined, kind: 'money' as const, awaitsAct: true, ...link }
  await notifyStaff(ctx, { permission: 'staff:finance' }, message)
}

const templates = { requested: refundRequested, agreed: refundAgreed, refused: refundRefused, paid: refundPaid }

/** Tells the payer how the refund stands now. */
export async function notifyOfRefund(
  ctx: Ctx,
  which: keyof typeof templates,
  one: Refund,
  of: OwedRecord,
): Promise<void> {
  const { examineBy, payBy } = promiseOf(one, await readPromise(ctx))
  const texts = await renderTemplate(ctx, templates[which].code, {
    缴费人: of.payer,
    种类: kindName(of.kind),
    款项: of.about,
    金额: formatYuan(one.amount),
    受理日期: examineBy,
    汇出日期: one.paidOn ?? payBy,
    账号: one.accountMasked && `至账号 ${one.accountMasked}`,
    原因: which === 'refused' ? one.note : one.reason,
    说明: amountWords(one),
  })
  const link = { route: '/admin/user/refunds', objectType: 'refund', objectId: one.id }
  await notifyPayer(ctx, of, { ...texts, ...link, kind: 'fee' })
}
