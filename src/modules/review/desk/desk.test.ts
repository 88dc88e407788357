import excel from '@protobi/exceljs'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { addWorkingDays, weekendsOff } from '#lib/workingDays.ts'
import {
  admin,
  applied,
  cashier,
  detail,
  lines,
  reviewer,
  type Staff,
  secretary,
  setUpReviewDesk,
  staffId,
} from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { calendar } from '#test/support/calendar.ts'
import { putFile, signUpComplete, staffSession } from '#test/support/make.ts'
import { overdueSince, staffDeadline } from '../deadlines.ts'
import { application } from '../server/tables.ts'

setUpReviewDesk()

const queue = async (by: Staff, query: Record<string, string | number> = {}) =>
  (await by.get('/staff/review/list', { pageSize: 100, ...query })).data.list as { id: number; title: string }[]
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const waitsSince = (id: number, daysAgo: number) =>
  site.services.db
    .update(application)
    .set({ stateSince: new Date(Date.now() - daysAgo * 86_400_000) })
    .where(eq(application.id, id))

describe('the deadline of the association itself', () => {
  test('a word that the association looks at twice stands beside its field, with what to write instead', async () => {
    const setWords = async (doubtful: string) => {
      const { data } = await admin.get('/staff/settings')
      const { version, values } = data.find(({ code }: { code: string }) => code === 'words')
      const form = { ...values, doubtful }
      expect((await admin.post('/staff/settings/save', { code: 'words', version, form })).code).toBe(200)
      return values.doubtful as string
    }
    const before = await setWords('二十年 多年')
    const { id } = await applied()
    const { form } = await detail(reviewer, id)
    const marked = form.filter(({ words }: { words: object[] }) => words.length > 0)
    const words = [{ found: '二十年', instead: '多年', around: '从事锅炉清洗二十年。' }]
    expect(marked).toMatchObject([{ field: 'intro', words }])
    await setWords(before)
  })

  test('counts working days, and the first overdue day follows from it', () => {
    // Friday: five working days later it is Friday again.
    expect(staffDeadline(weekendsOff, 'submitted', '2026-11-20')).toBe('2026-11-27')
    expect(staffDeadline(weekendsOff, 'returned', '2026-11-20')).toBeNull()
    for (const today of ['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-02']) {
      const since = overdueSince(weekendsOff, 'submitted', today)!
      expect(staffDeadline(weekendsOff, 'submitted', since)! < today).toBe(true)
      expect(staffDeadline(weekendsOff, 'submitted', addDays(since, 1))! >= today).toBe(true)
    }
  })
})

describe('the queue', () => {
  test('says for how long each waits and until when staff should act, and marks what is overdue', async () => {
    const [fresh, old] = [await applied(), await applied()]
    await waitsSince(old.id, 30)
    const rows = await queue(reviewer)
    expect(rows[0]).toMatchObject({ id: old.id, waitingDays: 30, overdue: true, revision: 1, assigneeName: null })
    const deadline = addWorkingDays(calendar, dayOf(new Date()), 5)
    expect(rows.find(({ id }) => id === fresh.id)).toMatchObject({ waitingDays: 0, overdue: false, deadline })
    const overdue = idsOf(await queue(reviewer, { overdue: '1' }))
    expect(overdue).toContain(old.id)
    expect(overdue).not.toContain(fresh.id)
  })

  test('holds what waits for the own desk; everything else is a filter away, drafts never', async () => {
    const [one, drafting] = [await applied(), await signUpComplete(site)]
    await drafting.api.post('/member/apply1Submit', { form: { applyReason: '先写一半' }, action: 'save' })
    expect(idsOf(await queue(reviewer))).toContain(one.id)
    expect(idsOf(await queue(cashier))).not.toContain(one.id)
    expect(idsOf(await queue(cashier, { status: 'open' }))).toContain(one.id)
    expect(idsOf(await queue(cashier, { status: 'submitted', kind: 'memberClaim' }))).not.toContain(one.id)
    expect(idsOf(await queue(reviewer, { status: 'all', key: one.name }))).toEqual([one.id])
    const today = dayOf(new Date())
    expect(idsOf(await queue(reviewer, { from: today, to: today, key: one.name }))).toEqual([one.id])
    expect(await queue(reviewer, { to: addDays(today, -1), key: one.name })).toEqual([])
    const statuses = (await queue(admin, { status: 'all' })) as unknown as { status: string }[]
    expect(statuses.map(({ status }) => status)).not.toContain('draft')
  })

  test('a name is found by its letters, not by what they mean to a database', async () => {
    expect(await queue(reviewer, { status: 'all', key: '%' })).toEqual([])
    expect(await queue(reviewer, { status: 'all', key: '_' })).toEqual([])
  })

  test('counts by kind and by state, for the filters', async () => {
    const one = await applied()
    const { data } = await reviewer.get('/staff/review/counts', { status: 'open' })
    expect(data.mine).toBe((await queue(reviewer)).length)
    const open = await queue(reviewer, { status: 'open' })
    expect(data.states.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(open.length)
    expect(data.kinds.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(open.length)
    const mine = (await reviewer.get('/staff/review/counts')).data.kinds
    expect(mine.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(data.mine)
    expect(data.overdue).toBe((await queue(reviewer, { status: 'open', overdue: '1' })).length)
    await reviewer.post('/staff/review/assign', { ids: [one.id], assigneeId: await staffId('reviewer') })
    expect((await reviewer.get('/staff/review/counts')).data.assigned).toBe(data.assigned + 1)
  })

  test('leads from one case to the next, and says which of how many it is', async () => {
    const list = idsOf(await queue(reviewer))
    const place = async (id: number) => (await reviewer.get('/staff/review/place', { id })).data
    expect(await place(list[1]!)).toEqual({ n: 2, total: list.length, previous: list[0], next: list[2] })
    expect(await place(list.at(-1)!)).toMatchObject({ n: list.length, next: null })
    const { data } = await cashier.get('/staff/review/place', { id: list[0]! })
    expect(data.n).toBeNull()
    const all = idsOf(await queue(admin, { status: 'all' }))
    const { data: newest } = await admin.get('/staff/review/place', { id: all[0]!, status: 'all' })
    expect(newest).toMatchObject({ n: 1, previous: null, next: all[1] })
  })

  test('is exported exactly as it is filtered', async () => {
    const one = await applied()
    const answer = await site.app.inject({
      url: `/api/staff/review/export?status=open&key=${encodeURIComponent(one.name)}`,
      headers: { ...(await staffSession(site, 'reviewer')), 'sec-fetch-site': 'same-origin' },
    })
    const book = new excel.Workbook()
    await book.xlsx.load(answer.rawPayload as never)
    const sheet = book.worksheets[0]!
    expect(sheet.rowCount).toBe(2)
    expect(sheet.getRow(1).values).toContain('等待天数')
    expect(sheet.getRow(2).values).toContain(one.name)
  })
})

test('the applicant in the queue is who applied, not the title of what is applied for', async () => {
  const one = await applied()
  const [{ accountId, organisationId }] = (await site.services.db
    .select()
    .from(application)
    .where(eq(application.id, one.id))) as [typeof application.$inferSelect]
  const of = { accountId, organisationId, state: 'submitted' as const, submittedAt: new Date() }
  const [made] = await site.services.db
    .insert(application)
    .values({ ...of, kind: 'style', title: '烟气余热利用的实践', number: `FC2099-${one.id}` })
    .returning()
  const rows = (await reviewer.get('/staff/review/list', { status: 'all', key: one.name })).data.list
  expect(rows).toMatchObject([
    { id: made!.id, applicant: one.name, matter: '烟气余热利用的实践' },
    { id: one.id, applicant: one.name, matter: '' },
  ])
  const answer = await site.app.inject({
    url: `/api/staff/review/export?status=all&key=FC2099-${one.id}`,
    headers: { ...(await staffSession(site, 'reviewer')), 'sec-fetch-site': 'same-origin' },
  })
  const book = new excel.Workbook()
  await book.xlsx.load(answer.rawPayload as never)
  const [head, line] = [1, 2].map(row => book.worksheets[0]!.getRow(row).values as string[])
  expect(line![head!.indexOf('申请人')]).toBe(one.name)
  expect(line![head!.indexOf('申请内容')]).toBe('烟气余热利用的实践')
})

describe('who takes it on', () => {
  test('is oneself or a colleague whose work it is; the next desk chooses anew', async () => {
    const one = await applied()
    const assign = (assigneeId: number | null) => reviewer.post('/staff/review/assign', { ids: [one.id], assigneeId })
    const own = await staffId('reviewer')
    expect((await assign(await staffId('cashier'))).data).toMatchObject([
      { done: false, message: expect.stringContaining('不由康宁的岗位') },
    ])
    expect(await assign(await staffId('editor'))).toMatchObject({ code: 400 })
    expect((await assign(own)).data).toMatchObject([{ id: one.id, done: true }])
    expect((await detail(reviewer, one.id)).assignee).toMatchObject({ id: own, name: '冉星河' })
    expect(idsOf(await queue(reviewer, { assignee: 'me' }))).toContain(one.id)
    expect(idsOf(await queue(reviewer, { assignee: 'nobody' }))).not.toContain(one.id)
    expect(idsOf(await queue(admin, { status: 'open', assignee: own }))).toContain(one.id)
    const [line] = await lines('application.assign', one.id)
    expect(line).toMatchObject({ before: { assignee: null }, after: { assignee: '冉星河' }, objectName: one.name })
    // The applicant's mending comes back to who asked for it; the council's desk is another.
    const { version } = await detail(reviewer, one.id)
    await reviewer.post('/staff/review/decide', { id: one.id, version, action: 'return', opinion: '请补正' })
    expect((await detail(reviewer, one.id)).assignee).toMatchObject({ id: own })
    await site.services.db.update(application).set({ state: 'checking' }).where(eq(application.id, one.id))
    const again = await detail(reviewer, one.id)
    await reviewer.post('/staff/review/decide', { id: one.id, version: again.version, action: 'pass' })
    expect(await detail(reviewer, one.id)).toMatchObject({ status: 'deciding', assignee: null })
  })

  test('what is over needs nobody', async () => {
    const one = await applied()
    await one.api.post('/member/application/withdraw', { id: one.id, version: one.version })
    const { data } = await reviewer.post('/staff/review/assign', { ids: [one.id], assigneeId: null })
    expect(data).toMatchObject([{ done: false, message: expect.stringContaining('已撤回') }])
  })
})

test('after mending, old and new stand side by side with what was asked and what was answered', async () => {
  const one = await applied()
  const remarks = [{ field: 'address', text: '请写到门牌号' }]
  await reviewer.post('/staff/review/decide', { id: one.id, version: one.version, action: 'return', remarks })
  const { data } = await one.api.get('/member/getApply1')
  const form = { ...data.form, address: '朝阳区演示路 28 号 3 号楼' }
  const answers = { address: '已补充楼号' }
  await one.api.post('/member/apply1Submit', { id: one.id, version: data.version, form, answers, action: 'submit' })
  const seen = await detail(reviewer, one.id)
  expect(seen.form.find(({ field }: { field: string }) => field === 'address')).toMatchObject({
    text: '朝阳区演示路 28 号 3 号楼',
    before: '朝阳区演示路 28 号',
    remark: '请写到门牌号',
    answer: '已补充楼号',
  })
  expect(seen.form.filter(({ before }: { before: string | null }) => before !== null)).toHaveLength(1)
})

test('beside a material that came anew stands what was asked of it and what was answered', async () => {
  const one = await applied()
  await reviewer.post('/staff/review/decide', { id: one.id, version: one.version, action: 'pass' })
  const files = async () => [
    { slot: 'stampedForm', fileId: await putFile(site, one.token, '盖章申请表.png') },
    { slot: 'licence', fileId: await putFile(site, one.token, '营业执照.png') },
  ]
  const handIn = async (more: object = {}) =>
    one.api.post('/member/apply2Submit', { applyId: one.id, files: await files(), action: 'submit', ...more })
  await handIn()
  const remarks = [{ slot: 'licence', text: '请上传清晰的扫描件' }]
  const { version } = await detail(reviewer, one.id)
  await reviewer.post('/staff/review/decide', { id: one.id, version, action: 'return', remarks })
  expect((await one.api.get('/member/getApply2')).data.auditReason).toMatchObject(remarks)
  expect((await handIn({ answers: { licence: '已重新扫描' } })).code).toBe(200)
  const { materials } = await detail(reviewer, one.id)
  expect(materials.find(({ slot }: { slot: string }) => slot === 'licence')).toMatchObject({
    remark: '请上传清晰的扫描件',
    answer: '已重新扫描',
    changed: true,
  })
})

test('what was written as rich text is shown as it will look, and can do nothing', async () => {
  const { accountId } = await signUpComplete(site)
  const content = '<h2>二十年</h2><p onclick="x()">清洗<script>x()</script><img src="javascript:x()"></p>'
  const of = { kind: 'style', accountId, title: '风采', state: 'submitted' as const, submittedAt: new Date() }
  const [row] = await site.services.db
    .insert(application)
    .values({ ...of, form: { content } })
    .returning()
  const { form } = await detail(reviewer, row!.id)
  const { html } = form.find(({ field }: { field: string }) => field === 'content')
  expect(html).toContain('<h2>二十年</h2>')
  expect(html).not.toMatch(/script|onclick/)
})

test('the cashier sees beside the slip what the applicant says of the payment', async () => {
  const one = await applied()
  expect((await detail(cashier, one.id)).payment).toBeNull()
  const walk = async (by: Staff, path: string, more: object = {}) => {
    const { version } = await detail(by, one.id)
    const answer = await by.post(path, { id: one.id, version, action: 'pass', ...more })
    expect(answer.code, answer.msg).toBe(200)
  }
  await walk(reviewer, '/staff/review/decide')
  const files = [
    { slot: 'stampedForm', fileId: await putFile(site, one.token, '盖章申请表.png') },
    { slot: 'licence', fileId: await putFile(site, one.token, '营业执照.png') },
  ]
  await one.api.post('/member/apply2Submit', { applyId: one.id, files, action: 'submit' })
  await walk(reviewer, '/staff/review/decide')
  await walk(secretary, '/staff/decision/record', { opinion: '理事会通过', exceptionReason: '已通讯表决' })
  expect(await detail(secretary, one.id)).toMatchObject({
    status: 'noticed',
    canDo: ['reject'],
    hindrance: expect.stringContaining('公示到'),
  })
  expect(idsOf(await queue(secretary))).not.toContain(one.id)
  await site.services.db.execute(`update public_notice set to_day = current_date - 2 where application_id = ${one.id}`)
  expect((await detail(secretary, one.id)).canDo).toEqual(['pass', 'reject'])
  expect(idsOf(await queue(secretary))).toContain(one.id)
  await walk(secretary, '/staff/decision/record')
  const receipt = {
    paidOn: dayOf(new Date()),
    payer: one.name,
    receiptTitle: one.name,
    receiptEmail: 'finance@example.com',
    slipId: await putFile(site, one.token, '汇款凭证.png'),
  }
  await one.api.post('/member/apply2Submit', { applyId: one.id, receipt, action: 'submit' })
  expect((await detail(cashier, one.id)).payment).toMatchObject({
    amount: 2000,
    facts: expect.arrayContaining([{ label: '汇款单位或个人', text: one.name }]),
    slip: { name: '汇款凭证.png', type: 'image/png' },
  })
  expect(idsOf(await queue(cashier))).toContain(one.id)
})
