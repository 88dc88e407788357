import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { textOf as pdfText } from '#test/support/pdfText.ts'
import { sendReports } from './server/sending.ts'
import { councilReport, councilReportIssue } from './server/tables.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')

const BLOCKS = [
  { block: 'text', title: '概述', text: '本月工作平稳。\n下月召开理事会。' },
  { block: 'month' },
  { block: 'memberMonth', text: '入会以冶金企业为主。' },
  { block: 'reviewWork' },
  { block: 'receivableOpen', title: '还没有收到的钱' },
  { block: 'trainingKind' },
]
const save = (form: object, sent: object = {}) =>
  admin.post('/staff/record/save', {
    type: 'councilReport',
    form: { monthly: 'off', recipients: [], ...form },
    ...sent,
  })

async function colleague(roles: string[]) {
  const userName = await staffWith(site, roles)
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { ...own!, api: await asStaff(site, userName), userName }
}
type Colleague = Awaited<ReturnType<typeof colleague>>

async function monthly(name: string, recipients: Colleague[], monthlyFrom = '2026-01-01'): Promise<number> {
  const ids = recipients.map(({ id }) => String(id))
  const { data, msg } = await save({ name, blocks: BLOCKS.slice(0, 2), monthly: 'on', recipients: ids })
  expect(data, msg).toHaveProperty('id')
  await site.services.db.update(councilReport).set({ monthlyFrom }).where(eq(councilReport.id, data.id))
  return data.id
}
const issuesOf = (id: number) =>
  site.services.db.select().from(councilReportIssue).where(eq(councilReportIssue.reportId, id))
const messagesTo = ({ id }: Colleague) =>
  site.services.db
    .select()
    .from(message)
    .where(and(eq(message.accountId, id), eq(message.kind, 'report')))
const at = (day: string) => site.ctx(new Date(`${day}T08:20:00+08:00`))

const sessions = new Map<string, { cookie: string }>()

async function download(path: string, userName = 'admin') {
  const session = sessions.get(userName) ?? (await staffSession(site, userName))
  sessions.set(userName, session)
  const headers = { ...session, 'sec-fetch-site': 'same-origin' }
  const { rawPayload, statusCode } = await site.app.inject({ url: `/api${path}`, headers })
  expect(statusCode).toBe(200)
  return rawPayload
}

/** Texts of a Word document, one after the other. */
async function wordText(bytes: Buffer, part = 'word/document.xml'): Promise<string> {
  const file = join(site.services.config.dataDir, `report-${Math.random()}.docx`)
  writeFileSync(file, bytes)
  const found = (await partsOf(file)).find(({ name }) => name === part)!
  let xml = ''
  for await (const chunk of await openPart(file, found)) xml += chunk
  return [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')
}

test('a report has its blocks in their order, its figures are those of the statistics, and both files say the same', async () => {
  const { data, msg } = await save({ name: '理事会月报', blocks: BLOCKS })
  expect(data, msg).toHaveProperty('id')
  const of = (await admin.get('/staff/report/preview', { id: data.id, month: '2026-10' })).data
  expect(of.sections.map(({ title }: { title: string }) => title)).toEqual([
    '概述',
    '2026-10 的数字',
    '每月入会与退会',
    '等协会办理的申请',
    '还没有收到的钱',
    '各类培训',
  ])
  const { figures } = (await admin.get('/staff/statistics/month', { month: '2026-10' })).data
  const month = of.sections[1].table
  expect(month.columns).toEqual(['项目', '当月', '前一个月', '上年同月'])
  expect(month.rows[0][1]).toBe(figures[0].values[0].toLocaleString('en-US'))
  const chart = (await admin.get('/staff/statistics', { year: 2026 })).data.charts.find(
    ({ code }: { code: string }) => code === 'memberMonth',
  )
  expect(of.sections[2].table.rows.map((row: string[]) => row[1])).toEqual(
    chart.rows.map(({ values }: { values: (number | null)[] }) => values[0]?.toLocaleString('en-US') ?? '—'),
  )
  const pdf = await pdfText(await download(`/staff/report/file?id=${data.id}&month=2026-10&format=pdf`))
  const word = await wordText(await download(`/staff/report/file?id=${data.id}&month=2026-10&format=docx`))
  const flat = (text: string) => text.replace(/[\s\u200b]/g, '')
  const said = [
    of.association,
    '理事会月报',
    '2026 年 10 月',
    ...of.sections.flatMap(({ title, text, table }: (typeof of.sections)[number]) => [
      title,
      ...text.split('\n'),
      ...(table ? [table.note, ...table.columns, ...table.rows.flat()] : []),
    ]),
  ]
  for (const text of said) {
    expect(flat(pdf), text).toContain(flat(text))
    expect(flat(word), text).toContain(flat(text))
  }
  const other = (await save({ name: '财务月报', blocks: [{ block: 'text', title: '说明', text: '只有文字。' }] })).data
  const preview = async (query: { id: number; month: string }) => (await admin.get('/staff/report/preview', query)).data
  for (const [query, title, said] of [
    [{ id: data.id, month: '2026-10' }, '理事会月报', '2026年10月'],
    [{ id: data.id, month: '2025-01' }, '理事会月报', '2025年1月'],
    [{ id: other.id, month: '2026-10' }, '财务月报', '2026年10月'],
  ] as const) {
    expect(await preview(query)).toMatchObject({ title, month: query.month })
    const file = await download(`/staff/report/file?id=${query.id}&month=${query.month}&format=docx`)
    const text = flat(await wordText(file))
    expect(text).toContain(title)
    expect(text).toContain(said)
  }
  const counted = `统计于${of.countedAt.slice(0, 4)}年`
  expect(flat(pdf)).toContain(counted)
  expect(flat(pdf)).toMatch(/第1页\/共\d+页/)
})

test('a report that cannot be made is refused beside each field at once', async () => {
  const answer = await save({ name: '', blocks: [{ block: 'text' }, { block: 'nonsense' }], monthly: 'on' })
  expect(answer.code).toBe(400)
  expect(Object.keys(answer.data.fields).sort()).toEqual(['blocks.0.text', 'blocks.1.block', 'name', 'recipients'])
  const { data } = await save({ name: '月报', blocks: [{ block: 'month' }] })
  expect(await admin.get('/staff/report/preview', { id: data.id, month: '2099-01' })).toMatchObject({
    code: 400,
    data: { fields: { month: '这个月还没有开始' } },
  })
})

test('is sent once for each month, by whichever process comes first, and keeps the figures of that day', async () => {
  const [one, other] = [await colleague(['secretary']), await colleague(['writer'])]
  const id = await monthly('每月发送的报告', [one, other])
  await Promise.all([sendReports(at('2026-12-01')), sendReports(at('2026-12-01'))])
  await sendReports(at('2026-12-02'))
  const [issue, ...more] = await issuesOf(id)
  expect(more).toEqual([])
  expect(issue).toMatchObject({ month: '2026-11', sentTo: [one.displayName, other.displayName] })
  for (const to of [one, other]) {
    const told = await messagesTo(to)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      title: '每月发送的报告：2026 年 11 月',
      route: `/staff/report-issues/${issue!.id}`,
    })
  }
  const lines = await site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, 'councilReport.send'), eq(auditEvent.objectId, id)))
  expect(lines).toHaveLength(1)

  // Whoever got it reads it, with what was counted then; others do not.
  await site.services.db.update(councilReport).set({ blocks: [] }).where(eq(councilReport.id, id))
  const read = await other.api.get('/staff/report/issue', { id: issue!.id })
  expect(read.data, read.msg).toMatchObject({ title: '每月发送的报告', month: '2026-11' })
  expect(read.data.countedAt).toContain('2026-12-01T08:20')
  expect(read.data.sections).toHaveLength(2)
  const pdf = await pdfText(await download(`/staff/report/issue/file?id=${issue!.id}&format=pdf`, other.userName))
  expect(pdf.replace(/\s/g, '')).toContain('本月工作平稳。')
  const stranger = await colleague(['writer'])
  expect((await stranger.api.get('/staff/report/issue', { id: issue!.id })).code).toBe(403)
  expect((await stranger.api.get('/staff/report/sent')).code).toBe(403)
  const cashier = await colleague(['cashier'])
  expect((await cashier.api.get('/staff/record/list', { type: 'councilReport' })).code).toBe(200)
  const form = { name: '财务的报告', blocks: [{ block: 'month' }], monthly: 'off' }
  expect((await cashier.api.post('/staff/record/save', { type: 'councilReport', form })).code).toBe(403)
  const { list } = (await admin.get('/staff/report/sent', { reportId: id })).data
  expect(list).toMatchObject([{ id: issue!.id, sentTo: [one.displayName, other.displayName] }])
})

test('is caught up when the site was down on the first, and not sent for months before it was switched on', async () => {
  const to = await colleague(['secretary'])
  const late = await monthly('停机后补发', [to], '2027-01-01')
  await sendReports(at('2026-12-31'))
  expect(await issuesOf(late)).toEqual([])
  await sendReports(at('2027-01-05'))
  const [issue] = await issuesOf(late)
  expect(issue).toMatchObject({ month: '2026-12' })
  const sent = async (query = {}) =>
    (await admin.get('/staff/report/sent', query)).data.list as { id: number; name: string }[]
  const all = await sent()
  expect(await sent({ reportId: late })).toEqual(all.filter(({ name }) => name === '停机后补发'))
  const others = all.filter(({ name }) => name !== '停机后补发')
  expect(others.length).toBeGreaterThan(0)
  for (const { id, name } of [others[0]!, all.find(one => one.id === issue!.id)!]) {
    expect((await admin.get('/staff/report/issue', { id })).data).toMatchObject({ id, title: name })
    expect(await pdfText(await download(`/staff/report/issue/file?id=${id}&format=pdf`))).toContain(name)
    expect(await wordText(await download(`/staff/report/issue/file?id=${id}&format=docx`))).toContain(name)
  }
  const fresh = await save({
    name: '刚打开的',
    blocks: [{ block: 'month' }],
    monthly: 'on',
    recipients: [String(to.id)],
  })
  await sendReports(site.ctx())
  expect(await issuesOf(fresh.data.id)).toEqual([])
})

test('whoever has left gets nothing; without anybody left it waits', async () => {
  const [left, stays] = [await colleague(['secretary']), await colleague(['secretary'])]
  const id = await monthly('有人离职', [left])
  const { db } = site.services
  await db.update(account).set({ status: 'disabled' }).where(eq(account.id, left.id))
  await sendReports(at('2026-12-01'))
  expect(await issuesOf(id)).toEqual([])
  await db
    .update(councilReport)
    .set({ recipientIds: [left.id, stays.id] })
    .where(eq(councilReport.id, id))
  await sendReports(at('2026-12-02'))
  expect(await issuesOf(id)).toMatchObject([{ recipientIds: [stays.id] }])
})
