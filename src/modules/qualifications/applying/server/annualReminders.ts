import { and, asc, eq, gt, notExists } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { notifyContacts } from '#modules/members/server/reminding/reminders.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { certificateExample } from '#modules/qualifications/server/messageWords.ts'
import { annualReminder } from '#modules/qualifications/server/tables.ts'
import { owesReport, readWindows, type Window } from './annualReports.ts'

type Certificate = typeof certificate.$inferSelect
type Step = (typeof annualReminder.$inferSelect)['step']

/** Days before the end of the reporting window at which the second reminder goes out. */
const CLOSING_REMINDER_DAYS = 15

const shared = {
  group: '单位资质',
  placeholders: {
    ...certificateExample,
    截止日期: '2027 年 3 月 31 日',
  },
}
const texts: Record<Step, { code: string }> = {
  opening: defineTemplate({
    ...shared,
    code: 'annualReport.opening',
    name: '年度报告开始提交',
    title: '年度报告开始提交：{证书}',
    content: '{名称} 的{证书}证书（{编号}）应提交年度报告，请在 {截止日期} 前在会员中心填报并提交。',
    sms: '贵单位的{证书}（{编号}）年度报告已开始提交，截止 {截止日期}，请登录会员中心填报。',
  }),
  closing: defineTemplate({
    ...shared,
    code: 'annualReport.closing',
    name: '年度报告即将截止',
    mandatory: true,
    title: '年度报告即将截止：{证书}',
    content:
      '{名称} 的{证书}证书（{编号}）的年度报告尚未提交，{截止日期} 截止。逾期未提交的，将列入年审逾期名单，请尽快办理。',
    sms: '贵单位的{证书}（{编号}）年度报告尚未提交，{截止日期} 截止，请尽快登录会员中心办理。',
  }),
}

/**
 * Tells holders twice that an annual report is due, each time once: the row that says so is written in the transaction
 * of the messages. Who was not told of the opening is told while there is still time, and of the closing from then on.
 */
export async function remindOfAnnualReports(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  for (const window of (await readWindows(ctx)).filter(({ isOpen }) => isOpen)) {
    const step = today >= addDays(window.to, -CLOSING_REMINDER_DAYS) ? 'closing' : 'opening'
    for await (const of of certificatesOwingReport(ctx, window, step)) await remind(ctx, of, window, step)
  }
}

const certificatesOwingReport = (ctx: Ctx, window: Window, step: Step) =>
  inBatches<Certificate>(after => {
    const told = ctx.db
      .select()
      .from(annualReminder)
      .where(and(eq(annualReminder.certificateId, certificate.id), isOf(window, step)))
    return ctx.db
      .select()
      .from(certificate)
      .where(and(owesReport(ctx, window), notExists(told), after && gt(certificate.id, after.id)))
      .orderBy(asc(certificate.id))
      .limit(500)
  })

const isOf = ({ from }: Window, step: Step) => and(eq(annualReminder.opensOn, from), eq(annualReminder.step, step))

const remind = (ctx: Ctx, of: Certificate, { from, to }: Window, step: Step) =>
  inTransaction(ctx, async tx => {
    const [first] = await tx.db
      .insert(annualReminder)
      .values({ certificateId: of.id, opensOn: from, step, at: ctx.now })
      .onConflictDoNothing()
      .returning()
    if (!first || of.organisationId === null) return
    const text = await renderTemplate(tx, texts[step].code, {
      名称: of.organisationName,
      证书: [of.kindName, of.levelName].filter(Boolean).join(' '),
      编号: of.number,
      截止日期: longDay(to),
    })
    await notify(tx, {
      ...text,
      organisationId: of.organisationId,
      kind: 'qualification',
      route: `/admin/user/qualification/new?type=annualReport&certId=${of.id}`,
      objectType: 'certificate',
      objectId: of.id,
    })
    await notifyContacts(tx, of.organisationId, text)
  })
