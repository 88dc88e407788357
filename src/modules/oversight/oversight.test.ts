import excel from '@protobi/exceljs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { roleTemplates } from '#modules/accounts/permissions.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { outbox } from '../../lib/server/outbox/tables.ts'
import type { ChartTable } from '../../lib/server/oversight/charts.ts'
import { certificate } from '../certificates/server/tables.ts'
import { member } from '../membership/server/tables.ts'

setUpSite({ demo: true })

type Task = { code: string; count: number; route: string }
const as = async (role: string) => asStaff(site, await staffWith(site, [role]))
const tasksOf = async (role: string): Promise<Task[]> => (await (await as(role)).get('/staff/overview')).data.tasks

/** The call behind each screen's list. */
const LISTS: Record<string, string> = {
  '/staff/approvals': '/staff/approval/list',
  '/staff/complaints': '/staff/complaint/list',
  '/staff/review': '/staff/review/list',
  '/staff/notices': '/staff/notice/list',
  '/staff/fees': '/staff/fee/list',
  '/staff/refunds': '/staff/refund/list',
  '/staff/paper-failures': '/staff/paperFailure/list',
  '/staff/articles': '/staff/article/list',
  '/staff/outbox': '/staff/outbox/list',
  '/staff/imports': '/staff/import/list',
  '/staff/handovers': '/staff/handover/list',
  '/staff/certificates': '/staff/certificate/list',
  '/staff/registrations': '/staff/training/registrations',
  '/staff/invoices': '/staff/invoice/list',
  '/staff/adverts': '/staff/adverts',
  '/staff/appointments': '/staff/appointment/list',
  '/staff/elections': '/staff/election/list',
  '/staff/industry/reports': '/staff/industry/report/list',
  '/staff/surveys': '/staff/survey/list',
  '/staff/received': '/staff/received/list',
  '/staff/award-rounds': '/staff/award/round/list',
  '/staff/award-winners': '/staff/award-winner/list',
}

describe('the workbench', () => {
  test.each(Object.keys(roleTemplates))(
    'counts for %s exactly what stands in the list that it leads to',
    async role => {
      const somebody = await as(role)
      const { code, data } = await somebody.get('/staff/overview')
      expect(code).toBe(200)
      for (const { count, route } of data.tasks as Task[]) {
        const [screen, query] = route.split('?') as [string, string]
        const { data: list } = await somebody.get(LISTS[screen]!, Object.fromEntries(new URLSearchParams(query)))
        expect(list.total, route).toBe(count)
      }
    },
  )

  test('shows nobody what is not their work', async () => {
    expect((await tasksOf('trainer')).map(({ code }) => code)).toEqual(['enrolments', 'interrupted'])
    expect((await tasksOf('cashier')).map(({ code }) => code)).not.toContain('submitted')
  })

  test('counts records: one more to review is one more', async () => {
    const count = async () => (await tasksOf('reviewer')).find(({ code }) => code === 'submitted')!.count
    const before = await count()
    const { rows } = await site.services.db.execute<{ id: number }>(
      sql`select id from application where state not in ('submitted', 'draft') and submitted_at is not null limit 1`,
    )
    await site.services.db.update(application).set({ state: 'submitted' }).where(eq(application.id, rows[0]!.id))
    expect(await count()).toBe(before + 1)
  })

  test('lists my last acts, and mine alone', async () => {
    const userName = await staffWith(site, ['auditor'])
    const mine = await asStaff(site, userName)
    const { headers } = { headers: { ...(await staffSession(site, userName)), 'sec-fetch-site': 'same-origin' } }
    await site.app.inject({ url: '/api/staff/audit/export?actor=nobody', headers })
    expect((await mine.get('/staff/overview')).data.acts).toMatchObject([{ actionName: '导出审计日志' }])
  })

  test('tells who looks after the system what is wrong with it, and nobody else', async () => {
    await site.services.db.insert(outbox).values({
      channel: 'sms',
      toSealed: 'x',
      toMasked: '139****0001',
      textSealed: 'x',
      state: 'failed',
    })
    const texts = async (role: string) =>
      (await (await as(role)).get('/staff/overview')).data.notices.map(({ text }: { text: string }) => text).join()
    expect(await texts('admin')).toMatch(/还没有校验过的备份.*没有发出/)
    expect(await texts('editor')).toBe('')
  })
})

describe('statistics', () => {
  const ask = async (filters = {}): Promise<ChartTable[]> =>
    (await (await as('secretary')).get('/staff/statistics', filters)).data.charts
  const total = (charts: ChartTable[], code: string) =>
    charts
      .find(chart => chart.code === code)!
      .rows.flatMap(({ values }) => values)
      .reduce<number>((sum, value) => sum + (value ?? 0), 0)

  test('are sums of records, whichever way they are broken down', async () => {
    const charts = await ask()
    const { rows } = await site.services.db.execute<{ members: number; certificates: number; joined: number }>(sql`
      select (select count(*) from ${member} where status not in ('withdrawn', 'lapsed', 'expelled')) as members,
        (select count(*) from ${certificate}) as certificates,
        (select count(*) from ${member} where joined_on >= date_trunc('year', now() at time zone 'Asia/Shanghai')) as joined`)
    const { members, certificates, joined } = rows[0]!
    expect(members).toBeGreaterThan(10)
    expect(total(charts, 'memberProvince')).toBe(members)
    expect(total(charts, 'memberLevel')).toBe(members)
    expect(total(charts, 'certificateStatus')).toBe(certificates)
    const [first] = charts.find(({ code }) => code === 'memberMonth')!.series
    expect(first).toBe('入会')
    const months = charts.find(({ code }) => code === 'memberMonth')!.rows
    expect(months).toHaveLength(12)
    expect(months.reduce((sum, { values }) => sum + values[0]!, 0)).toBe(joined)
  })

  test('of a province are part of the whole, of another year another', async () => {
    const whole = await ask()
    const part = await ask({ provinceCode: '110000' })
    const inBeijing = whole.find(({ code }) => code === 'memberProvince')!.rows.find(({ name }) => name === '北京')!
    expect(total(part, 'memberProvince')).toBe(inBeijing.values[0]! + inBeijing.values[1]!)
    expect(total(part, 'memberLevel')).toBeLessThan(total(whole, 'memberLevel'))
    expect(total(await ask({ year: 2001 }), 'articleMonth')).toBe(0)
    expect(await (await as('secretary')).get('/staff/statistics', { year: 'soon' })).toMatchObject({ code: 400 })
  })

  test('leave as a workbook with a sheet for each table', async () => {
    const headers = {
      ...(await staffSession(site, await staffWith(site, ['cashier']))),
      'sec-fetch-site': 'same-origin',
    }
    const response = await site.app.inject({ url: '/api/staff/statistics/export', headers })
    const book = new excel.Workbook()
    await book.xlsx.load(response.rawPayload as never)
    const charts = await ask()
    expect(book.worksheets.map(({ name }) => name)).toEqual(charts.map(({ title }) => title))
    const fees = book.getWorksheet('历年会费')!
    // Headings, five years, and the next one, whose dues are raised.
    expect(fees.rowCount).toBe(7)
    expect(fees.getRow(1).getCell(2).value).toBe('已确认（元）')
  })
})
