import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { record } from '#modules/audit/server/record.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { countReport, lastMonth } from './content.ts'
import { subtitleOf } from './letterhead.ts'
import { councilReport, councilReportIssue } from './tables.ts'

const sent = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.councilReport',
  name: '每月的理事会报告',
  title: '{名称}：{月份}',
  content: '{协会}的{名称}（{月份}）已经统计好，请登录工作后台查看，可下载 PDF 和 Word。',
  placeholders: { 名称: '理事会月报', 月份: '2026 年 11 月', 协会: '示例行业协会' },
})

/**
 * Sends the reports of last month that have not been sent. Runs every day, so that a site that was down on the first
 * catches up; the record of sending, written with the messages, keeps two processes from sending twice.
 */
export async function sendReports(ctx: Ctx): Promise<number> {
  const today = dayOf(ctx.now)
  const due = await ctx.db
    .select()
    .from(councilReport)
    .where(
      and(
        eq(councilReport.isMonthly, true),
        isNotNull(councilReport.monthlyFrom),
        lte(councilReport.monthlyFrom, today),
      ),
    )
  let count = 0
  for (const report of due) if (await sendReport(ctx, report, lastMonth(today))) count += 1
  return count
}

/** Sends one report; false: it was sent before, or nobody is left to get it. */
const sendReport = (ctx: Ctx, report: typeof councilReport.$inferSelect, month: string): Promise<boolean> =>
  inTransaction(ctx, async tx => {
    const isSent = and(eq(councilReportIssue.reportId, report.id), eq(councilReportIssue.month, month))
    if ((await tx.db.$count(councilReportIssue, isSent)) > 0) return false
    const recipients = (await activeStaff(tx)).filter(({ id }) => report.recipientIds.includes(id))
    if (recipients.length === 0) return false
    const content = await countReport(tx, report, month)
    const recipientIds = recipients.map(({ id }) => id)
    const sentTo = recipients.map(({ name }) => name)
    const [issue] = await tx.db
      .insert(councilReportIssue)
      .values({ reportId: report.id, month, content, recipientIds, sentTo, countedAt: ctx.now })
      .onConflictDoNothing()
      .returning({ id: councilReportIssue.id })
    if (!issue) return false
    const values = { 名称: report.name, 月份: subtitleOf({ month }), 协会: content.association }
    const texts = await renderTemplate(tx, sent.code, values)
    await notifyStaff(
      tx,
      { accountIds: recipientIds },
      {
        ...texts,
        sms: undefined,
        kind: 'report',
        mail: true,
        route: `/staff/report-issues/${issue.id}`,
        objectType: 'councilReport',
        objectId: report.id,
      },
    )
    await record(tx, {
      action: 'councilReport.send',
      objectType: 'councilReport',
      objectId: report.id,
      objectName: report.name,
      detail: { month, sentTo: sentTo.join('、') },
    })
    return true
  })
