import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { site } from '#test/setups/site.ts'
import { cashier, people, peopleIn, reviewer, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  enrolVisitor,
  memberCompany,
  openCourse,
  payEnrolment,
  showEnrolment,
} from '#test/support/enrolling.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'
import type { Fare, LevelFare } from '../fares.ts'
import { course } from '../server/tables.ts'

setUpEnrolments()

let trainer: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  trainer = await asStaff(site, await staffWith(site, ['trainer']))
})

const today = dayOf(new Date())
const fare = (code: string, name: string, more: Partial<Fare> = {}): Fare => ({
  code,
  name,
  feeMember: 800,
  feeOther: 1200,
  earlyUntil: null,
  earlyMember: null,
  earlyOther: null,
  quota: null,
  ...more,
})
const WHOLE = fare('T1', '全程票')
const DAY = fare('T2', '单日票', { feeMember: 300, feeOther: 500 })
const openWith = (fares: Fare[], levelFares: LevelFare[] = [], more = {}) =>
  openCourse(site, { fares, levelFares, feeMember: 300, feeOther: 500, ...more })
const takers = (...fares: string[]) => people(fares.length).map((one, i) => ({ ...one, fare: fares[i] }))

test('each of a sign-up has a fare of their own; what is owed is their sum, and each part goes back by itself', async () => {
  const own = await signUpComplete(site)
  const courseId = await openWith([WHOLE, DAY])
  const { fields } = (await own.api.get('/training/v2/detail', { trainingId: courseId })).data
  const { columns } = fields.find(({ name }: { name: string }) => name === 'participants')
  expect(columns.find(({ name }: { name: string }) => name === 'fare')).toMatchObject({
    required: true,
    options: [
      { code: 'T1', name: '全程票' },
      { code: 'T2', name: '单日票' },
    ],
  })
  const refused = await enrol(site, own.token, courseId, takers('', 'T9'))
  expect(Object.keys(refused.data.fields)).toEqual(['participants.0.fare', 'participants.1.fare'])
  const done = await enrol(site, own.token, courseId, takers('T1', 'T2', 'T2'))
  expect((await showEnrolment(site, own.token, done.data.id)).reg.totalFee).toBe(2200)
  await decideEnrolment(site, reviewer, done.data.id)
  await payEnrolment(site, own.token, done.data.id)
  await confirmPayment(site, cashier, done.data.id)
  const { reg } = await showEnrolment(site, own.token, done.data.id)
  const options = (await own.api.get('/member/refund/options', { receivable: reg.refund.receivableId })).data
  expect(options.ending.parts.map(({ amount }: { amount: number }) => amount)).toEqual([1200, 500, 500])
  const desk = (await trainer.get('/staff/training/registration', { id: done.data.id })).data
  expect(desk.people.map(({ fareName, fee }: { fareName: string; fee: number }) => [fareName, fee])).toEqual([
    ['全程票', 1200],
    ['单日票', 500],
    ['单日票', 500],
  ])
})

test('a level of members has its own price and free shares, counted over all sign-ups of the company', async () => {
  const own = await memberCompany(site)
  const courseId = await openWith([WHOLE, DAY], [{ fare: '全程票', level: '10', fee: 700, free: 1 }])
  const first = await enrol(site, own.token, courseId, takers('T1', 'T1', 'T2'))
  expect((await showEnrolment(site, own.token, first.data.id)).reg.totalFee).toBe(0 + 700 + 300)
  await decideEnrolment(site, reviewer, first.data.id)
  await payEnrolment(site, own.token, first.data.id)
  await confirmPayment(site, cashier, first.data.id)
  const second = await enrol(site, own.token, courseId, takers('T1'))
  expect((await showEnrolment(site, own.token, second.data.id)).reg.totalFee).toBe(700)
  const other = await signUpComplete(site)
  const outside = await enrol(site, other.token, courseId, takers('T1'))
  expect((await showEnrolment(site, other.token, outside.data.id)).reg.totalFee).toBe(1200)
})

test('who signed up in the early days keeps that price in a correction, who joins later does not', async () => {
  const own = await signUpComplete(site)
  const early = { ...WHOLE, earlyUntil: today, earlyOther: 1000 }
  const courseId = await openWith([early, DAY])
  const [one, two] = takers('T1', 'T1')
  const done = await enrol(site, own.token, courseId, [one!])
  expect((await showEnrolment(site, own.token, done.data.id)).reg.totalFee).toBe(1000)
  const over = [{ ...early, earlyUntil: addDays(today, -1) }, DAY]
  await site.services.db.update(course).set({ fares: over }).where(eq(course.id, courseId))
  const mended = await enrol(site, own.token, courseId, [one!, two!], { id: done.data.id, version: done.data.version })
  expect(mended.code).toBe(200)
  expect((await showEnrolment(site, own.token, done.data.id)).reg.totalFee).toBe(1000 + 1200)
  expect((await peopleIn(done.data.id)).map(({ isEarly }) => isEarly)).toEqual([true, false])
})

test('of many at once for the last of a fare one has it, though the event has places', async () => {
  const courseId = await openWith([{ ...WHOLE, quota: 1 }, DAY], [], { quota: 100 })
  const companies = await Promise.all(Array.from({ length: 4 }, () => signUpComplete(site)))
  const answers = await Promise.all(companies.map(({ token }) => enrol(site, token, courseId, takers('T1', 'T2'))))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400, 400, 400])
  for (const { data } of answers.filter(({ code }) => code === 400))
    expect(data.fields).toEqual({ 'participants.0.fare': '“全程票”已售完' })
  const shown = (await site.get('/app/training/detail', { id: courseId })).data
  expect(shown).toMatchObject({ enrolled: 2, hasFares: true, fares: [{ name: '全程票', left: 0 }, { left: null }] })
  // What is corrected is not counted against itself.
  const winner = answers.findIndex(({ code }) => code === 200)
  const { id, version } = answers[winner]!.data
  const mended = await enrol(site, companies[winner]!.token, courseId, takers('T1'), { id, version })
  expect(mended.code).toBe(200)
})

test('whoever waits for a place has the fare meanwhile, so that nobody is promised what is sold', async () => {
  const courseId = await openWith([{ ...WHOLE, quota: 2 }, DAY], [], { quota: 1 })
  const first = await enrolVisitor(site, courseId, takers('T1'))
  const second = await enrolVisitor(site, courseId, takers('T1'))
  expect([first.answer.data.status, second.answer.data.status]).toEqual(['submitted', 'waiting'])
  const third = await enrolVisitor(site, courseId, takers('T1'))
  expect(third.answer.data.fields).toEqual({ 'participants.0.fare': '“全程票”已售完' })
  expect((await enrolVisitor(site, courseId, takers('T2'))).answer.data.status).toBe('waiting')
})

test('staff give an event its fares; the list shows the lowest price, and a fare that somebody has stays', async () => {
  const courseId = await openCourse(site, {
    feeMember: 100,
    feeOther: 200,
    contactName: '江晚舟',
    contactPhone: '010-55500135',
    provinceCode: '320000',
    venue: '会议中心',
    syllabus: '<p>议程</p>',
  })
  const save = async (form: object) => {
    const { version } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
    return trainer.post('/staff/training/course/save', { id: courseId, version, form })
  }
  const rows = [
    { name: '全程票', feeMember: 800, feeOther: 1200 },
    { name: '单日票', feeMember: 300, feeOther: 500, quota: 5 },
  ]
  expect((await save({ fares: rows })).code).toBe(200)
  const stored = async () => (await site.services.db.select().from(course).where(eq(course.id, courseId)))[0]!
  expect(await stored()).toMatchObject({ feeMember: 300, feeOther: 500, fares: [{ code: 'T1' }, { code: 'T2' }] })
  await enrolVisitor(site, courseId, takers('T2', 'T2'))
  const { values } = (await trainer.get('/staff/training/course/detail', { id: courseId })).data
  const [, day] = values.fares
  const gone = await save({ fares: [values.fares[0]] })
  expect(gone.data.fields).toEqual({ fares: '“单日票”已有 2 人，不能删去' })
  const few = await save({ fares: [values.fares[0], { ...day, quota: 1 }] })
  expect(few.data.fields).toEqual({ 'fares.1.quota': '已有 2 人，不能少于 2' })
  // A new fare does not take the code of one that was deleted with nobody in it.
  expect((await save({ fares: [day, { name: '晚宴票', feeMember: 100, feeOther: 100 }] })).code).toBe(200)
  expect((await stored()).fares.map(({ code, name }) => [code, name])).toEqual([
    ['T2', '单日票'],
    ['T3', '晚宴票'],
  ])
  expect((await save({ fares: [], feeMember: null })).data.fields).toHaveProperty('feeMember')
})
