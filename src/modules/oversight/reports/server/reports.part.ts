import { asc, desc } from 'drizzle-orm'
import { addDays, dayOf, lastDayOfMonth } from '#lib/dates.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { readCharts } from '#lib/server/oversight/charts.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { reportRecords } from '../contract.ts'
import { MONTH_BLOCK, reportFields, TEXT_BLOCK } from '../reportForm.ts'
import { councilReport, councilReportIssue } from './tables.ts'

type Report = typeof councilReport.$inferSelect

const readReports = ({ db }: Pick<Ctx, 'db'>): Promise<Report[]> =>
  db.select().from(councilReport).orderBy(asc(councilReport.sort), asc(councilReport.id))

async function fieldsNow(ctx: Ctx) {
  const today = dayOf(ctx.now)
  const charts = await readCharts(ctx, { today, year: Number(today.slice(0, 4)) })
  const blocks = [
    { code: MONTH_BLOCK, name: '当月的数字，与前一个月、上年同月相比' },
    ...charts.map(({ code, title }) => ({ code, name: title })),
    { code: TEXT_BLOCK, name: '自己写的文字' },
  ]
  const colleagues = (await activeStaff(ctx)).map(({ id, name }) => ({ code: String(id), name }))
  return reportFields(blocks, colleagues)
}

const valuesOf = ({ name, blocks, isMonthly, recipientIds }: Report): FormValues => ({
  name,
  blocks,
  monthly: isMonthly ? 'on' : 'off',
  recipients: recipientIds.map(String),
})

const textOf = (cell: unknown) => String(cell ?? '')
const blocksOf = (values: FormValues) =>
  (values.blocks as FormRow[]).map(({ block, title, text }) => ({
    block: textOf(block),
    title: textOf(title),
    text: textOf(text),
  }))

const firstOfNextMonth = (today: string) => addDays(lastDayOfMonth(today.slice(0, 7)), 1)

defineSiteRecords<Report, ListOf<typeof reportRecords.councilReport>>({
  objectType: 'councilReport',
  ...reportRecords.councilReport,
  fields: fieldsNow,
  read: readReports,
  valuesOf,
  facts: async ({ db }) => {
    const sent = await db
      .select({ reportId: councilReportIssue.reportId, month: councilReportIssue.month })
      .from(councilReportIssue)
      .orderBy(desc(councilReportIssue.month))
    return ({ id }) => ({ lastMonth: sent.find(({ reportId }) => reportId === id)?.month ?? null })
  },
  check: (_, values) => ({
    ...(values.monthly === 'on' && !(values.recipients as string[] | undefined)?.length
      ? { recipients: '每月发送的，请选择发给哪些同事' }
      : {}),
    ...Object.fromEntries(
      (Array.isArray(values.blocks) ? blocksOf(values) : []).flatMap(({ block, text }, i) =>
        block === TEXT_BLOCK && !text.trim() ? [[`blocks.${i}.text`, '请填写文字']] : [],
      ),
    ),
  }),
  write: ({ db, now }, values, before) => {
    const isMonthly = values.monthly === 'on'
    const monthlyFrom = isMonthly ? (before?.monthlyFrom ?? firstOfNextMonth(dayOf(now))) : null
    const recipientIds = ((values.recipients as string[] | undefined) ?? []).map(Number)
    const row = { name: String(values.name), blocks: blocksOf(values), isMonthly, monthlyFrom, recipientIds }
    return saveInOrder(db, councilReport, row, before)
  },
  table: councilReport,
  order: {},
})
