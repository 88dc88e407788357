import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { site } from '#test/setups/site.ts'
import {
  act,
  cookie,
  detail,
  form,
  published,
  rowOf,
  save,
  setUpCourses,
  uploader,
  visible,
} from '#test/setups/training/courses.ts'
import { confirmPayment, decideEnrolment, payEnrolment } from '#test/support/enrolling.ts'
import { asStaff, putFile, signUpComplete, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { residentIdCheck } from '../../../lib/residentId.ts'
import { auditEvent } from '../../audit/server/tables.ts'
import { receivable } from '../../ledger/server/tables.ts'
import { participant, registration } from '../server/tables.ts'

setUpCourses()

let participants = 0

function idNumber() {
  const first17 = `11010519900307${String(100 + ++participants).padStart(3, '0')}`
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
    const { training } = (await (await company()).api.get('/training/v2/detail', { trainingId: data.id })).data
    expect(training.attachments).toEqual(attachments)
    const { values, files } = (await colleague.get('/staff/training/course/blank', { from: data.id })).data
    expect(files).toMatchObject([{ id: paper }])
    expect(values.title).not.toBe((await colleague.get('/staff/training/course/blank')).data.values.title)
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
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    await decideEnrolment(site, reviewer, settled.id)
    await payEnrolment(site, paid.token, settled.id)
    await confirmPayment(site, await asStaff(site, await staffWith(site, ['cashier'])), settled.id)
    const refused = await act('cancel', of, { reason: '' })
    expect(refused.code).toBe(400)
    const { code, data } = await act('cancel', of, { reason: '报名人数不足' })
    expect(code).toBe(200)
    expect(data).toMatchObject({ status: 'cancelled' })
    const rows = await site.services.db.select().from(registration).where(eq(registration.courseId, of.id))
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const due = await site.services.db.select().from(receivable).where(eq(receivable.isRefundDue, true))
    expect(due.map(({ payableId }) => payableId)).toEqual([settled.id])
    expect(await detail(of.id)).toMatchObject({ enrolled: 0, refundsDue: 1, canDo: [], cancelReason: '报名人数不足' })
    for (const { api } of [open, paid, waiting]) {
      const { data: messages } = await api.get('/member/message/list')
      expect(JSON.stringify(messages)).toContain('报名人数不足')
    }
    expect((await textsTo(site, paid.phone)).join('\n')).toMatch(/取消.*报名人数不足.*退回/)
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
