import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { person } from '#modules/members/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { cashier, people, peopleIn, reviewer, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  openCourse,
  orgPart,
  payEnrolment,
  showEnrolment,
} from '#test/support/enrolling.ts'
import { newCreditCode, signUpComplete } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'

setUpEnrolments()

const placesOf = async (id: number) => (await site.get('/app/training/detail', { id })).data.enrolled

describe('a company', () => {
  test('keeps a draft, hands it in, pays and is confirmed; its people become persons of the register', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const blank = (await own.api.get('/training/v2/detail', { trainingId: courseId })).data
    expect(blank).toMatchObject({
      reg: null,
      fee: { fares: [{ usual: { member: 100, other: 200 } }], isMember: false },
      lastInvoice: null,
      form: { applicantType: 'organisation', orgName: own.orgName, creditCode: own.creditCode, contactName: '王芳' },
    })
    const draft = await enrol(site, own.token, courseId, [{ name: '李晓明' }], { action: 'save' })
    expect(draft.data).toMatchObject({ status: 'draft', regNo: null })
    expect(await placesOf(courseId)).toBe(0)

    const three = people(3)
    const form = { org: orgPart({ orgName: '别的公司', creditCode: newCreditCode() }), participants: three }
    const sent = { id: draft.data.id, action: 'submit', version: draft.data.version, ...form }
    const done = await own.api.post('/training/v2/submit', sent)
    expect(done.data).toMatchObject({ id: draft.data.id, status: 'submitted', statusName: '待初审' })
    expect(done.data.regNo).toMatch(/^PX\d{4}-\d{6}$/)
    const again = await own.api.post('/training/v2/submit', sent)
    expect(again.data).toEqual(done.data)
    const shown = await showEnrolment(site, own.token, draft.data.id)
    expect(shown).toMatchObject({
      reg: { personsCount: 3, totalFee: 600, ahead: null, canEdit: true, canCancel: true, canPay: false },
      form: { orgName: own.orgName, creditCode: own.creditCode },
    })
    expect(await placesOf(courseId)).toBe(3)

    await decideEnrolment(site, reviewer, draft.data.id)
    const { reg, pay } = await showEnrolment(site, own.token, draft.data.id)
    expect(reg).toMatchObject({ status: 'unpaid', canPay: true, deadline: addDays(dayOf(new Date()), 7) })
    expect(pay).toMatchObject({ amount: 600, remark: `${own.orgName} ${done.data.regNo}` })
    expect((await payEnrolment(site, own.token, draft.data.id)).data).toMatchObject({ status: 'paid' })
    await confirmPayment(site, cashier, draft.data.id)
    const { reg: sure } = await showEnrolment(site, own.token, draft.data.id)
    expect(sure).toMatchObject({ status: 'confirmed', canCancel: false, canPay: false, personsCount: 3 })
    const entered = await peopleIn(draft.data.id)
    const [first] = await site.services.db.select().from(person).where(eq(person.id, entered[0]!.personId!))
    expect(first).toMatchObject({ name: three[0]!.name, organisationId: null, publicConsentVersion: '1' })
  })

  test('hears at each cell what is wrong: numbers, ages, the same person twice', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const [one] = people(1)
    const child = { ...one, name: '程小', idNumber: `11010520150101001${residentIdCheck('11010520150101001')}` }
    const rows = [one, { ...one, name: '程又' }, child, { ...one, idNumber: '110105197001010012' }, { name: '程无' }]
    const { code, data } = await enrol(site, own.token, courseId, rows as object[] as Record<string, unknown>[])
    expect(code).toBe(400)
    expect(data.fields).toEqual({
      'participants.1.idNumber': '与第 1 行的证件号码相同',
      'participants.2.idNumber': expect.stringContaining('未满 18 周岁'),
      'participants.3.idNumber': '身份证号码的第 18 位校验码不符，请核对',
      'participants.4.idNumber': '请填写证件号码',
    })
    expect(await placesOf(courseId)).toBe(0)
  })

  test('is asked for a photo where the course wants one; numbers of nothing are told, not stumbled over', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site, { asksPhoto: true })
    const [one] = people(1)
    const photos = [undefined, 9e12, 2_000_000_000].map(photo => enrol(site, own.token, courseId, [{ ...one, photo }]))
    const [none, odd, foreign] = await Promise.all(photos)
    expect([none!.data.fields, odd!.data.fields].map(fields => Object.keys(fields))).toEqual([
      ['participants.0.photo'],
      ['participants.0.photo'],
    ])
    expect([foreign!.code, foreign!.msg]).toEqual([400, expect.stringContaining('不是您上传的')])
    const stranger = await enrol(site, own.token, courseId, [{ ...one, personId: 9e12 }])
    expect(stranger.data.fields).toEqual({ 'participants.0.name': expect.stringContaining('不是本单位') })
    const nothing = await own.api.post('/training/v2/submit', { trainingId: courseId, action: 'cancel' })
    expect(nothing.code).toBe(404)
  })

  test('of which somebody is signed up already is told so, and of another’s registration nothing else', async () => {
    const courseId = await openCourse(site)
    const [own, other] = [await signUpComplete(site), await signUpComplete(site)]
    const [one, two, three] = people(3)
    const done = await enrol(site, own.token, courseId, [one!])
    const foreign = await enrol(site, other.token, courseId, [two!, { ...one, name: '程冒' }])
    expect(foreign.code).toBe(400)
    expect(Object.keys(foreign.data.fields)).toEqual(['participants.1.idNumber'])
    expect(JSON.stringify(foreign)).not.toMatch(new RegExp(`${done.data.regNo}|${own.orgName}`))
    expect(await placesOf(courseId)).toBe(1)

    await decideEnrolment(site, reviewer, done.data.id)
    await payEnrolment(site, own.token, done.data.id)
    await confirmPayment(site, cashier, done.data.id)
    const second = await enrol(site, own.token, courseId, [three!, one!])
    expect(second.data.fields).toEqual({ 'participants.1.idNumber': `已在报名 ${done.data.regNo} 中，不能重复报名` })
    expect((await enrol(site, own.token, courseId, [three!])).data).toMatchObject({ status: 'submitted' })
    // Cancelled, they may be signed up by anybody.
    const third = await enrol(site, other.token, courseId, [two!])
    await other.api.post('/training/v2/submit', { id: third.data.id, action: 'cancel', version: third.data.version })
    const taken = await enrol(site, (await signUpComplete(site)).token, courseId, [two!])
    expect(taken.data).toMatchObject({ status: 'submitted' })
  })

  test('picks from its own people: who they are comes from the register, and nobody else’s can be picked', async () => {
    const own = await staffed(site)
    const other = await staffed(site)
    const [mine, foreign] = [await own.employ('工程师'), await other.employ('工程师')]
    const courseId = await openCourse(site)
    await site.services.db.update(person).set({ position: '车间主任' }).where(eq(person.id, mine))
    const { people: shown } = (await own.get('/training/v2/detail', { trainingId: courseId })).data
    expect(shown).toMatchObject([{ personId: mine, position: '车间主任' }])
    const { idNumber } = people(1)[0] as { idNumber: string }
    const { encryption, db } = site.services
    await db
      .update(person)
      .set({ name: '程登记', idNumberSealed: encryption.encrypt(idNumber), idNumberHash: encryption.hash(idNumber) })
      .where(eq(person.id, mine))
    const refused = await enrol(site, own.token, courseId, [{ personId: foreign, name: '某某' }])
    expect(refused.data.fields).toHaveProperty(['participants.0.name'])
    const done = await enrol(site, own.token, courseId, [{ personId: mine, name: '改了名' }])
    expect(done.data).toMatchObject({ status: 'submitted' })
    const detail = await showEnrolment(site, own.token, done.data.id)
    expect(JSON.stringify(detail)).not.toContain(idNumber)
    const [kept] = await peopleIn(done.data.id)
    expect(kept).toMatchObject({ idNumberHash: encryption.hash(idNumber), name: '程登记' })
    // Masked values that are sent back unchanged keep the stored value.
    const back = { id: done.data.id, action: 'submit', version: done.data.version, org: detail.form }
    const amended = await own.post('/training/v2/submit', { ...back, participants: detail.form.participants })
    expect(amended.code).toBe(200)
    expect((await peopleIn(done.data.id))[0]).toMatchObject({ idNumberHash: encryption.hash(idNumber) })
  })

  test('corrects what was returned, at the field that was marked, and keeps its places meanwhile', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site, { quota: 2 })
    const two = people(2)
    const done = await enrol(site, own.token, courseId, two)
    const remarks = [{ field: 'participants', text: '请核对第二人的姓名' }]
    await decideEnrolment(site, reviewer, done.data.id, { action: 'return', remarks, opinion: '差一点' })
    const { list } = (await own.api.get('/training/v2/registration/list', { status: 'returned' })).data
    expect(list).toMatchObject([
      { auditReason: '差一点\n参训人员：请核对第二人的姓名', canEdit: true, personsCount: 2 },
    ])
    const { reg, openFields, form } = await showEnrolment(site, own.token, done.data.id)
    expect(reg).toMatchObject({ status: 'returned', statusName: '退回补正', canEdit: true })
    expect(reg.auditReason).toMatchObject([{ text: '差一点' }, ...remarks])
    expect(openFields).toEqual(['participants'])
    expect(await placesOf(courseId)).toBe(2)
    const mended = await own.api.post('/training/v2/submit', {
      id: done.data.id,
      action: 'submit',
      version: reg.version,
      answers: { participants: '已更正' },
      org: { ...form, contactName: '赵另' },
      participants: [two[0], { ...two[1], name: '程正' }],
    })
    expect(mended.data).toMatchObject({ status: 'submitted' })
    const after = await showEnrolment(site, own.token, done.data.id)
    expect(after.form.contactName).toBe('王芳')
    expect((await peopleIn(done.data.id)).map(({ name }) => name)).toEqual([two[0]!.name, '程正'])
    expect(after.timeline).toMatchObject([
      { actionName: '提交', toName: '待初审' },
      { actionName: '退回补正', toName: '退回补正' },
      { actionName: '提交', toName: '待初审' },
    ])
  })

  test('amends while nobody has decided and while it is unpaid: looked at anew, the fee computed anew', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site, { quota: 3 })
    const three = people(3)
    const done = await enrol(site, own.token, courseId, three.slice(0, 1))
    const amend = async (rows: object[], version: number) =>
      own.api.post('/training/v2/submit', { id: done.data.id, action: 'submit', version, participants: rows })
    const two = await amend(three.slice(0, 2), done.data.version)
    expect(two.data).toMatchObject({ status: 'submitted', regNo: done.data.regNo })
    await decideEnrolment(site, reviewer, done.data.id)
    const unpaid = await showEnrolment(site, own.token, done.data.id)
    expect(unpaid.reg).toMatchObject({ status: 'unpaid', totalFee: 400, canEdit: true })
    const all = await amend(three, unpaid.reg.version)
    expect(all.data).toMatchObject({ status: 'submitted' })
    const after = await showEnrolment(site, own.token, done.data.id)
    expect(after.reg).toMatchObject({ totalFee: 600, personsCount: 3 })
    const [four] = people(1)
    const tooMany = await amend([...three, four!], after.reg.version)
    expect(tooMany.data.fields.participants).toContain('共 3 个名额')
    const stale = await amend(three.slice(0, 1), unpaid.reg.version)
    expect([stale.code, stale.msg]).toEqual([409, expect.stringContaining('修改过')])
  })

  test('that asks for more than are free is told how many there are', async () => {
    const [own, other] = [await signUpComplete(site), await signUpComplete(site)]
    const courseId = await openCourse(site, { quota: 4 })
    const done = await enrol(site, own.token, courseId, people(2))
    await enrol(site, other.token, courseId, people(1))
    const rows = (await peopleIn(done.data.id)).length
    expect(rows).toBe(2)
    const more = { id: done.data.id, version: done.data.version, action: 'submit', participants: people(4) }
    const { code, data } = await own.api.post('/training/v2/submit', more)
    expect([code, data.fields.participants]).toEqual([400, expect.stringContaining('名额只剩 1 个')])
    expect(await placesOf(courseId)).toBe(3)
  })
})
