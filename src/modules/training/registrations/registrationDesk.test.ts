import excel from '@protobi/exceljs'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  act,
  cookie,
  decide,
  detail,
  enrolled,
  openCourse,
  setUpRegistrations,
  someone,
  trainer,
} from '#test/setups/training/registrations.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'
import { course } from '../server/tables.ts'

setUpRegistrations()

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
