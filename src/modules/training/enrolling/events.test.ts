import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { people, peopleIn, reviewer, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import {
  applicationOf,
  decideEnrolment,
  enrol,
  enrolVisitor,
  openCourse,
  orgPart,
  showEnrolment,
} from '#test/support/enrolling.ts'
import { asStaff, newCreditCode, signUpComplete, staffWith } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { eventKind } from '../server/tables.ts'

setUpEnrolments()

const GALA = 'gala'
const words = { noun: '年会', people: '参会人员', fee: '会务费', pass: '参会证', speakers: '嘉宾', agenda: '议程' }
const features = { hasExam: false, hasHours: false, hasCertificates: false }
const MEAL = { name: 'F01', label: '餐食', section: '', kind: 'choice', required: true } as const

let trainer: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  trainer = await asStaff(site, await staffWith(site, ['trainer']))
  await site.services.db.insert(eventKind).values([
    {
      ...words,
      ...features,
      code: GALA,
      name: '理事年会',
      asks: ['mobile', 'position'],
      requires: ['mobile', 'position'],
      fields: [{ ...MEAL, options: ['清真', '素食'].map(name => ({ code: name, name })) }],
    },
    { ...words, ...features, code: 'tea', name: '茶话会', asks: ['position'], requires: [] },
  ])
})

const openGala = (changes = {}) =>
  openCourse(site, { title: '理事年会', kind: GALA, hasExam: false, feeMember: 0, feeOther: 0, ...changes })

let next = 0
const guest = (more: object = {}) => {
  next++
  const mobile = `1390077${String(next).padStart(4, '0')}`
  const letters = [...String(next)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')
  return { name: `来宾${letters}`, mobile, position: '经理', F01: '素食', ...more }
}

test('asks what its kind asks, tells all that is missing at once, and keeps the answers to its own questions', async () => {
  const own = await signUpComplete(site)
  const courseId = await openGala()
  const { fields } = (await own.api.get('/training/v2/detail', { trainingId: courseId })).data
  expect(fields.find(({ name }: { name: string }) => name === 'participants')).toMatchObject({
    label: '参会人员',
    section: '参会人员',
  })
  const refused = await enrol(site, own.token, courseId, [{ name: '李晓明' }, guest({ F01: '随便' })])
  expect(refused.data.fields).toEqual({
    'participants.0.mobile': '请填写手机',
    'participants.0.position': '请填写职务',
    'participants.0.F01': '请选择餐食',
    'participants.1.F01': expect.stringContaining('餐食'),
  })
  const done = await enrol(site, own.token, courseId, [guest()])
  expect(done.data).toMatchObject({ status: 'submitted' })
  const desk = (await trainer.get('/staff/training/registration', { id: done.data.id })).data
  expect(desk.people[0]).toMatchObject({
    idTypeName: '',
    idNumber: '',
    examKindName: '',
    answers: [{ label: '餐食', text: '素食' }],
  })
  expect(desk.personFields.map(({ name }: { name: string }) => name)).toEqual(['name', 'mobile', 'position', 'F01'])
  await decideEnrolment(site, reviewer, done.data.id)
  const { reg } = await showEnrolment(site, own.token, done.data.id)
  expect(reg.next).toMatch(/^报名成功，请于 .* 报到；参会证发放后可在此下载。$/)
  const roster = (await trainer.get('/staff/training/roster', { courseId })).data.list
  expect(roster).toMatchObject([{ idNumber: '', answers: [{ label: '餐食', text: '素食' }] }])
})

test('of a person whom the register knows, no number is read where none is asked', async () => {
  const own = await staffed(site)
  const mine = await own.employ('工程师')
  const { idNumber } = people(1)[0] as { idNumber: string }
  const { encryption, db } = site.services
  const sealed = { idNumberSealed: encryption.encrypt(idNumber), idNumberHash: encryption.hash(idNumber) }
  await db
    .update(person)
    .set({ ...sealed, name: '程登记' })
    .where(eq(person.id, mine))
  const courseId = await openGala()
  const done = await enrol(site, own.token, courseId, [{ ...guest(), personId: mine, idNumber }])
  expect(done.data).toMatchObject({ status: 'submitted' })
  const [kept] = await peopleIn(done.data.id)
  expect(kept).toMatchObject({ idNumberSealed: null, idNumberHash: null, personId: null })
  const id = await applicationOf(site, done.data.id)
  const [of] = await db.select({ form: application.form }).from(application).where(eq(application.id, id))
  const [row] = of!.form.participants as Record<string, unknown>[]
  expect(Object.keys(row!).toSorted()).toEqual(['F01', 'mobile', 'name', 'personId', 'position'])
})

test('somebody is known by name and mobile: signed up once, however many share the mobile', async () => {
  const courseId = await openGala()
  const [own, other] = [await signUpComplete(site), await signUpComplete(site)]
  const one = guest()
  const colleague = { ...one, name: '来宾同事' }
  const twice = await enrol(site, own.token, courseId, [one, colleague, { ...one }])
  expect(twice.data.fields).toEqual({ 'participants.2.mobile': '与第 1 行的姓名和手机相同' })
  const done = await enrol(site, own.token, courseId, [one, colleague])
  expect(done.data).toMatchObject({ status: 'submitted' })
  const foreign = await enrol(site, other.token, courseId, [guest(), { ...one, position: '董事长' }])
  expect(foreign.data.fields).toEqual({ 'participants.1.mobile': expect.stringContaining('不能重复报名') })
  expect(JSON.stringify(foreign)).not.toContain(done.data.regNo)
  const namesake = await enrol(site, other.token, courseId, [{ ...one, mobile: guest().mobile }])
  expect(namesake.data).toMatchObject({ status: 'submitted' })
})

test('of two who sign up the same person at once, one is told', async () => {
  const courseId = await openGala()
  const companies = [await signUpComplete(site), await signUpComplete(site)]
  const one = guest()
  const answers = await Promise.all(companies.map(({ token }) => enrol(site, token, courseId, [one])))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400])
  const refused = answers.find(({ code }) => code === 400)!
  expect(Object.keys(refused.data.fields)).toEqual(['participants.0.mobile'])
  expect((await site.get('/app/training/detail', { id: courseId })).data.enrolled).toBe(1)
})

test('where nothing identifies anybody nobody is refused, and the reviewer sees the same name of the same organisation', async () => {
  const courseId = await openCourse(site, { title: '茶话会', kind: 'tea', hasExam: false, feeMember: 0, feeOther: 0 })
  const org = { applicantType: 'organisation', orgName: '同名单位', creditCode: newCreditCode() }
  const one = await enrolVisitor(site, courseId, [{ name: '李同名' }], { org })
  const other = await enrolVisitor(site, courseId, [{ name: '王不同' }, { name: '李同名' }], { org })
  expect([one.answer.code, other.answer.code]).toEqual([200, 200])
  const { application: seen } = (await trainer.get('/staff/training/registration', { id: other.answer.data.id })).data
  const facts = seen.facts.flatMap((part: { facts: { label: string; text: string }[] }) => part.facts)
  expect(facts).toContainEqual({
    label: '第 2 人',
    text: `李同名 与报名 ${one.answer.data.regNo} 中的同名同单位，可能重复，请核对`,
    isBad: true,
  })
  expect(facts.filter(({ label }: { label: string }) => label === '第 1 人')).toEqual([])
})

test('the same people sent twice by a visitor are signed up once, other people a second time', async () => {
  const courseId = await openGala()
  const [one, two] = [guest(), guest()]
  const first = await enrolVisitor(site, courseId, [one])
  const send = (guests: object[]) =>
    first.api.post('/app/training/submit', {
      trainingId: courseId,
      participants: guests,
      invoice: { invoiceKind: 'none' },
      org: orgPart({ applicantType: 'person', contactMobile: first.phone }),
    })
  expect((await send([one])).data.regNo).toBe(first.answer.data.regNo)
  const others = await send([two])
  expect(others.code).toBe(200)
  expect(others.data.regNo).not.toBe(first.answer.data.regNo)
})
