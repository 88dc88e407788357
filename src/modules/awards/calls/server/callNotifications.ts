import { and, eq, gte, sql } from 'drizzle-orm'
import { addDays, dayOf, daysBetween, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { awardCall, awardEntry, type Call } from '#modules/awards/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { message } from '#modules/messages/server/tables.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { application } from '#modules/review/server/tables.ts'

const sample = { 申报通知: '2026 年度科学技术奖申报通知', 截止日期: '2026-05-31', 原因: '应会员单位要求' }

defineTemplate({
  code: 'award.prolonged',
  group: '科技奖励',
  name: '申报延期',
  title: '申报延期：{申报通知}',
  content: '“{申报通知}”的申报延长到 {截止日期}。原因：{原因}\n您的申报书尚未提交，请在截止前提交。',
  sms: '“{申报通知}”的申报延长到 {截止日期}，您的申报书尚未提交。',
  placeholders: sample,
})
defineTemplate({
  code: 'award.closed',
  group: '科技奖励',
  name: '申报提前截止',
  title: '申报已截止：{申报通知}',
  content: '“{申报通知}”的申报已截止。原因：{原因}\n未提交的申报书不再受理。',
  sms: '“{申报通知}”的申报已截止，未提交的申报书不再受理。',
  placeholders: sample,
})
defineTemplate({
  code: 'award.reminder',
  group: '科技奖励',
  name: '申报截止提醒',
  title: '申报即将截止：{申报通知}',
  content: '“{申报通知}”的申报到 {截止日期} 24 时截止，还有 {剩余天数} 天。您的申报书尚未提交，请尽快完成。',
  sms: '“{申报通知}”的申报到 {截止日期} 24 时截止，您的申报书尚未提交，请尽快完成。',
  placeholders: { 申报通知: sample.申报通知, 截止日期: sample.截止日期, 剩余天数: '3' },
})

/** Selects the accounts with a draft for this call. */
const accountsWithDrafts = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Call, 'id'>) =>
  db
    .selectDistinct({ accountId: awardEntry.accountId })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(eq(awardEntry.callId, id), eq(application.state, 'draft')))

const aboutCall = (call: Call) => ({
  kind: 'award' as const,
  route: '/admin/user/awards',
  objectType: OF,
  objectId: call.id,
})
const OF = 'awardCall'

/** Tells whoever is filling in an entry; in the caller's transaction. */
export async function notifyDraftAccounts(ctx: Ctx, call: Call, what: 'prolonged' | 'closed', reason: string) {
  const { sms, title, content } = await renderTemplate(ctx, `award.${what}`, {
    申报通知: call.title,
    截止日期: call.closesOn,
    原因: reason,
  })
  for (const { accountId } of await accountsWithDrafts(ctx, call))
    await notify(ctx, { ...aboutCall(call), accountId, title, content, sms })
}

/** Days before the deadline at which accounts with a draft are reminded. */
const REMIND_DAYS_BEFORE = 3

/** Reminds once before each deadline, also if the run on the first due day was missed. Run by a job. */
export async function remindOfCalls(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  const ending = await ctx.db
    .select()
    .from(awardCall)
    .where(
      and(
        eq(awardCall.state, 'published'),
        sql`${awardCall.closesOn} between ${today} and ${addDays(today, REMIND_DAYS_BEFORE)}`,
        sql`${awardCall.opensOn} <= ${today}`,
      ),
    )
  for (const call of ending) await inTransaction(ctx, tx => remind(tx, call, today))
}

async function remind(ctx: Ctx, call: Call, today: string) {
  const { title, content, sms } = await renderTemplate(ctx, 'award.reminder', {
    申报通知: call.title,
    截止日期: call.closesOn,
    剩余天数: String(daysBetween(today, call.closesOn)),
  })
  const since = startOf(addDays(call.closesOn, -REMIND_DAYS_BEFORE))
  for (const { accountId } of await accountsWithDrafts(ctx, call)) {
    const told = and(
      eq(message.accountId, accountId),
      eq(message.objectType, OF),
      eq(message.objectId, call.id),
      eq(message.title, title),
      gte(message.createdAt, since),
    )
    if ((await ctx.db.$count(message, told)) === 0)
      await notify(ctx, { ...aboutCall(call), accountId, title, content, sms })
  }
}
