import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { isOwed } from '#modules/membership/server/feeRows.ts'
import { isOfMember } from '#modules/membership/server/memberAccounts.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { application } from '#modules/review/server/tables.ts'
import { type FeeRow, readFees } from './feeQueries.ts'

export const FEE_PAGE = '/admin/user/membership'

defineSubject('memberFee', memberFee)
defineSubject('member', member)

const about = { 名称: '示例机电有限公司', 年度: '2026', 金额: '2,000' }
const due = { ...about, 截止日期: '2026-06-30' }
const shared = { group: '会费' }

export const feeRaised = defineTemplate({
  ...shared,
  code: 'fee.raised',
  name: '年度会费已生成',
  placeholders: due,
  title: '{年度} 年度会费缴纳通知',
  content: '{名称} {年度} 年度会费为 {金额} 元，请在 {截止日期} 前汇款，并在会员中心上传汇款凭证。',
  sms: '',
})
export const feeReminder = defineTemplate({
  ...shared,
  code: 'fee.reminder',
  name: '会费催缴',
  mandatory: true,
  placeholders: due,
  title: '{年度} 年度会费尚未缴纳',
  content: '{名称} {年度} 年度会费 {金额} 元（期限 {截止日期}）尚未收到，请及时汇款，并在会员中心上传汇款凭证。',
  sms: '您的 {年度} 年度会费 {金额} 元尚未缴纳，请登录会员中心查看账户并上传汇款凭证。',
})
export const feeConfirmed = defineTemplate({
  ...shared,
  code: 'fee.confirmed',
  name: '会费到账',
  placeholders: about,
  title: '{年度} 年度会费已到账',
  content: '已收到 {名称} {年度} 年度会费 {金额} 元，谢谢。会费缴纳确认单可在会员中心下载，票据随后发来。',
  sms: '',
})
export const feeReturned = defineTemplate({
  ...shared,
  code: 'fee.returned',
  name: '缴费凭证退回',
  mandatory: true,
  title: '{年度} 年度会费的缴费凭证被退回',
  content: '{名称} {年度} 年度会费的缴费凭证被退回：{原因}\n请核对后在会员中心重新提交。',
  sms: '您的 {年度} 年度会费缴费凭证被退回，请登录会员中心查看原因并重新提交。',
  placeholders: { ...about, 原因: '凭证上的金额与应缴金额不符' },
})
export const feeReopened = defineTemplate({
  ...shared,
  code: 'fee.reopened',
  name: '会费到账更正',
  title: '{年度} 年度会费的到账确认已更正',
  content: '{名称} {年度} 年度会费此前的到账确认有误，现予更正：{原因}\n给您带来不便，敬请谅解。',
  sms: '',
  placeholders: { ...about, 原因: '该笔汇款属于另一家单位' },
})
export const feeAdjusted = defineTemplate({
  ...shared,
  code: 'fee.adjusted',
  name: '会费减免',
  title: '{年度} 年度会费金额有变化',
  content: '{名称} {年度} 年度会费现为 {金额} 元。原因：{原因}',
  sms: '',
  placeholders: { ...about, 原因: '理事会决议减半收取' },
})
export const feeReceipt = defineTemplate({
  ...shared,
  code: 'fee.receipt',
  name: '会费票据',
  title: '{年度} 年度会费票据',
  content: '{名称} {年度} 年度会费的票据（号码 {票据号码}）已开具，随本消息附上，请下载保存。',
  sms: '',
  placeholders: { ...about, 票据号码: '0012345678' },
})
export const feeCancelled = defineTemplate({
  ...shared,
  code: 'fee.cancelled',
  name: '会费作废',
  title: '{年度} 年度会费已作废',
  content: '{名称} {年度} 年度会费 {金额} 元已作废，不必缴纳。原因：{原因}',
  sms: '',
  placeholders: { ...about, 原因: '年度填错' },
})

export const feeOverdue = defineTemplate({
  ...shared,
  code: 'fee.overdue',
  name: '会费逾期，会员状态变化',
  mandatory: true,
  title: '会费逾期，会员状态变为“{状态}”',
  content:
    '会员 {会员号} 有会费超过缴费期限尚未缴纳，会员状态变为“{状态}”。请在会员中心查看金额和账户，缴清后自动恢复。',
  sms: '会员 {会员号} 有会费逾期未缴，会员状态变为“{状态}”，请登录会员中心办理，缴清后自动恢复。',
  placeholders: { 会员号: 'M2026-0012', 状态: '待缴费' },
})

export const valuesOf = ({ fee, name }: Pick<FeeRow, 'fee' | 'name'>) => ({
  名称: name,
  年度: String(fee.year),
  截止日期: fee.dueOn ?? '',
  金额: formatYuan(fee.amount),
})

type More = { values?: Record<string, string>; fileId?: number }

/** Tells whoever signs in for the member, or for who applies. */
export async function notifyPayer(ctx: Ctx, feeId: number, { code }: { code: string }, more: More = {}): Promise<void> {
  const [row] = await readFees(ctx, eq(memberFee.id, feeId))
  const texts = await renderTemplate(ctx, code, { ...valuesOf(row!), ...more.values })
  for (const { accountId } of await payers(ctx, eq(memberFee.id, feeId)))
    await notify(ctx, {
      ...texts,
      accountId,
      kind: 'fee',
      route: FEE_PAGE,
      objectType: 'memberFee',
      objectId: feeId,
      fileIds: more.fileId === undefined ? [] : [more.fileId],
    })
}

type Late = { id: number; number: string; statusName: string }

/** Notifies the member's accounts that a fee is overdue; called by the nightly job. */
export async function notifyOverdue(ctx: Ctx, { id, number, statusName }: Late): Promise<void> {
  const texts = await renderTemplate(ctx, feeOverdue.code, { 会员号: number, 状态: statusName })
  const told = await ctx.db
    .select({ accountId: account.id })
    .from(member)
    .innerJoin(account, isOfMember)
    .where(eq(member.id, id))
  for (const { accountId } of told)
    await notify(ctx, {
      ...texts,
      accountId,
      kind: 'fee',
      route: FEE_PAGE,
      objectType: 'member',
      objectId: id,
    })
}

/** The accounts behind fees, each with its fee. */
export const payers = ({ db }: Pick<Ctx, 'db'>, which: SQL | undefined) =>
  db
    .select({ feeId: memberFee.id, accountId: account.id, hasPhone: sql<boolean>`${account.phoneSealed} is not null` })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .leftJoin(member, eq(member.id, memberFee.memberId))
    .leftJoin(application, eq(application.id, memberFee.applicationId))
    .innerJoin(account, or(and(isNull(member.id), eq(account.id, application.accountId)), isOfMember))
    .where(and(which, inArray(account.kind, ['organisation', 'person']), eq(account.status, 'active')))
