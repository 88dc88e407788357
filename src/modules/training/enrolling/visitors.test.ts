import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { makeTickets } from '#test/setups/training/runningCourses.ts'
import {
  applicationOf,
  confirmPayment,
  decideEnrolment,
  enrol,
  enrolVisitor,
  memberCompany,
  openCourse,
  orgPart,
  somePeople,
  trainee,
} from '#test/support/enrolling.ts'
import {
  asStaff,
  codeFor,
  newAddress,
  newCreditCode,
  newPhone,
  signUpComplete,
  staffWith,
  textsTo,
} from '#test/support/make.ts'
import { pdf } from '#test/support/uploads.ts'
import { participant, registration } from '../server/tables.ts'

setUpSite({ demo: true })

const reviewer = setUpStaff('reviewer')

let next = 0
const people = (count: number) => {
  next += count
  return somePeople(next - count, count)
}
const anybody = () => site.from(newAddress())

async function putSlip(ticket: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf('汇款凭证'))]), '凭证.pdf')
  const body = new Response(form)
  const headers = { ticket, 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  const sent = await site.app.inject({ method: 'POST', url: '/api/app/training/file', headers, payload })
  return sent.json().data.id
}

const keptOf = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!

describe('somebody without an account', () => {
  test('proves a phone, signs up, is told number and code, and comes back with them to pay', async () => {
    const courseId = await openCourse(site)
    const blank = (await anybody().get('/app/training/getApply', { trainingId: courseId })).data
    expect(blank).toMatchObject({ reg: null, form: {}, fee: { fares: [{ usual: { other: 200 } }], isMember: false } })
    expect(blank).not.toHaveProperty('people')
    const { answer, phone } = await enrolVisitor(site, courseId, people(1))
    const { regNo, queryCode, id } = answer.data
    expect(answer.data).toMatchObject({ status: 'submitted', queryCode: expect.stringMatching(/^\d{6}$/) })
    const [text] = await textsTo(site, phone)
    expect(text).toContain(regNo)
    expect(text).toContain(queryCode)
    expect(JSON.stringify(await keptOf(id))).not.toMatch(new RegExp(`"${queryCode}"|${phone}`))

    const opened = await anybody().post('/app/training/open', { regNo, queryCode, contactMobile: phone })
    const back = site.as({ ticket: opened.data.ticket }, newAddress())
    const shown = (await back.get('/app/training/getApply', { regNo })).data
    expect(shown).toMatchObject({ reg: { id, status: 'submitted', canEdit: true }, form: { contactMobile: phone } })
    await decideEnrolment(site, reviewer, id)
    expect((await textsTo(site, phone))[0]).toContain('培训费')
    const { reg } = (await back.get('/app/training/getApply', { regNo })).data
    const pay = { paidOn: dayOf(new Date()), payer: '李晓明', slipId: await putSlip(opened.data.ticket) }
    const sent = { regNo, action: 'pay', version: reg.version, pay }
    const answers = [
      await back.post('/app/training/edit/submit', sent),
      await back.post('/app/training/edit/submit', sent),
    ]
    expect(answers.map(({ data }) => data.status)).toEqual(['paid', 'paid'])
    // A later ticket of the same registration opens the slip; anybody else's does not.
    const again = await anybody().post('/app/training/open', { regNo, queryCode, contactMobile: phone })
    const stranger = await trainee(site)
    const codes = [again.data.ticket, stranger.ticket].map(async ticket =>
      site.app.inject({ url: `/api/file/${pay.slipId}`, headers: { ticket } }),
    )
    const [seen, hidden] = await Promise.all(codes)
    expect([seen!.headers['content-type'], hidden!.json().code]).toEqual(['application/pdf', 404])
    const cashier = await asStaff(site, 'cashier')
    const { data: of } = await cashier.get('/staff/review/detail', { id: await applicationOf(site, id) })
    expect(of.payment).toMatchObject({ amount: 200 })
    await confirmPayment(site, cashier, id)
    expect((await back.get('/app/training/getApply', { regNo })).data.reg).toMatchObject({ status: 'confirmed' })
    expect((await textsTo(site, phone))[0]).toContain('报名成功')
  })

  test('with the code in the form itself is signed up, too; without proof nobody is', async () => {
    const courseId = await openCourse(site)
    const phone = newPhone()
    const form = {
      trainingId: courseId,
      participants: people(1),
      invoice: { invoiceKind: 'none' },
      org: orgPart({ applicantType: 'person', contactMobile: phone }),
    }
    const refused = await anybody().post('/app/training/submit', form)
    expect([refused.code, refused.data.fields]).toEqual([400, { smsCode: '请填写短信验证码' }])
    const guess = await anybody().post('/app/training/submit', { ...form, smsCode: '000000' })
    expect(guess.data.fields).toHaveProperty('smsCode')
    const smsCode = await codeFor(site, { scene: 'training', phone })
    expect((await anybody().post('/app/training/submit', { ...form, smsCode })).data.status).toBe('submitted')
    const { api } = await trainee(site)
    const other = await api.post('/app/training/submit', form)
    expect(other.data.fields).toHaveProperty('contactMobile')
  })

  test('of a double click is signed up once, and both answers say the same', async () => {
    const courseId = await openCourse(site)
    const { api, phone } = await trainee(site)
    const form = {
      trainingId: courseId,
      participants: people(2),
      invoice: { invoiceKind: 'none' },
      org: orgPart({ orgName: '沈阳第一锅炉公司', creditCode: newCreditCode(), contactMobile: phone }),
    }
    const [one, two] = await Promise.all([1, 2].map(() => api.post('/app/training/submit', form)))
    const { ticket: _, ...said } = one!.data
    expect([one!.code, two!.data]).toEqual([200, expect.objectContaining(said)])
    expect((await site.get('/app/training/detail', { id: courseId })).data.enrolled).toBe(2)
    const more = await api.post('/app/training/submit', { ...form, participants: people(1) })
    expect(more.data.regNo).not.toBe(one!.data.regNo)
  })

  test("who types a member's credit code pays the ordinary price and uses up none of the member's places", async () => {
    const own = await memberCompany(site)
    const used = async () => {
      const { benefits } = (await own.api.get('/member/overview')).data
      return benefits.list.find(({ name }: { name: string }) => name === '会员价培训名额').used
    }
    expect(await used()).toBe(0)
    const courseId = await openCourse(site)
    const org = { applicantType: 'organisation', orgName: own.orgName, creditCode: own.creditCode }
    const { answer, back } = await enrolVisitor(site, courseId, people(2), { org })
    const shown = (await back.get('/app/training/getApply', { regNo: answer.data.regNo })).data
    expect(shown).toMatchObject({ fee: { isMember: false }, reg: { totalFee: 400 } })
    expect(await used()).toBe(0)
    const signedIn = (await own.api.get('/training/v2/detail', { trainingId: courseId })).data
    expect(signedIn.fee).toMatchObject({ fares: [{ usual: { member: 100 } }], isMember: true })
  })

  test('the reviewer is told that nobody has checked for which company a visitor signs up', async () => {
    const { creditCode } = await memberCompany(site)
    const org = { applicantType: 'organisation', orgName: '自称的公司', creditCode }
    const { answer } = await enrolVisitor(site, await openCourse(site), people(2), { org })
    const { data } = await reviewer.get('/staff/review/detail', { id: await applicationOf(site, answer.data.id) })
    const fact = data.aside[0].facts.find(({ label }: { label: string }) => label === '单位')
    expect(fact).toMatchObject({ text: expect.stringContaining('请核对'), isBad: true })
  })

  test('corrects what was returned with the code, and cancels what is not wanted any more', async () => {
    const courseId = await openCourse(site)
    const rows = people(2)
    const { answer, back, phone } = await enrolVisitor(site, courseId, rows)
    const { regNo, id } = answer.data
    await decideEnrolment(site, reviewer, id, { action: 'return', opinion: '请核对人员' })
    const { reg } = (await back.get('/app/training/getApply', { regNo })).data
    expect(reg).toMatchObject({ status: 'returned', auditReason: [{ label: '协会意见', text: '请核对人员' }] })
    const edit = (more: object) => back.post('/app/training/edit/submit', { regNo, ...more })
    const elsewhere = await edit({ org: orgPart({ contactMobile: newPhone() }), version: reg.version })
    expect(elsewhere.data.fields).toHaveProperty('contactMobile')
    const done = await edit({ participants: rows.slice(0, 1), version: reg.version })
    expect(done.data).toMatchObject({ status: 'submitted', regNo })
    await decideEnrolment(site, reviewer, id, { action: 'return', remarks: [{ text: '请写明由谁联系' }] })
    const again = (await back.get('/app/training/getApply', { regNo })).data
    const org = orgPart({ applicantType: 'person', contactName: '柳如是', contactMobile: phone })
    const answers = { '': '已改为本人' }
    const mended = await edit({ org, answers, version: again.reg.version })
    expect(mended.data).toMatchObject({ status: 'submitted', regNo })
    expect((await back.get('/app/training/getApply', { regNo })).data.form.contactName).toBe('柳如是')
    const seen = (await reviewer.get('/staff/review/detail', { id: await applicationOf(site, id) })).data
    expect(JSON.stringify(seen.timeline)).toContain('已改为本人')
    const gone = await edit({ action: 'cancel', version: mended.data.version })
    expect(gone.data.status).toBe('cancelled')
    const late = await edit({ participants: rows })
    expect(late.code).toBe(409)
    expect((await textsTo(site, phone))[0]).toContain('已撤回')
  })

  test('waits, is told by SMS when there is a place, and accepts', async () => {
    const courseId = await openCourse(site, { quota: 1 })
    const own = await signUpComplete(site)
    const holder = await enrol(site, own.token, courseId, people(1))
    const { answer, back, phone } = await enrolVisitor(site, courseId, people(1))
    expect(answer.data.status).toBe('waiting')
    expect((await textsTo(site, phone))[0]).toContain('前面还有 0 人')
    const { id, version } = holder.data
    await own.api.post('/training/v2/submit', { id, action: 'cancel', version })
    expect((await textsTo(site, phone))[0]).toContain('有了名额')
    const { regNo } = answer.data
    const { reg } = (await back.get('/app/training/getApply', { regNo })).data
    const sent = { regNo, action: 'accept', version: reg.version }
    expect((await back.post('/app/training/edit/submit', sent)).data.status).toBe('submitted')
  })

  test('reads the numbers of the tickets once they are given out, and downloads them', async () => {
    const courseId = await openCourse(site, { feeMember: 0, feeOther: 0 })
    const { answer, back } = await enrolVisitor(site, courseId, people(1))
    const { regNo, id } = answer.data
    await decideEnrolment(site, reviewer, id)
    const shown = async () => (await back.get('/app/training/getApply', { regNo })).data
    expect(await shown()).toMatchObject({
      reg: { status: 'confirmed', hasTickets: false },
      results: [{ ticketNo: null }],
    })
    expect((await makeTickets(await asStaff(site, await staffWith(site, ['trainer'])), courseId)).code).toBe(200)
    const [of] = await site.services.db.select().from(participant).where(eq(participant.registrationId, id))
    expect(of!.ticketNumber).toBeTruthy()
    expect(await shown()).toMatchObject({ reg: { hasTickets: true }, results: [{ ticketNo: of!.ticketNumber }] })
    const { type, bytes } = await back.download('/app/training/download', { regNo, type: 'ticket' })
    expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  })

  test('who is signed up by another phone, or by a company, learns only that', async () => {
    const courseId = await openCourse(site)
    const [one] = people(1)
    const first = await enrolVisitor(site, courseId, [one!])
    const other = await enrolVisitor(site, courseId, [one!])
    expect(other.answer.code).toBe(400)
    expect(JSON.stringify(other.answer)).not.toMatch(new RegExp(`${first.answer.data.regNo}|${first.phone}`))
    const same = await first.api.post('/app/training/submit', {
      trainingId: courseId,
      participants: [one!, ...people(1)],
      invoice: { invoiceKind: 'none' },
      org: orgPart({ applicantType: 'person', contactMobile: first.phone }),
    })
    expect(same.data.fields['participants.0.idNumber']).toContain(first.answer.data.regNo)
  })
})

describe('number, code and phone', () => {
  test('are all three needed, and which is wrong is not told', async () => {
    const { answer, phone } = await enrolVisitor(site, await openCourse(site), people(1))
    const { regNo, queryCode } = answer.data
    const wrong = queryCode === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      [
        { regNo: 'PX2026-999999', queryCode, contactMobile: phone },
        { regNo, queryCode: wrong, contactMobile: phone },
        { regNo, queryCode, contactMobile: newPhone() },
      ].map(body => anybody().post('/app/training/open', body)),
    )
    expect(new Set(tries.map(({ code, msg }) => `${code} ${msg}`)).size).toBe(1)
    expect(tries[0]!.code).toBe(403)
    const right = { regNo: regNo.toLowerCase(), queryCode: ` ${queryCode}`, contactMobile: `+86 ${phone}` }
    expect((await anybody().post('/app/training/open', right)).code).toBe(200)
  })

  test('are not found by trying: a number takes few tries, from wherever they come', async () => {
    const { answer, phone } = await enrolVisitor(site, await openCourse(site), people(1))
    const { regNo, queryCode } = answer.data
    const wrong = queryCode === '000000' ? '000001' : '000000'
    const codes = []
    for (let i = 0; i < 12; i++)
      codes.push((await anybody().post('/app/training/open', { regNo, queryCode: wrong, contactMobile: phone })).code)
    expect(codes).toEqual([...Array(10).fill(403), 429, 429])
  })

  test('open one registration, and no other; nothing opens without them', async () => {
    const courseId = await openCourse(site)
    const [one, other] = [await enrolVisitor(site, courseId, people(1)), await enrolVisitor(site, courseId, people(1))]
    const { regNo } = other.answer.data
    for (const by of [one.back, one.api, anybody(), site.as({ ticket: 'forged' })]) {
      expect((await by.get('/app/training/getApply', { regNo })).code).toBe(403)
      expect((await by.post('/app/training/edit/submit', { regNo, action: 'cancel' })).code).toBe(403)
      expect((await by.post('/app/training/download', { regNo, type: 'ticket' })).code).toBe(403)
    }
    const early = await other.back.post('/app/training/download', { regNo, type: 'ticket' })
    expect([early.code, early.msg]).toEqual([409, expect.stringContaining('尚未发放')])
  })
})
