import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { seatPeople, startClass } from '../../../../test/classroom.ts'
import { asStaff, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { sheetOf, textsOf } from '../../../../test/workbooks.ts'
import { attendance, course, participant, registration } from '../server/tables.ts'
import { hasBegun } from './attendance.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp()
})
afterAll(() => site.close())

const trainer = async () => asStaff(site, await staffWith(site, ['trainer']))
const today = () => dayOf(new Date())
const people = (count: number, more: object = {}) => Array.from({ length: count }, () => more)
const statusOf = async (id: number) =>
  (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!.status
const personOf = async (id: number) =>
  (await site.services.db.select().from(participant).where(eq(participant.id, id)))[0]!
const linesOf = (action: string, objectId: number) =>
  site.services.db.$count(auditEvent, and(eq(auditEvent.action, action), eq(auditEvent.objectId, objectId)))

async function download(path: string, query: Record<string, string | number>) {
  const headers = await staffSession(site, await staffWith(site, ['trainer']))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await site.app.inject({ url: `/api${path}?${search}`, headers })
  return { type: response.headers['content-type'], bytes: response.rawPayload }
}

describe('the roster', () => {
  test('lists who is confirmed, masked, and counts who is there, missing or has not paid', async () => {
    const { id } = await startClass(site)
    const ours = await seatPeople(site, id, people(2), { organisationName: '江南锅炉有限公司' })
    await seatPeople(site, id, people(1), { status: 'unpaid' })
    await seatPeople(site, id, people(1), { status: 'cancelled' })
    const staff = await trainer()
    await staff.post('/staff/training/checkIn', { participantId: ours.people[0]! })
    const { data } = await staff.get('/staff/training/roster', { courseId: id })
    expect(data.total).toBe(2)
    expect(data.list[0]).toMatchObject({ organisationName: '江南锅炉有限公司', mobile: '139****1234', sexName: '男' })
    expect(data.list[0].idNumber).toMatch(/^1\*{16}[\dX]$/)
    const ask = async (query: object) =>
      (await staff.get('/staff/training/roster', { courseId: id, ...query })).data.list.length
    expect([await ask({ checkedIn: '1' }), await ask({ checkedIn: '0' })]).toEqual([1, 1])
    expect([await ask({ organisation: '江南' }), await ask({ organisation: '塞北' })]).toEqual([2, 0])
    const run = await staff.get('/staff/training/run', { courseId: id })
    expect(run.data.figures).toMatchObject({ confirmed: 2, checkedIn: 1, absent: 1, feeOpen: 1, ticketed: 0 })
    expect(run.data).toMatchObject({ isCheckInDay: true })
  })

  test('is exported with exactly its filters, and without a number in full', async () => {
    const { id } = await startClass(site)
    await seatPeople(site, id, people(3), { organisationName: '江南锅炉有限公司' })
    await seatPeople(site, id, people(1), { organisationName: '塞北锅炉有限公司' })
    const { bytes } = await download('/staff/training/roster/export', { courseId: id, organisation: '江南' })
    const [head, ...rows] = textsOf(await sheetOf(bytes))
    expect(head).toEqual(expect.arrayContaining(['准考证号', '姓名', '单位', '手机', '报到时间']))
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/13900001234|\d{17}/)
    expect(await linesOf('course.exportRoster', id)).toBe(1)
  })

  test('is for who runs courses alone', async () => {
    const { id } = await startClass(site)
    for (const role of ['cashier', 'editor', 'reviewer']) {
      const staff = await asStaff(site, await staffWith(site, [role]))
      expect((await staff.get('/staff/training/roster', { courseId: id })).code).toBe(403)
      expect((await staff.post('/staff/training/checkIn', { participantId: 1 })).code).toBe(403)
    }
    expect((await site.get('/staff/training/run', { courseId: id })).status).toBe(401)
  })
})

describe('admission tickets', () => {
  test('are numbered without a gap, whoever was confirmed first in front, and later ones go on from there', async () => {
    const { id } = await startClass(site)
    const first = await seatPeople(site, id, people(2))
    const second = await seatPeople(site, id, people(1))
    const staff = await trainer()
    const make = () => staff.post('/staff/training/tickets/make', { courseId: id })
    expect((await make()).data).toEqual({ made: 3, total: 3, told: 2 })
    const late = await seatPeople(site, id, people(1), { confirmedAt: new Date(0) })
    // Whoever drops out keeps the number: it is not given to another.
    await site.services.db.update(participant).set({ isActive: false }).where(eq(participant.id, second.people[0]!))
    expect((await make()).data).toEqual({ made: 1, total: 4, told: 1 })
    expect((await make()).data).toEqual({ made: 0, total: 4, told: 0 })
    const all = await Promise.all([...first.people, ...second.people, ...late.people].map(personOf))
    const prefix = String(id).padStart(4, '0')
    expect(all.map(({ ticketNumber }) => ticketNumber)).toEqual(['001', '002', '003', '004'].map(end => prefix + end))
    expect(new Set(all.map(({ token }) => token)).size).toBe(4)
    expect(all.every(({ token }) => Buffer.from(token!, 'base64url').length === 16)).toBe(true)
  })

  test('made by two at once: every number once, no gap, everybody told once', async () => {
    const { id } = await startClass(site)
    const phone = '13900007788'
    const contactMobileSealed = site.services.sealer.seal(phone)
    await seatPeople(site, id, people(40), { contactMobileSealed })
    const desks = await Promise.all([trainer(), trainer(), trainer()])
    const answers = await Promise.all(desks.map(desk => desk.post('/staff/training/tickets/make', { courseId: id })))
    expect(answers.map(({ data }) => data.made).sort()).toEqual([0, 0, 40])
    const rows = await site.services.db.select().from(participant).where(eq(participant.courseId, id))
    const numbers = rows.map(({ ticketNumber }) => Number(ticketNumber!.slice(4))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    const texts = await textsTo(site, phone)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('准考证已生成')
    const [of] = await site.services.db.select().from(course).where(eq(course.id, id))
    expect(of!.ticketsAt).not.toBeNull()
  })

  test('not for a course that is cancelled, nor for one to which nobody is sure to come', async () => {
    const staff = await trainer()
    const { id } = await startClass(site)
    await seatPeople(site, id, people(1), { status: 'paid' })
    expect(await staff.post('/staff/training/tickets/make', { courseId: id })).toMatchObject({ code: 409 })
    const { id: cancelled } = await startClass(site, { cancelledAt: new Date() })
    expect((await staff.post('/staff/training/tickets/make', { courseId: cancelled })).msg).toContain('已取消')
  })
})

/** A class whose tickets are made; answers the tokens, in the order of the numbers. */
async function ticketed(count: number, changes: Parameters<typeof startClass>[1] = {}, more: object = {}) {
  const { id } = await startClass(site, changes)
  const order = await seatPeople(site, id, people(count), more)
  const staff = await trainer()
  expect((await staff.post('/staff/training/tickets/make', { courseId: id })).msg).toBe('ok')
  const rows = await Promise.all(order.people.map(personOf))
  return { id, order, staff, rows, tokens: rows.map(({ token }) => token!) }
}

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
    expect(await problem(tokens[1]!)).toContain('不在参训名单')
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
    // Of the sessions at which attendance was taken, and of no others.
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

describe('seats', () => {
  test('are given by ticket number or mixed; by hand two change places, and who looks at an old list is told', async () => {
    const { id } = await startClass(site)
    for (let i = 0; i < 2; i++) await seatPeople(site, id, people(3), { organisationName: `第${i}厂` })
    const staff = await trainer()
    const arrange = (order: string, size = 4) =>
      staff.post('/staff/training/seating', {
        courseId: id,
        order,
        rooms: [
          { name: '一号考场', size },
          { name: '二号考场', size: 2 },
        ],
      })
    expect((await arrange('mixed')).msg).toContain('先生成准考证')
    await staff.post('/staff/training/tickets/make', { courseId: id })
    expect((await arrange('mixed', 3)).msg).toContain('共 5 座')
    expect((await arrange('ticket')).data).toEqual({ seated: 6, neighbours: 3 })
    expect((await arrange('mixed')).data).toEqual({ seated: 6, neighbours: 0 })
    const { data } = await staff.get('/staff/training/seating', { courseId: id })
    expect(data.rooms.map(({ seats }: { seats: { seat: string }[] }) => seats.map(({ seat }) => seat))).toEqual([
      ['一号考场 01', '一号考场 02', '一号考场 03', '一号考场 04'],
      ['二号考场 01', '二号考场 02'],
    ])
    const [one, two] = data.rooms[0].seats
    const move = (from: string, seat: string) =>
      staff.post('/staff/training/seating/move', { participantId: one.id, from, seat })
    expect((await move('一号考场 01', '一号考场 02')).data).toEqual({ seat: '一号考场 02', swappedWith: two.name })
    expect((await personOf(two.id)).seat).toBe('一号考场 01')
    expect((await move('一号考场 01', '一号考场 03')).msg).toContain('刚被同事改为')
    expect((await move('一号考场 02', '一号考场 09')).msg).toContain('只有 4 个座位')
    expect((await move('一号考场 02', '三号考场 01')).code).toBe(400)
    for (const kind of ['door', 'table']) {
      const { type, bytes } = await download('/staff/training/seating/sheet', { courseId: id, kind })
      expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    }
  })
})

describe('rooms', () => {
  test('are given to pairs, kept when given again, changed by hand within the rules, listed for the hotel', async () => {
    const { id } = await startClass(site, { asksStay: true })
    const stay = 'shared' as const
    const all = [
      { name: '程甲', stay, roommate: '程丙' },
      { name: '程乙', stay, sex: 'female' as const },
      { name: '程丙', stay },
      { name: '程丁', stay: 'single' as const },
      { name: '程戊' },
    ]
    const { people: ids } = await seatPeople(site, id, all)
    const staff = await trainer()
    const assign = (more: object = {}) => staff.post('/staff/training/rooms/assign', { courseId: id, ...more })
    expect((await assign({ names: ['801', '802'] })).data).toEqual({ lodged: 4, rooms: 3 })
    const rooms = async () => (await Promise.all(ids.map(personOf))).map(({ room }) => room)
    expect(await rooms()).toEqual(['801', '802', '801', '房间 1', ''])
    const move = (i: number, from: string, room: string) =>
      staff.post('/staff/training/rooms/move', { participantId: ids[i], from, room })
    expect((await move(1, '802', '801')).msg).toContain('已住满')
    expect((await move(0, '801', '802')).msg).toContain('性别不同')
    expect((await move(0, '801', '房间 1')).msg).toContain('单住')
    expect((await move(4, '', '801')).code).toBe(409)
    expect((await move(0, '803', '804')).msg).toContain('刚被同事改为')
    expect((await move(0, '801', '805')).data).toEqual({ room: '805' })
    await seatPeople(site, id, [{ name: '程己', stay }])
    expect((await assign()).data).toEqual({ lodged: 1, rooms: 4 })
    expect(await rooms()).toEqual(['805', '802', '801', '房间 1', ''])
    const { bytes } = await download('/staff/training/rooms/export', { courseId: id })
    const [head, ...rows] = textsOf(await sheetOf(bytes))
    expect(head).not.toContain('证件号码')
    expect(rows).toHaveLength(5)
    expect(await site.services.db.$count(auditEvent, like(auditEvent.action, 'participant.room'))).toBe(1)
  })
})
