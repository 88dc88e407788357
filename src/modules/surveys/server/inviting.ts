import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { passcodeOf } from '#lib/passcode.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, readWording, renderWording } from '#modules/messages/server/templates.ts'
import type { Survey } from './surveys.ts'
import { survey, surveyRespondent } from './tables.ts'

const PAGE = '/admin/survey'

defineSubject('survey', survey)
const shared = {
  group: '问卷',
  needs: ['网址', '口令'],
  addresses: { 网址: PAGE },
  placeholders: {
    网址: `https://example.com${PAGE}`,
    口令: '7K3M-9QXR-2HVD-PW4T',
    问卷: '会员服务满意度调查',
    截止: '2026-06-08 17:00',
  },
}
const invitation = defineTemplate({
  ...shared,
  code: 'survey.invitation',
  name: '请填写问卷',
  title: '请填写：{问卷}',
  content: '协会请您填写“{问卷}”，请在 {截止} 以前交。',
  sms: '协会请您填写问卷，截止 {截止}。请打开 {网址} ，输入口令 {口令} ，或登录会员中心填写。口令以最近一次收到的为准。',
})
const reminder = defineTemplate({
  ...shared,
  code: 'survey.reminder',
  name: '催交问卷',
  title: '还没有交：{问卷}',
  content: '“{问卷}”还没有收到您的答卷，请在 {截止} 以前交。',
  sms: '您的问卷还没有交，截止 {截止}。请打开 {网址} ，输入口令 {口令} ，或登录会员中心填写。口令以最近一次收到的为准。',
})

/** Tells those on the list who have not been told yet. */
export const invite = (ctx: Ctx, of: Survey): Promise<number> =>
  tell(ctx, of, invitation.code, isNull(surveyRespondent.invitedAt), { invitedAt: ctx.now })

/** Reminds those who have not answered, or the chosen ones among them. */
export const remind = (ctx: Ctx, of: Survey, ids?: readonly number[]): Promise<number> =>
  tell(ctx, of, reminder.code, ids && inArray(surveyRespondent.id, [...ids]), {
    remindedAt: ctx.now,
    invitedAt: sql`coalesce(${surveyRespondent.invitedAt}, ${ctx.now.toISOString()})`,
  })

async function tell(ctx: Ctx, of: Survey, template: string, which: SQL | undefined, noted: object): Promise<number> {
  const silent = and(eq(surveyRespondent.surveyId, of.id), isNull(surveyRespondent.answeredOn), which)
  const rows = await ctx.db.select().from(surveyRespondent).where(silent).orderBy(asc(surveyRespondent.id))
  const wording = await readWording(ctx, template)
  for (const { id, organisationId, personId, accountId, lateUntil } of rows) {
    const code = passcodeOf(randomBytes(16))
    const until = lateUntil ?? (of.closesAt ? minute(iso(of.closesAt)) : '协会截止')
    const { title, content, sms } = renderWording(ctx, template, wording, { 问卷: of.title, 截止: until, 口令: code })
    await ctx.db
      .update(surveyRespondent)
      .set({ ...noted, tokenHash: hashToken(code) })
      .where(eq(surveyRespondent.id, id))
    const about = { kind: 'system' as const, route: `/admin/survey/${of.key}`, objectType: 'survey', objectId: of.id }
    const whom = organisationId ? { organisationId } : personId ? { personId } : { accountId: accountId! }
    await notify(ctx, { ...whom, ...about, title, content, sms })
  }
  return rows.length
}

/**
 * Job: reminds those who have not answered as many days before the end as the survey says, once. The mark is written in the
 * transaction of the messages, so that a run that is repeated reminds nobody again.
 */
export async function remindBeforeClosing(ctx: Ctx): Promise<void> {
  const isDue = and(
    eq(survey.state, 'open'),
    eq(survey.audience, 'roll'),
    isNull(survey.autoRemindedAt),
    sql`${survey.closesAt} > ${ctx.now.toISOString()}`,
    sql`${survey.closesAt} <= ${ctx.now.toISOString()}::timestamptz + make_interval(days => ${survey.remindDays})`,
  )
  const due = await ctx.db.select({ id: survey.id }).from(survey).where(isDue)
  for (const { id } of due)
    await inTransaction(ctx, async tx => {
      const [of] = await tx.db
        .update(survey)
        .set({ autoRemindedAt: ctx.now })
        .where(and(eq(survey.id, id), isDue))
        .returning()
      if (of) await remind(tx, of)
    })
}
