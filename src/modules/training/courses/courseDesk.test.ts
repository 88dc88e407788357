import excel from '@protobi/exceljs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, iso, startOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { asStaff, putFile, signUpComplete, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { course, participant, registration } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let cookie: { cookie: string }
let trainer: ReturnType<typeof site.as>
let uploader: Record<string, string>
beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '5000' } })
  cookie = await staffSession(site, await staffWith(site, ['trainer']))
  trainer = site.as(cookie)
  uploader = { ...cookie, 'sec-fetch-site': 'same-origin' }
})
afterAll(() => site.close())

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)
let made = 0

/** Everything that a course needs to be published. */
const form = (changes: object = {}) => ({
  title: `锅炉水质检测员取证班 ${++made}`,
  kind: 'certification',
  mode: 'onsite',
  batch: `第${made}期`,
  applyFrom: `${inDays(-3)}T09:00`,
  applyDeadline: inDays(10),
  startsOn: inDays(20),
  endsOn: inDays(22),
  provinceCode: '320000',
  city: '苏州',
  address: '演示路 28 号培训中心',
  quota: 20,
  feeMember: 0,
  feeOther: 0,
  contactName: '培训部 江晚舟',
  contactPhone: '010-55500135',
  syllabus: '<p>第一天：水质分析</p>',
  ...changes,
})
const save = (sent: object, by = trainer) => by.post('/staff/training/course/save', sent)
const act = (name: string, of: { id: number; version: number }, more: object = {}, by = trainer) =>
  by.post(`/staff/training/course/${name}`, { id: of.id, version: of.version, ...more })
const detail = async (id: number) => (await trainer.get('/staff/training/course/detail', { id })).data
const rowOf = async (id: number) => (await site.services.db.select().from(course).where(eq(course.id, id)))[0]!
const visible = async (id: number) => (await site.get('/app/training/detail', { id })).code === 200

async function published(changes: object = {}) {
  const { data } = await save({ form: form(changes) })
  return (await act('publish', data)).data as { id: number; version: number }
}

function idNumber() {
  const first17 = `11010519900307${String(100 + ++made).padStart(3, '0')}`
  return first17 + residentIdCheck(first17)
}

type Api = ReturnType<typeof site.as>
const company = async () => (await signUpComplete(site)) as Awaited<ReturnType<typeof signUpComplete>>
const people = (count: number) =>
  Array.from({ length: count }, () => ({ name: '张晓明', idNumber: idNumber(), mobile: '13900001235' }))
const enrol = (api: Api, trainingId: number, count = 1) =>
  api.post('/training/v2/submit', {
    trainingId,
    action: 'submit',
    participants: people(count),
    invoice: { invoiceKind: 'none' },
    org: {
      applicantType: 'organisation',
      orgName: '北京示例锅炉清洗有限公司',
      creditCode: '91110105MA01ABCD17',
      provinceCode: '110000',
      contactName: '李晓明',
      contactMobile: '13900001234',
      agree: true,
    },
  })

describe('a new course', () => {
  test('is a draft that nobody sees, until it is published; then everybody does', async () => {
    const { code, data } = await save({ form: form() })
    expect(code).toBe(200)
    expect(data).toMatchObject({ status: 'draft', statusName: '草稿', version: 1 })
    expect(await visible(data.id)).toBe(false)
    expect(await detail(data.id)).toMatchObject({ missing: [], canDo: ['publish', 'remove'] })
    const { data: done } = await act('publish', data)
    expect(done).toMatchObject({ status: 'open', version: 2 })
    expect(await visible(data.id)).toBe(true)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.objectType, 'course'), eq(auditEvent.objectId, data.id)))
    expect(lines.map(({ action }) => action)).toEqual(['course.add', 'course.publish'])
  })

  test('is not kept with what cannot be: every fault beside its field, in words', async () => {
    const { code, msg, data } = await save({
      form: form({ title: '', endsOn: inDays(18), quota: 2.5, minimum: 30, checkInOn: inDays(40), contactEmail: 'x' }),
    })
    expect(code).toBe(400)
    expect(msg).toContain('名称')
    expect(Object.keys(data.fields).toSorted()).toEqual(
      ['checkInOn', 'contactEmail', 'endsOn', 'minimum', 'quota', 'title'].toSorted(),
    )
    expect(data.fields.endsOn).toBe('不能早于开班日期')
    const late = await save({ form: form({ applyDeadline: inDays(21), notice: '999999' }) })
    expect(late.data.fields).toMatchObject({
      applyDeadline: '不能晚于开班日期',
      notice: expect.stringContaining('没有这篇文章'),
    })
  })

  test('refuses nonsense in any of its parts with a sentence', async () => {
    const nonsense = [
      '',
      '\0',
      '9'.repeat(12),
      '长'.repeat(200),
      -1,
      1.5,
      2 ** 40,
      null,
      true,
      [],
      [1],
      {},
      [{ file: 2 ** 40 }],
    ]
    const parts = [
      'certificate',
      'notice',
      'cover',
      'attachments',
      'sessions',
      'point',
      'asks',
      'syllabus',
      'quota',
      'hours',
    ]
    for (const name of parts)
      for (const value of nonsense) {
        const { status, code, msg } = await save({ form: form({ [name]: value }) })
        expect(status, `${name}: ${JSON.stringify(value)} ${msg}`).toBe(200)
        expect([200, 400]).toContain(code)
      }
  })

  test('without what a visitor would miss is a draft, and is not published', async () => {
    const { data } = await save({ form: form({ contactPhone: '', syllabus: '', address: '' }) })
    const { missing } = await detail(data.id)
    expect(missing.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'address',
      'contactPhone',
      'syllabus',
    ])
    expect(await act('publish', data)).toMatchObject({ code: 400, data: { fields: { address: '请填写上课地点' } } })
    const online = await save({ id: data.id, version: 1, form: { mode: 'online' } })
    expect((await detail(online.data.id)).missing).toHaveLength(2)
  })

  test('takes everything from an earlier one but its days, and is another course', async () => {
    const earlier = await published({ teachers: '雷振邦', hotel: '苏州饭店' })
    const { data } = await trainer.get('/staff/training/course/blank', { from: earlier.id })
    expect(data.values).toMatchObject({ teachers: '雷振邦', hotel: '苏州饭店', quota: 20 })
    for (const name of ['applyFrom', 'applyDeadline', 'startsOn', 'endsOn', 'sessions'])
      expect(data.values).not.toHaveProperty(name)
    const dated = { ...data.values, ...form(), title: '又一期' }
    const copy = await save({ form: dated })
    expect(copy.data).toMatchObject({ status: 'draft' })
    expect(copy.data.id).not.toBe(earlier.id)
  })

  test('that is a draft may be deleted; one that was public may not', async () => {
    const { data } = await save({ form: form() })
    expect((await act('remove', data)).code).toBe(200)
    expect((await trainer.get('/staff/training/course/detail', { id: data.id })).code).toBe(404)
    const of = await published()
    expect(await act('remove', of)).toMatchObject({ code: 409, msg: expect.stringContaining('撤下') })
    const { data: drafted } = await act('withdraw', of)
    expect(drafted).toMatchObject({ status: 'draft' })
    expect(await visible(of.id)).toBe(false)
    expect((await act('remove', drafted)).code).toBe(200)
  })
})

describe('the days', () => {
  test('of a deadline last till midnight in Shanghai, whatever the zone of the server', async () => {
    const { id } = await published()
    const { applyUntil } = await rowOf(id)
    expect(applyUntil.toISOString()).toBe(`${inDays(10)}T15:59:59.999Z`)
    expect(startOf(inDays(11)).getTime() - applyUntil.getTime()).toBe(1)
  })

  test('make the half days on which attendance is taken, each once and in order', async () => {
    const sessions = [
      { day: inDays(21), half: 'morning' },
      { day: inDays(20), half: 'afternoon' },
      { day: inDays(20), half: 'morning' },
      { day: inDays(20), half: 'morning' },
    ]
    const { id } = await published({ sessions })
    expect((await rowOf(id)).sessions.map(({ code }) => code)).toEqual([
      `${inDays(20)}a`,
      `${inDays(20)}b`,
      `${inDays(21)}a`,
    ])
  })

  test('of enrolling end at once when it is closed, also after another edit, and go on with a later deadline', async () => {
    const of = await published()
    const { data: closed } = await act('close', of)
    expect(closed).toMatchObject({ status: 'closed' })
    expect(await act('close', closed)).toMatchObject({ code: 409, msg: '报名已经截止' })
    const { data: edited } = await save({ ...closed, form: { batch: '改' } })
    expect(edited.status).toBe('closed')
    const wrong = await act('reopen', edited, { deadline: inDays(30) })
    expect(wrong.data.fields.deadline).toContain('不能晚于')
    const { data: open } = await act('reopen', edited, { deadline: inDays(12) })
    expect(open).toMatchObject({ status: 'open' })
    expect((await rowOf(of.id)).applyUntil.toISOString()).toBe(`${inDays(12)}T15:59:59.999Z`)
  })
})

describe('a course that is public', () => {
  test('shows a change at once, and cannot lose what it needs', async () => {
    const of = await published()
    const { data } = await save({ ...of, form: { feeNote: '含教材' } })
    expect((await site.get('/app/training/detail', { id: of.id })).data.feeNote).toBe('含教材')
    const bare = await save({ ...data, form: { contactPhone: '' } })
    expect(bare).toMatchObject({ code: 400, data: { fields: { contactPhone: '请填写联系电话' } } })
  })

  test('of two who edit it at once lets the first, and tells the second by whom', async () => {
    const of = await published()
    const colleague = await staffWith(site, ['trainer'])
    const other = await asStaff(site, colleague)
    const answers = await Promise.all([
      save({ ...of, form: { hotel: '甲酒店' } }),
      save({ ...of, form: { hotel: '乙酒店' } }, other),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ code }) => code === 409)!
    expect(refused.msg).toMatch(/已由 .+ 于 .+ 修改/)
  })

  test('says nothing that could run, and shows its pictures and papers to everybody', async () => {
    const [cover, shown, paper] = await Promise.all([
      putFile(site, uploader, '封面.png', undefined, 'picture'),
      putFile(site, uploader, '教室.png', undefined, 'picture'),
      putFile(site, uploader, '报名回执.png', undefined, 'document'),
    ])
    const syllabus = `<p onclick="x()">课程<script>alert(1)</script></p><p><img src="/api/file/${shown}"></p>`
    const { data } = await save({ form: form({ cover, syllabus, attachments: [{ file: paper }] }) })
    const open = async (id: number) => (await site.app.inject(`/api/file/${id}`)).headers['content-type']
    expect(await open(paper)).toContain('json')
    const theirs = await staffSession(site, await staffWith(site, ['trainer']))
    const seen = await site.app.inject({ url: `/api/file/${shown}`, headers: theirs })
    expect(seen.headers['content-type']).toBe('image/png')
    const colleague = site.as(theirs)
    expect((await colleague.get('/staff/training/course/detail', { id: data.id })).data.files).toMatchObject([
      { id: paper, name: '报名回执.png' },
    ])
    await act('publish', data)
    for (const id of [cover, shown, paper]) expect(await open(id)).toBe('image/png')
    const { attachments } = (await site.get('/app/training/detail', { id: data.id })).data
    expect(attachments).toMatchObject([{ id: paper, name: '报名回执.png', ext: 'png' }])
    expect((await site.get('/app/training/detail', { id: data.id })).data.syllabus).not.toMatch(/script|onclick/)
    const stranger = await putFile(site, (await company()).token, '别人的.png')
    const link = `<p><a href="/api/file/${stranger}">附</a> "/api/file/${stranger}"</p>`
    expect((await save({ form: form({ syllabus: link }) })).code).toBe(200)
    const peeked = await site.app.inject({ url: `/api/file/${stranger}`, headers: cookie })
    expect(peeked.headers['content-type']).toContain('json')
    const src = `<p>src="/api/file/${stranger}"</p>`
    expect((await save({ form: form({ syllabus: src }) })).code).toBe(200)
    const again = await site.app.inject({ url: `/api/file/${stranger}`, headers: cookie })
    expect(again.headers['content-type']).toContain('json')
    const taken = await save({ form: form({ attachments: [{ file: stranger }] }) })
    expect(taken).toMatchObject({ code: 400, msg: expect.stringContaining('不是您上传的') })
  })

  test('gets back what it was from the audit log', async () => {
    const of = await published({ hotel: '原来的酒店' })
    await save({ ...of, form: { hotel: '改错的酒店', feeMember: 100 } })
    const [line] = await site.services.db
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.objectId, of.id), eq(auditEvent.action, 'course.change')))
    const admin = await asStaff(site, await staffWith(site, ['admin']))
    expect((await admin.post('/staff/audit/restore', { id: line!.id })).code).toBe(200)
    expect(await rowOf(of.id)).toMatchObject({ hotel: '原来的酒店', feeMember: 0 })
  })
})

describe('places', () => {
  test('are never fewer than are taken, and more of them go to who waits', async () => {
    const of = await published({ quota: 2 })
    const [first, second] = [await company(), await company()]
    expect((await enrol(first.api, of.id, 2)).data.status).toBe('submitted')
    expect((await enrol(second.api, of.id, 2)).data.status).toBe('waiting')
    const now = await detail(of.id)
    expect(now).toMatchObject({ enrolled: 2, waiting: 2, registrations: 2, status: 'full' })
    const less = await act('quota', of, { quota: 1 })
    expect(less).toMatchObject({ code: 400, data: { fields: { quota: '已占用 2 个名额，不能少于 2' } } })
    expect((await act('quota', of, { quota: 4 })).code).toBe(200)
    const offered = await site.services.db.select().from(registration).where(eq(registration.courseId, of.id))
    expect(offered.map(({ status }) => status).toSorted()).toEqual(['offered', 'submitted'])
  })

  test('are not oversold when somebody enrols while their number is lowered', async () => {
    const of = await published({ quota: 3 })
    const companies = await Promise.all([company(), company(), company()])
    const [lowered, ...enrolled] = await Promise.all([
      act('quota', of, { quota: 1 }),
      ...companies.map(({ api }) => enrol(api, of.id)),
    ])
    expect(enrolled.map(({ code }) => code)).toEqual([200, 200, 200])
    const { quota, enrolled: taken } = await detail(of.id)
    expect(taken).toBeLessThanOrEqual(quota)
    expect(lowered!.code === 200 ? quota : lowered!.code).toBe(lowered!.code === 200 ? 1 : 400)
  })

  test('that are taken keep a course from being withdrawn', async () => {
    const of = await published()
    await enrol((await company()).api, of.id)
    expect(await act('withdraw', of)).toMatchObject({ code: 409, msg: expect.stringContaining('取消培训班') })
  })
})

describe('a course that is cancelled', () => {
  test('ends every registration that counts, tells who signed up, and lists what is to be paid back', async () => {
    const of = await published({ quota: 3, feeMember: 800, feeOther: 1000 })
    const [open, paid, waiting] = [await company(), await company(), await company()]
    await enrol(open.api, of.id)
    const { data: settled } = await enrol(paid.api, of.id, 2)
    expect((await enrol(waiting.api, of.id)).data.status).toBe('waiting')
    await site.services.db
      .update(registration)
      .set({ status: 'confirmed', confirmedAt: new Date(), paidOn: today })
      .where(eq(registration.id, settled.id))
    await site.services.db.execute(
      `update application set state = 'approved' where id = (select application_id from registration where id = ${settled.id})`,
    )
    const refused = await act('cancel', of, { reason: '' })
    expect(refused.code).toBe(400)
    const { code, data } = await act('cancel', of, { reason: '报名人数不足' })
    expect(code).toBe(200)
    expect(data).toMatchObject({ status: 'cancelled' })
    const rows = await site.services.db.select().from(registration).where(eq(registration.courseId, of.id))
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(rows.filter(({ refundDue }) => refundDue).map(({ id }) => id)).toEqual([settled.id])
    expect(await detail(of.id)).toMatchObject({ enrolled: 0, refundsDue: 1, canDo: [], cancelReason: '报名人数不足' })
    for (const { api } of [open, paid, waiting]) {
      const { data: messages } = await api.get('/member/message/list')
      expect(JSON.stringify(messages)).toContain('报名人数不足')
    }
    expect((await textsTo(site, paid.phone))[0]).toMatch(/取消.*报名人数不足.*退回/)
    const active = await site.services.db
      .select()
      .from(participant)
      .where(and(eq(participant.courseId, of.id), eq(participant.isActive, true)))
    expect(active).toEqual([])
    expect(await visible(of.id)).toBe(true)
    expect((await enrol((await company()).api, of.id)).code).not.toBe(200)
    expect((await save({ ...data, form: { hotel: '迟了' } })).code).toBe(409)
  })

  test('asks for the password once more', async () => {
    const of = await published()
    const session = await staffSession(site, await staffWith(site, ['trainer']))
    await site.services.db.execute(`update session set confirmed_at = now() - interval '11 minutes'`)
    expect((await act('cancel', of, { reason: '试试' }, site.as(session))).code).toBe(428)
    await site.services.db.execute(`update session set confirmed_at = now()`)
  })
})

describe('the list', () => {
  test('is narrowed by status, kind, year and words, and its export has just those rows', async () => {
    const word = `名册${++made}`
    const of = await published({ title: word, kind: 'seminar' })
    await save({ form: form({ title: `${word}草稿` }) })
    const list = async (query: Record<string, string | number>) =>
      (await trainer.get('/staff/training/course/list', { key: word, ...query })).data.list
    expect(await list({})).toHaveLength(2)
    expect(await list({ status: 'draft' })).toMatchObject([{ title: `${word}草稿`, statusName: '草稿' }])
    expect(await list({ kind: 'seminar', year: Number(inDays(20).slice(0, 4)) })).toMatchObject([
      { id: of.id, quota: 20, enrolled: 0, waiting: 0, unpaid: 0 },
    ])
    expect(await list({ year: 2001 })).toEqual([])
    const response = await site.app.inject({
      url: `/api/staff/training/course/export?key=${encodeURIComponent(word)}`,
      headers: { ...cookie },
    })
    const book = new excel.Workbook()
    await book.xlsx.load(response.rawPayload as never)
    expect(book.worksheets[0]!.rowCount).toBe(3)
    expect((await trainer.get('/staff/training/course/years')).data).toContain(Number(inDays(20).slice(0, 4)))
  })

  test('is for who runs courses, and nobody else', async () => {
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect((await cashier.get('/staff/training/course/list')).code).toBe(403)
    expect((await save({ form: form() }, cashier)).code).toBe(403)
    expect((await site.get('/staff/training/course/list')).code).not.toBe(200)
  })
})

test('the start of enrolling is by the clock of Shanghai', async () => {
  const { id } = await published({ applyFrom: `${inDays(-1)}T09:30` })
  expect(iso((await rowOf(id)).applyFrom)).toBe(`${inDays(-1)}T09:30:00+08:00`)
})
