import excel from '@protobi/exceljs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { asStaff, newPhone, putFile, signUpComplete, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { course, participant, registration } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let cookie: { cookie: string }
type Api = ReturnType<typeof site.as>
let trainer: Api
let cashier: Api
beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '5000' } })
  cookie = await staffSession(site, await staffWith(site, ['trainer']))
  trainer = site.as(cookie)
  cashier = await asStaff(site, await staffWith(site, ['trainer', 'cashier']))
})
afterAll(() => site.close())

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)
let made = 0

async function openCourse(changes: object = {}): Promise<number> {
  const form = {
    title: `报名审核班 ${++made}`,
    kind: 'standards',
    mode: 'online',
    quota: 20,
    feeMember: 800,
    feeOther: 1000,
    applyFrom: `${inDays(-3)}T09:00`,
    applyDeadline: inDays(10),
    startsOn: inDays(20),
    endsOn: inDays(22),
    contactName: '江晚舟',
    contactPhone: '010-55500135',
    syllabus: '<p>标准宣贯</p>',
    ...changes,
  }
  const { data } = await trainer.post('/staff/training/course/save', { form })
  await trainer.post('/staff/training/course/publish', { id: data.id, version: data.version })
  return data.id
}

function idNumber() {
  const first17 = `11010519900307${String(100 + (++made % 900)).padStart(3, '0')}`
  return first17 + residentIdCheck(first17)
}
const someone = (name = '张晓明') => ({ name, idNumber: idNumber(), mobile: '13900001235' })
type Someone = ReturnType<typeof someone>

/** A company that has signed up, handed in. */
async function enrolled(trainingId: number, participants: Someone[] = [someone()]) {
  const signed = await signUpComplete(site)
  const contactMobile = newPhone()
  const sent = {
    trainingId,
    participants,
    invoice: { invoiceKind: 'none' },
    org: {
      applicantType: 'organisation',
      orgName: signed.orgName,
      creditCode: signed.creditCode,
      provinceCode: '110000',
      contactName: '周以宁',
      contactMobile,
      agree: true,
    },
  }
  const { code, msg, data } = await signed.api.post('/training/v2/submit', { ...sent, action: 'submit' })
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return { ...signed, sent, contactMobile, id: data.id as number }
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>

const detail = async (id: number, by = trainer) => (await by.get('/staff/training/registration', { id })).data
const act = (name: string, more: object, by = trainer) => by.post(`/staff/training/registration/${name}`, more)
async function decide(id: number, action: string, more: object = {}, by = trainer) {
  const { application } = await detail(id)
  return act('decide', { id, version: application.version, action, ...more }, by)
}
const rowOf = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!

async function pay({ id, api, token }: Enrolled) {
  const slipId = await putFile(site, token, '凭证.png')
  const { reg } = (await api.get('/training/v2/detail', { id })).data
  const pay = { paidOn: today, payer: '北京示例锅炉清洗有限公司', slipId }
  const { code, msg } = await api.post('/training/v2/submit', { id, version: reg.version, pay, action: 'pay' })
  if (code !== 200) throw new Error(msg)
}
const settle = async (id: number, action: string, more: object = {}, by = cashier) => {
  const { application } = await detail(id)
  return act('payment', { id, version: application.version, action, ...more }, by)
}
async function confirmed(courseId: number, people?: Someone[]) {
  const of = await enrolled(courseId, people)
  await decide(of.id, 'pass')
  await pay(of)
  await settle(of.id, 'pass')
  return of
}

describe('a registration on the desk', () => {
  test('shows everything with its numbers masked; in full only to who asks, and is noted', async () => {
    const who = someone()
    const of = await enrolled(await openCourse(), [who])
    const seen = await detail(of.id)
    expect(seen).toMatchObject({
      status: 'submitted',
      contactName: '周以宁',
      canDo: ['pass', 'return', 'reject'],
      course: { quota: 20, enrolled: 1 },
      people: [{ name: '张晓明', idNumber: `1${'*'.repeat(16)}${who.idNumber.at(-1)}`, mobile: '139****1235' }],
    })
    expect(JSON.stringify(seen)).not.toContain(who.idNumber)
    expect(JSON.stringify(seen)).not.toContain(of.contactMobile)
    const [{ id: participantId }] = seen.people
    const { data } = await act('reveal', { id: of.id, participantId })
    expect(data).toEqual({ idNumber: who.idNumber, mobile: '13900001235' })
    expect((await act('reveal', { id: of.id })).data.mobile).toBe(of.contactMobile)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.objectId, of.id), eq(auditEvent.action, 'registration.reveal')))
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toContain(who.idNumber)
  })

  test('is returned field by field, comes back, and passes; its applicant is told each time', async () => {
    const of = await enrolled(await openCourse())
    const bare = await decide(of.id, 'return')
    expect(bare).toMatchObject({ code: 400, data: { fields: { opinion: expect.stringContaining('理由') } } })
    const odd = await decide(of.id, 'return', { remarks: [{ field: 'nothing', text: '?' }] })
    expect(odd.code).toBe(400)
    const { data } = await decide(of.id, 'return', {
      remarks: [{ field: 'participants', text: '第 1 人证件号码有误' }],
    })
    expect(data).toMatchObject({ status: 'returned' })
    const { reg, openFields } = (await of.api.get('/training/v2/detail', { id: of.id })).data
    expect(openFields).toEqual(['participants'])
    const again = { ...of.sent, id: of.id, version: reg.version, participants: [someone('李华')], action: 'submit' }
    expect((await of.api.post('/training/v2/submit', again)).data.status).toBe('submitted')
    const seen = await detail(of.id)
    expect(seen.people).toMatchObject([{ name: '李华' }])
    expect(seen.application.rounds[0].changes.map(({ field }: { field: string }) => field)).toContain('participants')
    expect((await decide(of.id, 'pass')).data).toMatchObject({ status: 'unpaid', statusName: '待缴费' })
    expect(JSON.stringify((await of.api.get('/member/message/list')).data)).toContain('第 1 人证件号码有误')
  })

  test('is decided by one of two who decide at once; the other is told by whom', async () => {
    const of = await enrolled(await openCourse())
    const other = await asStaff(site, await staffWith(site, ['trainer']))
    const { application } = await detail(of.id)
    const by = { id: of.id, version: application.version }
    const answers = await Promise.all([
      act('decide', { ...by, action: 'pass' }),
      act('decide', { ...by, action: 'reject', opinion: '不符合条件' }, other),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由.+于.+/)
    const late = await act('decide', { ...by, action: 'pass' })
    expect(late.code).toBe(409)
  })

  test('that is no enrolment is out of reach of who runs courses', async () => {
    const of = await enrolled(await openCourse())
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    expect((await decide(of.id, 'pass', {}, reviewer)).code).toBe(403)
    expect((await trainer.post('/staff/review/decide', { id: 1, version: 1, action: 'pass' })).code).toBe(403)
    expect((await trainer.get('/staff/training/registration', { id: 999_999 })).code).toBe(404)
  })

  test('goes through many at a time, each by itself', async () => {
    const courseId = await openCourse()
    const [one, two] = [await enrolled(courseId), await enrolled(courseId)]
    await decide(two.id, 'reject', { opinion: '名单重复' })
    const items = [one, two].map(({ id }) => ({ id, version: 2 }))
    const { application } = await detail(one.id)
    items[0]!.version = application.version
    const { data } = await act('passMany', { items })
    expect(data).toMatchObject([
      { id: one.id, done: true, message: '待缴费' },
      { id: two.id, done: false, message: expect.stringContaining('不予通过') },
    ])
  })
})

describe('the money', () => {
  test('is confirmed by finance alone: with it the participants are persons of the register', async () => {
    const of = await enrolled(await openCourse())
    await decide(of.id, 'pass')
    await pay(of)
    expect((await detail(of.id)).canDo).toEqual([])
    expect((await settle(of.id, 'pass', {}, trainer)).code).toBe(403)
    const seen = await detail(of.id, cashier)
    expect(seen).toMatchObject({ canDo: ['confirm', 'giveBack'], fee: { paidOn: today, slip: { name: '凭证.png' } } })
    expect((await settle(of.id, 'return')).code).toBe(400)
    expect((await settle(of.id, 'return', { opinion: '金额不符' })).data.status).toBe('unpaid')
    await pay(of)
    expect((await settle(of.id, 'pass')).data).toMatchObject({ status: 'confirmed', statusName: '报名成功' })
    expect((await detail(of.id)).people[0].personId).toEqual(expect.any(Number))
  })

  test('of several is confirmed at once', async () => {
    const courseId = await openCourse()
    const two = [await enrolled(courseId), await enrolled(courseId)]
    for (const of of two) {
      await decide(of.id, 'pass')
      await pay(of)
    }
    const items = await Promise.all(
      two.map(async ({ id }) => ({ id, version: (await detail(id)).application.version })),
    )
    expect((await act('paymentMany', { items }, trainer)).code).toBe(403)
    const { data } = await act('paymentMany', { items }, cashier)
    expect(data.map(({ done }: { done: boolean }) => done)).toEqual([true, true])
  })

  test('that is given back ends the registration, and its place goes to who waits', async () => {
    const courseId = await openCourse({ quota: 1 })
    const of = await confirmed(courseId)
    const waiting = await enrolled(courseId)
    expect(await detail(waiting.id)).toMatchObject({ status: 'waiting', ahead: { people: 0 } })
    const { version } = await detail(of.id)
    const asked = { id: of.id, version, reason: '因故不能参加', refundedOn: today }
    expect((await act('refund', asked, trainer)).code).toBe(403)
    const early = await act('refund', { ...asked, refundedOn: inDays(1) }, cashier)
    expect(early).toMatchObject({ code: 400, data: { fields: { refundedOn: '不能晚于今天' } } })
    expect((await act('refund', asked, cashier)).data).toMatchObject({ status: 'refunded' })
    expect((await act('refund', asked, cashier)).code).toBe(409)
    expect(await detail(of.id)).toMatchObject({ fee: { refundedOn: today, refundNote: '因故不能参加' }, canDo: [] })
    expect((await rowOf(waiting.id)).status).toBe('offered')
    expect((await textsTo(site, of.phone))[0]).toContain('1,000.00')
  })

  test('that may have come before its course was cancelled is listed to be given back', async () => {
    const courseId = await openCourse()
    const of = await enrolled(courseId)
    await decide(of.id, 'pass')
    await pay(of)
    const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
    await trainer.post('/staff/training/course/cancel', { id: courseId, version, reason: '讲师生病' })
    const due = await trainer.get('/staff/training/registrations', { courseId, status: 'refundDue' })
    expect(due.data.list).toMatchObject([{ id: of.id, status: 'cancelled', refundDue: true }])
    const [{ state }] = (await site.services.db
      .select({ state: application.state })
      .from(application)
      .innerJoin(registration, eq(registration.applicationId, application.id))
      .where(eq(registration.id, of.id))) as [{ state: string }]
    expect(state).toBe('withdrawn')
    const row = await rowOf(of.id)
    const asked = { id: of.id, version: row.version, reason: '培训班取消', refundedOn: today }
    expect((await act('refund', asked, cashier)).data.status).toBe('refunded')
  })
})

describe('the people of a registration', () => {
  test('are left to who signed up until it is confirmed', async () => {
    const of = await enrolled(await openCourse())
    const { people, version } = await detail(of.id)
    const answer = await act('removeParticipant', { id: people[0].id, version, reason: '不来' })
    expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('退回') })
  })

  test('may be taken off, which frees a place; with the last of them it is cancelled and to be paid back', async () => {
    const courseId = await openCourse({ quota: 2 })
    const of = await confirmed(courseId, [someone('张一'), someone('张二')])
    const waiting = await enrolled(courseId)
    const before = await detail(of.id)
    const [one, two] = before.people
    const gone = await act('removeParticipant', { id: one.id, version: before.version, reason: '调岗' })
    expect(gone.data.status).toBe('confirmed')
    expect((await rowOf(waiting.id)).status).toBe('offered')
    const stale = await act('removeParticipant', { id: two.id, version: before.version, reason: '调岗' })
    expect(stale).toMatchObject({ code: 409, msg: expect.stringMatching(/已由 .+ 修改/) })
    const { version, people, history } = await detail(of.id)
    expect(people).toMatchObject([{ isActive: false }, { isActive: true }])
    expect(history[0]).toMatchObject({ name: '去掉参训人员', reason: '调岗' })
    const last = await act('removeParticipant', { id: two.id, version, reason: '都不来了' })
    expect(last.data.status).toBe('cancelled')
    expect(await rowOf(of.id)).toMatchObject({ refundDue: true })
  })

  test('may change: the new one is looked at like anybody who signs up, and is a person of the register', async () => {
    const courseId = await openCourse()
    const taken = someone('王已报')
    await enrolled(courseId, [taken])
    const of = await confirmed(courseId)
    const { people, version } = await detail(of.id)
    const asked = { id: people[0].id, version, reason: '岗位调整' }
    const wrong = await act('replaceParticipant', { ...asked, form: { name: '李', idNumber: '123' } })
    expect(Object.keys(wrong.data.fields)).toEqual(expect.arrayContaining(['name', 'idNumber']))
    const double = await act('replaceParticipant', { ...asked, form: taken })
    expect(double.data.fields.idNumber).toContain('不能重复报名')
    const { code } = await act('replaceParticipant', { ...asked, form: someone('李新人') })
    expect(code).toBe(200)
    const after = await detail(of.id)
    expect(after.people.filter(({ isActive }: { isActive: boolean }) => isActive)).toMatchObject([
      { name: '李新人', personId: expect.any(Number) },
    ])
    const rows = await site.services.db
      .select()
      .from(participant)
      .where(and(eq(participant.registrationId, of.id), eq(participant.isActive, true)))
    expect(rows).toHaveLength(1)
    const messages = JSON.stringify((await of.api.get('/member/message/list')).data)
    expect(messages).toContain('李*人')
  })

  test('who have come are neither taken off nor changed', async () => {
    const of = await confirmed(await openCourse())
    const { people, version } = await detail(of.id)
    await site.services.db.update(participant).set({ checkedInAt: new Date() }).where(eq(participant.id, people[0].id))
    const answer = await act('removeParticipant', { id: people[0].id, version, reason: '不来' })
    expect(answer).toMatchObject({ code: 409, msg: '已经报到，不能去掉或更换' })
  })
})

test('the list finds by course, status, number, organisation, whole name and phone; its export has the same rows', async () => {
  const courseId = await openCourse()
  const of = await enrolled(courseId, [someone('欧阳小找')])
  const { number, organisationName } = await detail(of.id)
  const find = async (query: Record<string, string | number>) =>
    (await trainer.get('/staff/training/registrations', query)).data.list.map(({ id }: { id: number }) => id)
  expect(await find({ courseId })).toEqual([of.id])
  expect(await find({ courseId, status: 'confirmed' })).toEqual([])
  for (const key of [number.toLowerCase(), organisationName.slice(2, 8), '欧阳小找', of.contactMobile])
    expect(await find({ key }), key).toContain(of.id)
  expect(await find({ courseId, key: '周以' })).toEqual([])
  expect(await find({ courseId, key: of.contactMobile.slice(0, 8) })).toEqual([])
  const courses = (await trainer.get('/staff/training/registrations/courses')).data
  expect(courses.map(({ id }: { id: number }) => id)).toContain(courseId)
  const url = `/api/staff/training/registrations/export?courseId=${courseId}`
  const response = await site.app.inject({ url, headers: cookie })
  const book = new excel.Workbook()
  await book.xlsx.load(response.rawPayload as never)
  const cells = JSON.stringify(book.worksheets[0]!.getSheetValues())
  expect(cells).toContain(number)
  expect(cells).not.toContain(of.contactMobile)
})

test('a draft is nobody’s but its applicant’s', async () => {
  const { api } = await signUpComplete(site)
  const trainingId = await openCourse()
  const { data } = await api.post('/training/v2/submit', { trainingId, action: 'save', org: { contactName: '周以宁' } })
  expect((await trainer.get('/staff/training/registration', { id: data.id })).code).toBe(404)
  expect((await trainer.get('/staff/training/registrations', { courseId: trainingId })).data.list).toEqual([])
  const [row] = await site.services.db.select().from(course).where(eq(course.id, trainingId))
  expect(row!.publishedAt).not.toBeNull()
})
