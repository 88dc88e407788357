import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  download,
  linesOf,
  makeTickets,
  people,
  personOf,
  setUpRunningCourses,
  trainer,
} from '#test/setups/training/runningCourses.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { asStaff, staffWith, textsTo } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { smsParts } from '../../messages/sms.ts'
import { writeSetting } from '../../settings/server/settings.ts'
import { course, participant } from '../server/tables.ts'

setUpRunningCourses()

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
    const make = () => makeTickets(staff, id)
    expect((await make()).data).toEqual({ made: 3, total: 3, told: 2 })
    const late = await seatPeople(site, id, people(1), { confirmedAt: new Date(0) })
    // A participant who drops out keeps the number; it is not reused.
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
    const contactMobileSealed = site.services.encryption.encrypt(phone)
    await seatPeople(site, id, people(40), { contactMobileSealed })
    const desks = await Promise.all([trainer(), trainer(), trainer()])
    const answers = await Promise.all(
      desks.map(desk => desk.post('/staff/training/tickets/make', { courseId: id, expected: 40 })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toContain('现在是 0 人')
    const rows = await site.services.db.select().from(participant).where(eq(participant.courseId, id))
    const numbers = rows.map(({ ticketNumber }) => Number(ticketNumber!.slice(4))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    const texts = await textsTo(site, phone)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('入场凭证已生成')
    const [of] = await site.services.db.select().from(course).where(eq(course.id, id))
    expect(of!.ticketsAt).not.toBeNull()
  })

  test('not before the head-count was seen: who is reached, by which channel, as how many texts', async () => {
    await writeSetting(site.ctx(), 'sms', { price: '0.05' })
    const { id } = await startClass(site)
    const contactMobileSealed = site.services.encryption.encrypt('13900007799')
    await seatPeople(site, id, people(3), { contactMobileSealed })
    await seatPeople(site, id, people(2))
    const staff = await trainer()
    const { data } = await staff.get('/staff/training/tickets/preview', { courseId: id })
    expect(data).toMatchObject({ people: 5, registrations: 2, texts: 1 })
    const stale = await staff.post('/staff/training/tickets/make', { courseId: id, expected: 4 })
    expect(stale).toMatchObject({ code: 409, msg: expect.stringContaining('现在是 5 人') })
    expect((await textsTo(site, '13900007799')).length).toBe(0)
    expect((await makeTickets(staff, id)).data).toMatchObject({ made: 5, told: 2 })
    const sent = await textsTo(site, '13900007799')
    expect(sent).toHaveLength(1)
    expect(data.smsParts).toBe(smsParts(sent[0]!))
    expect(data.textPrice).toBe(0.05)
  })

  test('not for a course that is cancelled, nor for one to which nobody is sure to come', async () => {
    const staff = await trainer()
    const { id } = await startClass(site)
    await seatPeople(site, id, people(1), { status: 'paid' })
    expect(await makeTickets(staff, id)).toMatchObject({ code: 409 })
    const { id: cancelled } = await startClass(site, { cancelledAt: new Date() })
    expect((await makeTickets(staff, cancelled)).msg).toContain('已取消')
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
    await makeTickets(staff, id)
    expect((await arrange('mixed', 3)).msg).toContain('共 5 座')
    expect((await arrange('ticket')).data).toEqual({ seated: 6, neighbours: 3 })
    expect((await staff.get('/staff/training/seating', { courseId: id })).data.neighbours).toBe(3)
    expect((await arrange('mixed')).data).toEqual({ seated: 6, neighbours: 0 })
    const { data } = await staff.get('/staff/training/seating', { courseId: id })
    expect(data.rooms.map(({ seats }: { seats: { seat: string }[] }) => seats.map(({ seat }) => seat))).toEqual([
      ['一号考场 01', '一号考场 02', '一号考场 03', '一号考场 04'],
      ['二号考场 01', '二号考场 02'],
    ])
    const roster = (await staff.get('/staff/training/roster', { courseId: id })).data.list
    expect(roster.map(({ seat }: { seat: string }) => seat).toSorted()).toEqual(
      ['一号考场 01', '一号考场 02', '一号考场 03', '一号考场 04', '二号考场 01', '二号考场 02'].toSorted(),
    )
    const [one, two] = data.rooms[0].seats
    const move = (from: string, seat: string) =>
      staff.post('/staff/training/seating/move', { participantId: one.id, from, seat })
    expect((await move('一号考场 01', '一号考场 02')).data).toEqual({ seat: '一号考场 02', swappedWith: two.name })
    expect((await personOf(two.id)).seat).toBe('一号考场 01')
    expect((await move('一号考场 01', '一号考场 03')).msg).toContain('刚被同事改为')
    expect((await move('一号考场 02', '一号考场 09')).msg).toContain('只有 4 个座位')
    expect((await move('一号考场 02', '三号考场 01')).code).toBe(400)
    expect((await move('一号考场 02', '')).data).toEqual({ seat: '', swappedWith: '' })
    const { ticketNumber } = await personOf(one.id)
    expect((await staff.get('/staff/training/seating', { courseId: id })).data.unseated).toEqual([
      { id: one.id, name: one.name, organisationName: one.organisationName, ticketNumber, seat: '' },
    ])
    for (const kind of ['door', 'table']) {
      const { type, bytes } = await download('/staff/training/seating/sheet', { courseId: id, kind })
      expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    }
  })
})

describe('rooms', () => {
  test('are given to pairs, kept when given again, changed by hand within the rules, listed for the hotel', async () => {
    const { id } = await startClass(site, { asksStay: true, hotel: '示例大酒店' })
    const stay = 'shared' as const
    const all = [
      { name: '程甲', stay, roommate: '程丙', diet: '清真' },
      { name: '程乙', stay, sex: 'female' as const },
      { name: '程丙', stay },
      { name: '程丁', stay: 'single' as const },
      { name: '程戊' },
    ]
    const { people: ids, name: organisationName } = await seatPeople(site, id, all)
    const staff = await trainer()
    const assign = (more: object = {}) => staff.post('/staff/training/rooms/assign', { courseId: id, ...more })
    expect((await assign({ names: ['801', '802'] })).data).toEqual({ lodged: 4, rooms: 3 })
    const rooms = async () => (await Promise.all(ids.map(personOf))).map(({ room }) => room)
    expect(await rooms()).toEqual(['801', '802', '801', '房间 1', ''])
    const guests = (await staff.get('/staff/training/rooms', { courseId: id })).data
    const about = { organisationName, sexName: '男', stay, stayName: '合住', roommate: '', diet: '' }
    expect(guests.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual([
      { ...about, id: ids[0], name: '程甲', roommate: '程丙', diet: '清真', room: '801' },
      { ...about, id: ids[1], name: '程乙', sexName: '女', room: '802' },
      { ...about, id: ids[2], name: '程丙', room: '801' },
      { ...about, id: ids[3], name: '程丁', stay: 'single', stayName: '单住', room: '房间 1' },
    ])
    const run = (await staff.get('/staff/training/run', { courseId: id })).data
    expect(run).toMatchObject({ hotel: '示例大酒店', figures: { staying: 4, lodged: 4 } })
    const roster = (await staff.get('/staff/training/roster', { courseId: id })).data.list
    expect(roster.find((one: { id: number }) => one.id === ids[1]).room).toBe('802')
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
