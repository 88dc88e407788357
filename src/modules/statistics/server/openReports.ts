import { and, eq, sql } from 'drizzle-orm'
import { dayOf, daysBetween, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { periodName, periodsBetween } from '../periods.ts'
import { dueDay, type Form, findForm, newestPeriod, readForms } from './forms.ts'
import { statisticsForm, statisticsReminder, statisticsReport, statisticsReporter } from './tables.ts'

/** Periods opened for a company that is added late. */
const MAX_PERIODS_OPENED = 36
const INSERT_BATCH = 500
/** Days by which a reminder may be late: a report that is opened long after its time reminds nobody by itself. */
const MAX_DAYS_LATE = 7

/** Opens the reports of all periods that have ended, for each company that reports in them; opens none twice. */
export async function openReports(ctx: Pick<Ctx, 'db' | 'now'>, formId?: number): Promise<void> {
  const forms = formId === undefined ? await readForms(ctx) : [await findForm(ctx, formId)]
  for (const form of forms.filter(({ isOpen }) => isOpen)) await openForm(ctx, form)
}

async function openForm({ db, now }: Pick<Ctx, 'db' | 'now'>, form: Form): Promise<void> {
  const reporters = await db.select().from(statisticsReporter).where(eq(statisticsReporter.formId, form.id))
  const newest = newestPeriod(form, now)
  const rows = reporters.flatMap(({ id, fromPeriod, toPeriod }) => {
    const last = toPeriod !== null && toPeriod < newest ? toPeriod : newest
    return periodsBetween(form.frequency, fromPeriod, last, MAX_PERIODS_OPENED).map(period => ({
      formId: form.id,
      reporterId: id,
      period,
      dueOn: dueDay(form, period),
      createdAt: now,
      updatedAt: now,
    }))
  })
  for (let from = 0; from < rows.length; from += INSERT_BATCH)
    await db
      .insert(statisticsReport)
      .values(rows.slice(from, from + INSERT_BATCH))
      .onConflictDoNothing()
}

export const reportRoute = ({ formId, period }: { formId: number; period: string }) =>
  `/admin/user/statistics/${formId}/${period}`

const due = defineTemplate({
  group: '行业统计',
  code: 'statistics.due',
  name: '请填报统计报表',
  title: '请填报{报告期}{统计表}',
  content: '贵单位{报告期}的《{统计表}》还没有填报，期限 {期限}。',
  sms: '贵单位{报告期}的{统计表}还没有填报，期限 {期限}，请登录会员中心办理。',
  placeholders: { 统计表: '生产经营月报', 报告期: '2026 年 3 月', 期限: '2026年4月10日' },
})

type Report = typeof statisticsReport.$inferSelect

/** Asks the company for a report; in the caller's transaction. */
export async function remindReporter(ctx: Ctx, of: Report, form: Form, organisationId: number): Promise<void> {
  const values = { 统计表: form.name, 报告期: periodName(of.period), 期限: longDay(of.dueOn) }
  const texts = await renderTemplate(ctx, due.code, values)
  await notify(ctx, { ...texts, kind: 'system', organisationId, route: reportRoute(of) })
}

/** Opens what is due, and reminds who has not reported on the days that the form names: the latest of them, once. */
export async function openAndRemind(ctx: Ctx): Promise<void> {
  await openReports(ctx)
  const today = dayOf(ctx.now)
  const rows = await ctx.db
    .select({ of: statisticsReport, form: statisticsForm, organisationId: statisticsReporter.organisationId })
    .from(statisticsReport)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsReport.formId))
    .innerJoin(statisticsReporter, eq(statisticsReporter.id, statisticsReport.reporterId))
    .where(
      and(
        sql`${statisticsReport.state} in ('open', 'returned')`,
        eq(statisticsForm.isOpen, true),
        sql`${statisticsReport.dueOn} between ${today}::date - 90 and ${today}::date + 90`,
      ),
    )
  for (const { of, form, organisationId } of rows) {
    const days = daysBetween(of.dueOn, today)
    const step = form.remindDays.toSorted((a, b) => b - a).find(one => one <= days && days - one <= MAX_DAYS_LATE)
    if (step === undefined) continue
    await inTransaction(ctx, async tx => {
      const [later] = await tx.db
        .select({ step: statisticsReminder.step })
        .from(statisticsReminder)
        .where(and(eq(statisticsReminder.reportId, of.id), sql`${statisticsReminder.step} >= ${step}`))
        .limit(1)
      if (later) return
      const [first] = await tx.db
        .insert(statisticsReminder)
        .values({ reportId: of.id, step, at: ctx.now })
        .onConflictDoNothing()
        .returning()
      if (first) await remindReporter(tx, of, form, organisationId)
    })
  }
}
