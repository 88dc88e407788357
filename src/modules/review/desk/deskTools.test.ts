import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session } from '#modules/accounts/server/tables.ts'
import {
  admin,
  applied,
  cashier,
  detail,
  lines,
  reviewer,
  secretary,
  setUpReviewDesk,
  staffId,
} from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { application } from '../server/tables.ts'
import { applicationNote } from './server/tables.ts'

setUpReviewDesk()

describe('notes among colleagues', () => {
  test('are read by them, never by the applicant; the own one may be taken back for ten minutes', async () => {
    const one = await applied()
    const { data: note } = await reviewer.post('/staff/review/note', { id: one.id, text: '已电话核实法人信息' })
    expect(note).toMatchObject({ authorName: '冉星河', canRemove: true })
    expect((await detail(reviewer, one.id)).notes).toMatchObject([{ id: note.id, canRemove: true }])
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
    expect(data.text).toBe('139 0000 0902')
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
  const next = await applied()
  const { data } = await reviewer.get('/staff/review/reasons', { id: next.id })
  expect(data.return[0]).toBe(words)
  expect(data.remark[0]).toBe('请补充厂房面积')
  expect(data.reject.length).toBeGreaterThan(2)
})

test('… for the same kind at the same stage: elsewhere nobody is offered them', async () => {
  const words = '建议复审时核对分支机构名单'
  for (let time = 0; time < 2; time++) {
    const one = await applied()
    await reviewer.post('/staff/review/decide', { id: one.id, version: one.version, action: 'pass', opinion: words })
  }
  const next = await applied()
  const offered = async () => (await reviewer.get('/staff/review/reasons', { id: next.id })).data.pass
  expect(await offered()).toContain(words)
  const { db } = site.services
  const change = (values: Partial<typeof application.$inferInsert>) =>
    db.update(application).set(values).where(eq(application.id, next.id))
  await change({ state: 'deciding' })
  expect(await offered()).not.toContain(words)
  await change({ state: 'submitted', kind: 'personalMembership' })
  expect(await offered()).not.toContain(words)
  await change({ kind: 'membership' })
  expect(await offered()).toContain(words)
  // A bulk decision mixes kinds and states, so it gets no suggestions from past decisions.
  expect((await reviewer.get('/staff/review/reasons')).data.pass).not.toContain(words)
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
