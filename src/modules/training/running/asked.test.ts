import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { makeTickets, setUpRunningCourses } from '#test/setups/training/runningCourses.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpRunningCourses()

const women = ['程戊', '程己', '程庚'].map(name => ({ name, stay: 'shared' as const, sex: 'female' as const }))
const [BOILER, PIPE] = ['锅炉检测一公司', '管道清洗公司']
let cookie: { cookie: string }
let staff: ReturnType<typeof site.as>
let courseId: number
let other: number
/** 程甲 and 程乙 of the first company, 程丙 and three women of the second. */
let ids: number[]

beforeAll(async () => {
  cookie = await staffSession(site, await staffWith(site, ['trainer']))
  staff = site.as(cookie)
  const { db } = site.services
  await db.insert(personnelGroup).values({ id: 9, code: 'JC', name: '检测人员' })
  const levels = [{ code: '1', name: '一级' }]
  await db.insert(personnelKind).values({ id: 9, groupId: 9, code: 'JC1', name: '水质检测员', levels })
  const of = await startClass(site, { asksStay: true, personnelKindId: 9 })
  courseId = of.id
  const first = await seatPeople(
    site,
    courseId,
    [
      { name: '程甲', stay: 'shared', levelCode: '1' },
      { name: '程乙', stay: 'single', sex: 'female' },
    ],
    { organisationName: BOILER },
  )
  const second = await seatPeople(site, courseId, [{ name: '程丙', stay: 'shared' }, ...women], {
    organisationName: PIPE,
  })
  ids = [...first.people, ...second.people]
  const next = await startClass(site, { title: '另一个班' })
  other = next.id
  await seatPeople(site, other, [{ name: '程丁' }])
  for (const id of [courseId, other]) await makeTickets(staff, id)
})

type Query = Record<string, string | number>
const download = async (path: string, query: Query) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return site.app.inject({ url: `/api/staff/training/${path}?${search}`, headers: cookie })
}
const namesOf = async (path: string, query: Query) => {
  const { data } = await staff.get(`/staff/training/${path}`, query)
  return (data.list ?? data).map(({ name }: { name: string }) => name).sort()
}
const namesInFile = async (path: string, query: Query) => {
  const [head, ...rows] = textsOf(await sheetOf((await download(path, query)).rawPayload))
  return rows.map(row => row[head!.indexOf('姓名')]).sort()
}

describe('who sleeps at the hotel', () => {
  test.each([
    [{}, ['程丙', '程乙', '程甲', '程戊', '程己', '程庚']],
    [{ stay: 'single' }, ['程乙']],
    [{ sex: 'male' }, ['程丙', '程甲']],
    [{ organisation: '管道' }, ['程丙', '程戊', '程己', '程庚']],
  ])('asked for %j', async (filter, names) => {
    expect(await namesOf('rooms', { courseId, ...filter })).toEqual(names.sort())
    expect(await namesInFile('rooms/export', { courseId, ...filter })).toEqual(names.sort())
  })

  test('is put up anew only where that was said', async () => {
    const assign = async (more: object) => {
      await staff.post('/staff/training/rooms/assign', { courseId, ...more })
      const { data } = await staff.get('/staff/training/rooms', { courseId })
      return data.find(({ name }: { name: string }) => name === '程甲').room
    }
    const room = await assign({ names: ['801', '802', '803', '804'] })
    expect(room).toMatch(/^80/)
    expect(await assign({ names: ['901', '902', '903', '904'] })).toBe(room)
    expect(await assign({ names: ['901', '902', '903', '904'], again: true })).toMatch(/^90/)
  })
})

test('the roster tells the level of who is examined for one', async () => {
  const { data } = await staff.get('/staff/training/roster', { courseId })
  const levels = data.list.map(({ name, levelName }: { name: string; levelName: string }) => [name, levelName])
  expect(Object.fromEntries(levels)).toMatchObject({ 程甲: '一级', 程乙: '', 程丙: '' })
})

test('tickets are those of a course, or of one person', async () => {
  const asked: Query[] = [{ courseId }, { courseId: other }, { participantId: ids[0]! }, { participantId: ids[2]! }]
  const sizeOf = async (query: Query) => {
    const { headers, rawPayload } = await download('tickets/file', query)
    expect(headers['content-type']).toBe('application/pdf')
    return rawPayload.length
  }
  const sizes = await Promise.all(asked.map(sizeOf))
  expect(new Set(sizes).size).toBe(4)
})

test('sheets are of one course: for the door, or for the tables', async () => {
  const rooms = [{ name: '一号考场', size: 8 }]
  for (const id of [courseId, other])
    await staff.post('/staff/training/seating', { courseId: id, order: 'ticket', rooms })
  const sheet = async (query: Query) => (await download('seating/sheet', query)).rawPayload.length
  const door = await sheet({ courseId, kind: 'door' })
  expect(await sheet({ courseId, kind: 'table' })).not.toBe(door)
  expect(await sheet({ courseId: other, kind: 'door' })).not.toBe(door)
})

test('at the desk: who is in the course, who has come, who came to the session', async () => {
  const find = async (query: Query) => (await staff.get('/staff/training/checkIn/find', { key: '程', ...query })).data
  expect((await find({ courseId })).map(({ name }: { name: string }) => name)).toHaveLength(6)
  expect((await find({ courseId: other })).map(({ name }: { name: string }) => name)).toEqual(['程丁'])
  const session = `${dayOf(new Date())}a`
  for (const participantId of [ids[0], ids[1]]) await staff.post('/staff/training/checkIn', { participantId })
  await staff.post('/staff/training/checkIn', { participantId: ids[1], courseId, session })
  expect((await find({ courseId })).filter(({ isCheckedIn }: { isCheckedIn: boolean }) => isCheckedIn)).toHaveLength(2)
  expect(await namesOf('checkIn/last', { courseId })).toEqual(['程乙', '程甲'].sort())
  expect(await namesOf('checkIn/last', { courseId, session })).toEqual(['程乙'])
  const look = async (query: Query) => (await staff.get('/staff/training/checkIn/look', query)).data
  const whom = { participantId: ids[0]!, courseId }
  expect(await look(whom)).toMatchObject({ doneAt: expect.any(String), sessionName: '' })
  expect(await look({ ...whom, session })).toMatchObject({ doneAt: null, sessionName: expect.stringContaining('上午') })
})
