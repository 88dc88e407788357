import { and, eq, ne } from 'drizzle-orm'
import { iso, longDay, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { Entry } from '#modules/awards/server/tables.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import { type NotifyContext, noteTexted, notify } from '#modules/messages/server/notify.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Round, RoundCase } from './roundCase.ts'

const shared = { group: '科技奖励' }
const about = {
  专家: '贺云舟',
  申报通知: '2026 年度科学技术奖',
  轮次: '初评',
  截止日期: '2026年12月20日',
  时间地点: '2026-12-20 09:00，北京市朝阳区演示路 28 号',
}

defineTemplate({
  ...shared,
  code: 'scoring.opened',
  name: '邀请专家评审',
  mandatory: true,
  title: '请评审：{申报通知} {轮次}',
  content:
    '{专家} 专家：\n协会邀请您参加“{申报通知}”{轮次}，由您评审 {项数} 项，请在 {截止日期} 前完成。{时间地点}\n请先阅读并签署回避声明；与申报有利害关系的，请主动回避。',
  sms: '{专家}专家，协会请您参加“{申报通知}”的{轮次}，共 {项数} 项，到 {截止日期} 截止。请用本手机号登录协会网站会员中心“专家评审”。',
  placeholders: { ...about, 项数: '12' },
})
defineTemplate({
  ...shared,
  code: 'scoring.reminder',
  name: '提醒专家完成评审',
  mandatory: true,
  title: '还有 {项数} 项待评审：{申报通知} {轮次}',
  content: '{专家} 专家：\n“{申报通知}”{轮次} {截止日期} 截止，您还有 {项数} 项没有提交评分，请及时完成。',
  sms: '{专家}专家，“{申报通知}”的{轮次}到 {截止日期} 截止，您还有 {项数} 项没有提交评分，请登录协会网站完成。',
  placeholders: { ...about, 项数: '3' },
})
defineTemplate({
  ...shared,
  code: 'scoring.changed',
  name: '告知专家评审有调整',
  title: '评审有调整：{申报通知} {轮次}',
  content: '{专家} 专家：\n“{申报通知}”{轮次}有调整：{说明}\n现由您评审 {项数} 项，{截止日期} 截止。{时间地点}',
  sms: '{专家}专家，“{申报通知}”的{轮次}有调整：{说明}，到 {截止日期} 截止，请登录协会网站查看。',
  placeholders: { ...about, 项数: '12', 说明: '截止日期改为 2026年12月25日' },
})
defineTemplate({
  ...shared,
  code: 'scoring.left',
  name: '告知专家不再参加评审',
  title: '不再参加评审：{申报通知} {轮次}',
  content: '{专家} 专家：\n您不再参加“{申报通知}”{轮次}。{说明}\n感谢您对协会工作的支持。',
  sms: '{专家}专家，您不再参加“{申报通知}”的{轮次}，说明：{说明}',
  placeholders: { ...about, 说明: '因出差不能按期评审。' },
})
defineTemplate({
  ...shared,
  code: 'scoring.closed',
  name: '告知专家评审已结束',
  title: '评审已结束：{申报通知} {轮次}',
  content: '{专家} 专家：\n“{申报通知}”{轮次}已结束，感谢您的评审。评审情况请保密，结果以协会公示为准。',
  sms: '',
  placeholders: about,
})
defineTemplate({
  ...shared,
  code: 'award.defence',
  name: '通知申报人答辩',
  title: '请参加答辩：{申报名称}',
  content:
    '“{申报名称}”（编号 {编号}）进入“{申报通知}”{轮次}。\n时间地点：{时间地点}\n出场次序：第 {次序} 个，共 {项数} 个。请提前到场。',
  sms: '“{申报名称}”请参加答辩：{时间地点}，出场次序第 {次序} 个。详见会员中心。',
  placeholders: { ...about, 申报名称: '智能加药装置', 编号: 'JL2026-000123', 次序: '3', 项数: '12' },
})
defineTemplate({
  ...shared,
  code: 'scoring.recused',
  name: '专家须回避（告知奖励办）',
  title: '专家回避：{专家}，{申报名称}',
  content:
    '“{申报通知}”{轮次}：{专家}不再评“{申报名称}”。\n理由：{说明}\n该项现有 {项数} 位专家评分，不足规定份数的请增补专家。',
  sms: '',
  placeholders: { ...about, 申报名称: '智能加药装置', 说明: '2025-03 至今任职于该单位', 项数: '3' },
})

type Names = { round: Round; call: { title: string } }

/** Returns time and place of a defence; empty for a round scored online. */
export const whereAndWhen = ({ kind, startsAt, place }: Round) =>
  kind === 'defence' ? [startsAt && minute(iso(startsAt)), place].filter(Boolean).join('，') : ''

const valuesOf = ({ round, call }: Names) => ({
  申报通知: call.title,
  轮次: round.name,
  截止日期: longDay(round.dueOn),
  时间地点: whereAndWhen(round) && `\n时间地点：${whereAndWhen(round)}`,
})

type Code = 'opened' | 'reminder' | 'changed' | 'left' | 'closed'

/** Notifies an expert by SMS and, if an account exists with the verified phone, in the member centre. */
export async function notifyExpert(
  ctx: NotifyContext,
  { name, mobileHash, mobileSealed }: Expert,
  of: Names,
  code: Code,
  more: Record<string, string> = {},
): Promise<void> {
  const text = await renderTemplate(ctx, `scoring.${code}`, { ...valuesOf(of), 专家: name, ...more })
  if (!mobileHash || !mobileSealed) return noteTexted(ctx, { name, sealed: null }, text.sms)
  const [own] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.phoneHash, mobileHash), ne(account.kind, 'staff'), eq(account.status, 'active')))
  if (own)
    await notify(ctx, {
      ...text,
      accountId: own.id,
      kind: 'award',
      route: `/admin/user/scoring/${of.round.id}`,
      objectType: 'awardRound',
      objectId: of.round.id,
    })
  else {
    await noteTexted(ctx, { name, sealed: mobileSealed }, text.sms)
    if (text.sms)
      await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(mobileSealed), subject: text.title, sms: text.sms })
  }
}

/** An applicant who is heard: when, where, as the how-manieth. */
export async function inviteApplicant(
  ctx: NotifyContext,
  of: Names,
  { entry, number, place, count }: { entry: Entry; number: string; place: number; count: number },
): Promise<void> {
  const text = await renderTemplate(ctx, 'award.defence', {
    ...valuesOf(of),
    时间地点: whereAndWhen(of.round),
    申报名称: entry.name,
    编号: number,
    次序: String(place),
    项数: String(count),
  })
  await notify(ctx, {
    ...text,
    accountId: entry.accountId,
    kind: 'award',
    route: `/admin/user/awards/${entry.applicationId}`,
    objectType: 'awardRound',
    objectId: of.round.id,
  })
}

/** The award's desk, when an expert has no part in an entry any more. */
export async function notifyDeskOfRecusal(
  ctx: NotifyContext & Pick<Ctx, 'actor'>,
  of: RoundCase,
  { expert, entry, reasons, left }: { expert: Expert; entry: Entry; reasons: readonly string[]; left: number },
): Promise<void> {
  const text = await renderTemplate(ctx, 'scoring.recused', {
    ...valuesOf(of),
    专家: expert.name,
    申报名称: entry.name,
    说明: reasons.join('；'),
    项数: String(left),
  })
  await notifyStaff(
    ctx,
    { permission: 'staff:awards' },
    {
      ...text,
      kind: 'desk',
      sms: undefined,
      route: `/staff/award-rounds/${of.round.id}`,
      objectType: 'awardRound',
      objectId: of.round.id,
    },
  )
}
