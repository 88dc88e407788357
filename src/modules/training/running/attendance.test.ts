import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { site } from '#test/setups/site.ts'
import {
  download,
  linesOf,
  people,
  personOf,
  setUpRunningCourses,
  ticketed,
  trainer,
} from '#test/setups/training/runningCourses.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { putFile, staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { hasBegun } from '../attendance.ts'
import { attendance, participant, registration } from '../server/tables.ts'

setUpRunningCourses()

const today = () => dayOf(new Date())
const deskHeaders = async () => ({
  ...(await staffSession(site, await staffWith(site, ['trainer']))),
  'sec-fetch-site': 'same-origin',
})
const statusOf = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!.status

describe('check-in', () => {
  test('looking at a ticket checks nobody in; confirming does, once', async () => {
    const { order, staff, rows, tokens } = await ticketed(2)
    const look = () => staff.get('/staff/training/checkIn/look', { token: tokens[0]! })
    expect((await look()).data).toMatchObject({ name: rows[0]!.name, doneAt: null, problem: '', feeName: '费用已清' })
    expect((await look()).data.doneAt).toBeNull()
    expect(await statusOf(order.id)).toBe('confirmed')
    const done = await staff.post('/staff/training/checkIn', { token: tokens[0]! })
    expect(done.data).toMatchObject({ isNew: true, ticketNumber: rows[0]!.ticketNumber })
    expect(await statusOf(order.id)).toBe('checkedIn')
    const again = await staff.post('/staff/training/checkIn', { token: tokens[0]! })
    expect(again.data).toMatchObject({ isNew: false, doneAt: done.data.doneAt, doneBy: done.data.doneBy })
  })

  test('the desk sees the face, the seat and the room of who stands before it', async () => {
    const photoId = await putFile(site, await deskHeaders(), '照片.png', undefined, 'picture')
    const { id, staff, rows, tokens } = await ticketed(1)
    const seen = { photoId, seat: '一号考场 03', room: '801' }
    await site.services.db.update(participant).set(seen).where(eq(participant.id, rows[0]!.id))
    const card = { photoUrl: `/api/file/${photoId}`, seat: '一号考场 03', room: '801' }
    expect((await staff.get('/staff/training/checkIn/look', { token: tokens[0]! })).data).toMatchObject(card)
    expect((await staff.post('/staff/training/checkIn', { token: tokens[0]! })).data).toMatchObject(card)
    const session = `${today()}a`
    const { data } = await staff.get('/staff/training/checkIn/look', { token: tokens[0]!, courseId: id, session })
    const [, month, date] = today().split('-').map(Number)
    expect(data.sessionName).toBe(`${month}月${date}日 上午`)
  })

  test('ten phones at once: one line, and the others are told who was first', async () => {
    const { staff, tokens, rows } = await ticketed(1)
    const desks = await Promise.all(Array.from({ length: 10 }, trainer))
    const answers = await Promise.all(desks.map(desk => desk.post('/staff/training/checkIn', { token: tokens[0]! })))
    expect(answers.map(({ msg }) => msg)).toEqual(Array(10).fill('ok'))
    expect(answers.filter(({ data }) => data.isNew)).toHaveLength(1)
    expect(new Set(answers.map(({ data }) => `${data.doneAt} ${data.doneBy}`)).size).toBe(1)
    expect(answers[0]!.data.doneBy).toMatch(/^工作人员/)
    expect(await linesOf('participant.checkIn', rows[0]!.id)).toBe(1)
    const { data } = await staff.get('/staff/training/checkIn/last', { courseId: rows[0]!.courseId! })
    expect(data).toHaveLength(1)
  })

  test.each([
    ['the wrong day', { startsOn: addDays(today(), 3), endsOn: addDays(today(), 4) }, '今天还不能报到'],
    ['over', { startsOn: addDays(today(), -4), endsOn: addDays(today(), -1) }, '结束'],
  ])('%s: the desk says why not', async (_, changes, why) => {
    const { staff, tokens } = await ticketed(1, changes)
    const { data } = await staff.get('/staff/training/checkIn/look', { token: tokens[0]! })
    expect(data.problem).toContain(why)
    expect(await staff.post('/staff/training/checkIn', { token: tokens[0]! })).toMatchObject({ code: 409 })
  })

  test('of another course, cancelled, taken off, unpaid or unknown: the desk says which', async () => {
    const { id, order, staff, tokens, rows } = await ticketed(2)
    const { id: other } = await startClass(site, { title: '另一个班' })
    const problem = async (token: string, more: object = {}) =>
      (await staff.get('/staff/training/checkIn/look', { token, ...more })).data.problem
    expect(await problem(tokens[0]!, { courseId: other })).toContain('不是本班')
    await site.services.db.update(participant).set({ isActive: false }).where(eq(participant.id, rows[1]!.id))
    expect(await problem(tokens[1]!)).toContain('不在名单')
    await site.services.db.update(registration).set({ status: 'cancelled' }).where(eq(registration.id, order.id))
    expect(await problem(tokens[0]!)).toContain('已取消')
    const unpaid = await seatPeople(site, id, people(1, { name: '欠费之' }), { status: 'unpaid' })
    const { data } = await staff.get('/staff/training/checkIn/find', { courseId: id, key: '欠费之' })
    expect(data).toHaveLength(1)
    const seen = await staff.get('/staff/training/checkIn/look', { participantId: unpaid.people[0]! })
    expect(seen.data).toMatchObject({ feeOpen: true, feeName: '待缴费' })
    expect((await staff.post('/staff/training/checkIn', { participantId: unpaid.people[0]! })).msg).toContain('待缴费')
    expect(await staff.get('/staff/training/checkIn/look', { token: 'A'.repeat(22) })).toMatchObject({ code: 404 })
  })

  test('by the last digits of the number, or by part of the name', async () => {
    const { id, staff, rows } = await ticketed(3)
    const find = async (key: string) =>
      (await staff.get('/staff/training/checkIn/find', { courseId: id, key })).data.map((one: { id: number }) => one.id)
    expect(await find('002')).toEqual([rows[1]!.id])
    expect(await find(rows[2]!.ticketNumber!)).toEqual([rows[2]!.id])
    expect(await find('之3')).toEqual([rows[2]!.id])
    const { data } = await staff.get('/staff/training/checkIn/courses')
    expect(data.map((one: { id: number }) => one.id)).toContain(id)
  })

  test('is undone with a reason; the registration is what it was when nobody of it is left', async () => {
    const { order, staff, rows } = await ticketed(2)
    for (const { id } of rows) await staff.post('/staff/training/checkIn', { participantId: id })
    const undo = (participantId: number, reason = '扫错了人') =>
      staff.post('/staff/training/checkIn/undo', { participantId, reason })
    expect((await undo(rows[0]!.id, '')).code).toBe(400)
    expect((await undo(rows[0]!.id)).code).toBe(200)
    expect(await statusOf(order.id)).toBe('checkedIn')
    expect((await undo(rows[1]!.id)).code).toBe(200)
    expect(await statusOf(order.id)).toBe('confirmed')
    expect((await undo(rows[1]!.id)).code).toBe(409)
    expect((await personOf(rows[0]!.id)).checkedInAt).toBeNull()
  })
})

describe('attendance', () => {
  test('a morning has begun at midnight, an afternoon at noon, in Shanghai', () => {
    const at = (moment: string) =>
      ['2026-05-12a', '2026-05-12b', '2026-05-12c'].filter(code => hasBegun(code, new Date(moment)))
    expect(at('2026-05-11T15:59:00Z')).toEqual([])
    expect(at('2026-05-11T16:00:00Z')).toEqual(['2026-05-12a'])
    expect(at('2026-05-12T04:00:00Z')).toEqual(['2026-05-12a', '2026-05-12b'])
    expect(at('2026-05-13T00:00:00Z')).toHaveLength(3)
  })

  const morning = `${today()}a`

  test('scanned at a session: who is checked in, once; who is not is sent to the desk', async () => {
    const { id, staff, rows, tokens } = await ticketed(2)
    const scan = (token: string) => staff.post('/staff/training/checkIn', { token, courseId: id, session: morning })
    expect(await scan(tokens[0]!)).toMatchObject({ code: 409, msg: '尚未报到，请先办理报到' })
    await staff.post('/staff/training/checkIn', { token: tokens[0]! })
    expect((await scan(tokens[0]!)).data).toMatchObject({ isNew: true })
    expect((await scan(tokens[0]!)).data).toMatchObject({ isNew: false })
    expect(await site.services.db.$count(attendance, eq(attendance.participantId, rows[0]!.id))).toBe(1)
    const tomorrow = { token: tokens[0]!, courseId: id, session: `${addDays(today(), 1)}a` }
    expect((await staff.post('/staff/training/checkIn', tomorrow)).code).toBe(409)
    const undone = await staff.post('/staff/training/checkIn/undo', { participantId: rows[0]!.id, reason: '错了' })
    expect(undone.msg).toContain('已有考勤记录')
  })

  test('ticked in a list, counted for each person, exported', async () => {
    const { id, staff, rows } = await ticketed(2)
    for (const one of rows) await staff.post('/staff/training/checkIn', { participantId: one.id })
    const participantIds = rows.map(one => one.id)
    const tick = (isPresent: boolean, ids = participantIds) =>
      staff.post('/staff/training/attendance', { courseId: id, session: morning, participantIds: ids, isPresent })
    expect((await tick(true)).data.changed).toBe(2)
    expect((await tick(true)).data.changed).toBe(0)
    expect((await tick(false, [participantIds[1]!])).data.changed).toBe(1)
    const { data } = await staff.get('/staff/training/attendance', { courseId: id })
    // Rate over sessions with recorded attendance only.
    expect(data.list.map(({ present, rate }: { present: string[]; rate: number }) => [present, rate])).toEqual([
      [[morning], 100],
      [[], 0],
    ])
    const run = await staff.get('/staff/training/run', { courseId: id })
    expect(run.data.sessions[0]).toMatchObject({ code: morning, present: 1 })
    const { bytes } = await download('/staff/training/attendance/export', { courseId: id })
    const [head, first] = textsOf(await sheetOf(bytes))
    expect(head!.slice(-2)).toEqual(['到课次数', '出勤率'])
    expect(first!.slice(-2)).toEqual(['1', '100%'])
    const { people: strangers } = await seatPeople(site, (await startClass(site)).id, people(1))
    expect((await tick(true, strangers)).code).toBe(409)
  })
})
