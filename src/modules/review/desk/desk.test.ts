import excel from '@protobi/exceljs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addWorkingDays, dayOf } from '#lib/dates.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { asStaff, putFile, signUpComplete, staffSession, staffWith } from '../../../../test/make.ts'
import { overdueSince, staffDeadline } from '../deadlines.ts'
import { application, applicationNote } from '../server/tables.ts'

type Staff = ReturnType<Awaited<ReturnType<typeof startApp>>['as']>
let site: Awaited<ReturnType<typeof startApp>>
let reviewer: Staff
let admin: Staff
let cashier: Staff
let secretary: Staff
beforeAll(async () => {
  site = await startApp({ demo: true })
  reviewer = await asStaff(site, 'reviewer')
  admin = await asStaff(site, 'admin')
  cashier = await asStaff(site, 'cashier')
  secretary = await asStaff(site, await staffWith(site, ['secretary']))
})
afterAll(() => site.close())

const wishes = { levelCode: '10', applyReason: '参加水处理技术交流', agreeCharter: true, agreeTruth: true }

/** A company whose application has just been handed in. */
async function applied() {
  const { token, api, orgName } = await signUpComplete(site)
  const { data } = await api.get('/member/getApply1')
  const form = { ...data.form, ...wishes }
  const sent = await api.post('/member/apply1Submit', { form, action: 'submit' })
  return { id: sent.data.applyId as number, version: sent.data.version as number, token, api, name: orgName! }
}
const detail = async (by: Staff, id: number) => (await by.get('/staff/review/detail', { id })).data
const queue = async (by: Staff, query: Record<string, string | number> = {}) =>
  (await by.get('/staff/review/list', { pageSize: 100, ...query })).data.list as { id: number; title: string }[]
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const staffId = async (userName: string) =>
  (await site.services.db.select({ id: account.id }).from(account).where(eq(account.userName, userName)))[0]!.id
const waitsSince = (id: number, daysAgo: number) =>
  site.services.db
    .update(application)
    .set({ stateSince: new Date(Date.now() - daysAgo * 86_400_000) })
    .where(eq(application.id, id))
const lines = (action: string, id: number) =>
  site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, action), eq(auditEvent.objectId, id)))

describe('the deadline of the association itself', () => {
  test('counts working days, and the first overdue day follows from it', () => {
    // Friday: five working days later it is Friday again.
    expect(staffDeadline('submitted', '2026-11-20')).toBe('2026-11-27')
    expect(staffDeadline('returned', '2026-11-20')).toBeNull()
    for (const today of ['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-02']) {
      const since = overdueSince('submitted', today)!
      expect(staffDeadline('submitted', since)! < today).toBe(true)
      expect(staffDeadline('submitted', addDays(since, 1))! >= today).toBe(true)
    }
  })
})

describe('the queue', () => {
  test('says for how long each waits and until when staff should act, and marks what is overdue', async () => {
    const [fresh, old] = [await applied(), await applied()]
    await waitsSince(old.id, 30)
    const rows = await queue(reviewer)
    expect(rows[0]).toMatchObject({ id: old.id, waitingDays: 30, overdue: true, revision: 1, assigneeName: null })
    const deadline = addWorkingDays(dayOf(new Date()), 5)
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
    const { data } = await reviewer.get('/staff/review/counts')
    expect(data.mine).toBe((await queue(reviewer)).length)
    const open = await queue(reviewer, { status: 'open' })
    expect(data.states.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(open.length)
    expect(data.kinds.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(open.length)
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

describe('saved views', () => {
  test('are the own ones only, one of them the default', async () => {
    const save = (by: Staff, view: object) => by.post('/staff/review/view/save', view)
    const { data: first } = await save(reviewer, { name: '逾期', query: 'overdue=1', isDefault: true })
    await save(reviewer, { name: '入会', query: 'kind=membership', isDefault: true })
    await save(reviewer, { name: '入会', query: 'kind=membership&assignee=me', isDefault: true })
    const { data: views } = await reviewer.get('/staff/review/view/list')
    expect(views).toMatchObject([
      { name: '逾期', isDefault: false },
      { name: '入会', query: 'kind=membership&assignee=me', isDefault: true },
    ])
    expect((await cashier.get('/staff/review/view/list')).data).toEqual([])
    expect(await cashier.post('/staff/review/view/remove', { id: first.id })).toMatchObject({ code: 404 })
    expect(await save(reviewer, { name: 'x', query: 'javascript:alert(1)' })).toMatchObject({ code: 400 })
    expect(await reviewer.post('/staff/review/view/remove', { id: first.id })).toMatchObject({ code: 200 })
    expect((await reviewer.get('/staff/review/view/list')).data).toHaveLength(1)
  })
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

describe('notes among colleagues', () => {
  test('are read by them, never by the applicant; the own one may be taken back for ten minutes', async () => {
    const one = await applied()
    const { data: note } = await reviewer.post('/staff/review/note', { id: one.id, text: '已电话核实法人信息' })
    expect(note).toMatchObject({ authorName: '冉星河', canRemove: true })
    expect((await detail(cashier, one.id)).notes).toMatchObject([{ text: '已电话核实法人信息', canRemove: false }])
    const seen = await one.api.get('/member/application/detail', { id: one.id })
    expect(JSON.stringify(seen.data)).not.toContain('电话核实')
    expect(await cashier.post('/staff/review/note/remove', { id: note.id })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('自己'),
    })
    const old = new Date(Date.now() - 11 * 60_000)
    await site.services.db.update(applicationNote).set({ at: old }).where(eq(applicationNote.id, note.id))
    expect(await reviewer.post('/staff/review/note/remove', { id: note.id })).toMatchObject({ code: 409 })
    const { data: slip } = await reviewer.post('/staff/review/note', { id: one.id, text: '写错了' })
    expect(await reviewer.post('/staff/review/note/remove', { id: slip.id })).toMatchObject({ code: 200 })
    expect((await detail(reviewer, one.id)).notes).toHaveLength(1)
    expect(await lines('application.note', one.id)).toHaveLength(2)
    expect(await lines('application.noteRemove', one.id)).toHaveLength(1)
    expect(JSON.stringify(await lines('application.note', one.id))).not.toContain('电话核实')
  })
})

describe('a personal value in full', () => {
  test('needs the password of just now, and leaves a line in the audit log without the value', async () => {
    const one = await applied()
    const field = 'liaisonMobile'
    const { form } = await detail(reviewer, one.id)
    const shown = form.find((each: { field: string }) => each.field === field)
    expect(shown).toMatchObject({ masked: true, text: '139****0902' })
    const userName = await staffWith(site, ['reviewer'])
    const other = await asStaff(site, userName)
    await site.services.db
      .update(session)
      .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(session.accountId, await staffId(userName)))
    expect(await other.post('/staff/review/reveal', { id: one.id, field })).toMatchObject({ code: 428 })
    const { data } = await reviewer.post('/staff/review/reveal', { id: one.id, field })
    expect(data.text).toBe('13900000902')
    expect(await reviewer.post('/staff/review/reveal', { id: one.id, field: 'address' })).toMatchObject({ code: 400 })
    const [line, ...more] = await lines('application.reveal', one.id)
    expect(more).toEqual([])
    expect(line!.detail).toMatchObject({ field: expect.stringContaining('手机') })
    expect(JSON.stringify(line)).not.toContain('13900000902')
  })
})

describe('many at once', () => {
  test('each by its own rules: what cannot be done says why, and the others are done', async () => {
    const [first, second, withdrawn, moved] = [await applied(), await applied(), await applied(), await applied()]
    await withdrawn.api.post('/member/application/withdraw', { id: withdrawn.id, version: withdrawn.version })
    await site.services.db.update(application).set({ state: 'paying' }).where(eq(application.id, moved.id))
    const items = [first, second, withdrawn, moved].map(({ id, version }) => ({ id, version }))
    const { data } = await reviewer.post('/staff/review/bulk', { items, action: 'pass' })
    expect(data).toMatchObject([
      { id: first.id, done: true, message: '待上传盖章材料' },
      { id: second.id, done: true },
      { id: withdrawn.id, done: false, message: expect.stringMatching(/已由申请人于 .+ 撤回/) },
      { id: moved.id, done: false, message: expect.stringContaining('不由您的岗位处理') },
    ])
    expect((await detail(reviewer, first.id)).status).toBe('preparing')
    expect((await detail(reviewer, moved.id)).status).toBe('paying')
    const again = await reviewer.post('/staff/review/bulk', { items: [items[0]!], action: 'pass' })
    expect(again.data).toMatchObject([{ done: false, message: expect.stringMatching(/已由 冉星河 于 .+ 通过/) }])
  })

  test('a return needs its reason here, too; a hundred is the most; nobody without the work may', async () => {
    const one = await applied()
    const bare = await reviewer.post('/staff/review/bulk', {
      items: [{ id: one.id, version: one.version }],
      action: 'return',
    })
    expect(bare.data).toMatchObject([{ done: false, message: expect.stringContaining('理由') }])
    const many = Array.from({ length: 101 }, (_, i) => ({ id: i + 1, version: 1 }))
    expect(await reviewer.post('/staff/review/bulk', { items: many, action: 'pass' })).toMatchObject({ code: 400 })
    const editor = await asStaff(site, 'editor')
    const asked = { items: [{ id: one.id, version: one.version }], action: 'pass' }
    expect(await editor.post('/staff/review/bulk', asked)).toMatchObject({ code: 403 })
    expect((await secretary.post('/staff/review/bulk', asked)).data).toMatchObject([{ done: false }])
    expect((await detail(reviewer, one.id)).status).toBe('submitted')
  })
})

test('who passed the materials is told beforehand that another must record the decision', async () => {
  const one = await applied()
  await site.services.db.update(application).set({ state: 'checking' }).where(eq(application.id, one.id))
  await admin.post('/staff/review/decide', { id: one.id, version: one.version, action: 'pass' })
  const seen = await detail(admin, one.id)
  expect(seen).toMatchObject({ status: 'deciding', canDo: [], hindrance: expect.stringContaining('另一位') })
  expect(await detail(secretary, one.id)).toMatchObject({ canDo: ['pass', 'reject'], hindrance: null })
  expect(await detail(reviewer, one.id)).toMatchObject({ canDo: [], hindrance: null })
})

test('reasons to choose from: the usual ones, and in front those that the association uses most', async () => {
  const words = '请补充锅炉清洗业绩证明'
  for (let time = 0; time < 2; time++) {
    const one = await applied()
    const remarks = [{ field: 'intro', text: '请补充厂房面积' }]
    const decision = { id: one.id, version: one.version, action: 'return', opinion: words, remarks }
    await reviewer.post('/staff/review/decide', decision)
  }
  const { data } = await reviewer.get('/staff/review/reasons')
  expect(data.return[0]).toBe(words)
  expect(data.remark[0]).toBe('请补充厂房面积')
  expect(data.reject.length).toBeGreaterThan(2)
})

test('reasons to choose from are what the settings list, one a line', async () => {
  const settings = (await admin.get('/staff/settings')).data as { code: string; values: object; version: string }[]
  const { values, version } = settings.find(({ code }) => code === 'reasons')!
  const form = { ...values, reject: '注册地不在本会章程规定的范围内\n\n 已有同类申请在办 ' }
  expect((await admin.post('/staff/settings/save', { code: 'reasons', version, form })).code).toBe(200)
  const { data } = await reviewer.get('/staff/review/reasons')
  expect(data.reject).toEqual(['注册地不在本会章程规定的范围内', '已有同类申请在办'])
  expect(data.pass).toContain('经核对，同意')
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
  await walk(secretary, '/staff/decision/record', { opinion: '理事会通过' })
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
