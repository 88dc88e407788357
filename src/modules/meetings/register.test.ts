import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { appointment } from '#modules/posts/server/tables.ts'
import {
  bodyOf,
  type Holder,
  holders,
  invited,
  mine,
  reply,
  seatsIn,
  setUpSeats,
  today,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { applied } from '#test/support/applying.ts'
import { asStaff, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpSeats()

type Seat = { id: number; personName: string }
type Row = { id: number; title: string; state: string; bodyId: number }

let keeper: ReturnType<typeof site.as>
let headers: Record<string, string>
let people: Holder[]
let bodyId: number
/** Held online today, with papers, after replies of every kind. */
let near: { id: number }
/** In three weeks, with nothing but its notice and a proxy that is asked. */
let far: { id: number }
let itemId: number
let [onMeeting, onItem, ofStaff] = [0, 0, 0]
let seats: Seat[]

const ok = async (answer: Promise<{ code: number; msg: string; data: unknown }>) => {
  const { code, msg, data } = await answer
  expect(code, `${msg} ${JSON.stringify(data)}`).toBe(200)
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP.
  return data as any
}
const download = async (path: string) =>
  (await site.app.inject({ url: `/api/staff/meeting/${path}`, headers })).rawPayload
const detail = async (id: number) => (await keeper.get('/staff/meeting/detail', { id })).data

beforeAll(async () => {
  const session = await staffSession(site, await staffWith(site, ['secretary']))
  headers = { ...session, 'sec-fetch-site': 'same-origin' }
  keeper = site.as(session)
  people = await holders(4)
  bodyId = await bodyOf(people, { noticeDays: 5, maxProxies: 2, proxyHolder: 'anyone' })
  // Nobody can be told at the last seat.
  const last = eq(appointment.accountId, people[3]!.accountId)
  await site.services.db.update(appointment).set({ accountId: null }).where(last)

  const { bodies, kinds } = await ok(keeper.get('/staff/meeting/choices', {}))
  expect(bodies).toContainEqual({ id: bodyId, name: expect.stringContaining('测试委员会') })
  const kindId = kinds.find(({ name }: { name: string }) => name === '报告').id
  const about = { title: '线上的会议', bodyId, meetsOn: today, startsAt: '09:30', place: '一号会议室' }
  const made = await ok(keeper.post('/staff/meeting/save', { ...about, onlineUrl: 'https://meet.example.cn/8' }))
  const item = { kindId, title: '审议报告', presenter: '秘书长' }
  const filled = await ok(keeper.post('/staff/meeting/item/save', { ...made, ...item }))
  itemId = (await detail(made.id)).agenda[0].itemId
  const worded = { ...filled, ...item, itemId, title: '审议工作报告', text: '报告全文见材料。' }
  const planned = await ok(keeper.post('/staff/meeting/item/save', worded))
  const add = async (name: string, audience: string, more: object = {}) => {
    const fileIds = [await putFile(site, headers, name)]
    return (await ok(keeper.post('/staff/meeting/paper/add', { id: made.id, fileIds, audience, ...more }))).paperIds[0]
  }
  onMeeting = await add('须知.png', 'seats')
  onItem = await add('报告.png', 'seats', { itemId })
  ofStaff = await add('内部意见.png', 'staff')
  const wrong = await add('错的.png', 'seats')
  await ok(keeper.post('/staff/meeting/paper/remove', { paperId: wrong }))
  const notice = { id: made.id, version: planned.version, replyBy: today, reason: '主管部门临时要求' }
  near = await ok(keeper.post('/staff/meeting/notice', notice))
  far = await invited(bodyId)

  seats = await seatsIn(near.id)
  const ids = seats.map(({ id }) => id)
  await ok(reply(people[0]!, ids[0]!, 'attend'))
  await ok(reply(people[1]!, ids[1]!, 'leave', { reason: '出国' }))
  const letter = async () => ({
    reply: 'proxy',
    fileIds: [await putFile(site, headers, '委托书.png')],
    received: '盖章的委托书',
  })
  await ok(keeper.post('/staff/meeting/reply', { ...(await letter()), seatId: ids[2], proxyName: '李四' }))
  await ok(keeper.post('/staff/meeting/reply', { ...(await letter()), seatId: ids[3], proxySeatId: ids[0] }))
  await ok(people[0]!.api.post('/meeting/paper', { paperId: onItem }))
  await ok(people[1]!.api.post('/meeting/paper', { paperId: onMeeting }))
  await ok(people[0]!.api.post('/meeting/checkin', { id: near.id }))
  await ok(keeper.post('/staff/meeting/attend', { seatIds: [ids[2]], as: 'onSite' }))
  await ok(keeper.post('/staff/meeting/attend', { seatIds: [ids[2]], as: 'left' }))

  const later = await seatsIn(far.id)
  await ok(reply(people[1]!, later[1]!.id, 'proxy', { proxySeatId: later[0]!.id }))
  await ok(keeper.post('/staff/meeting/remind', { seatIds: [later[0]!.id], about: 'reply' }))
})

describe('two meetings of a body', () => {
  test('are each shown to staff with its own agenda, papers, address, seats and quorum', async () => {
    const [one, other] = [await detail(near.id), await detail(far.id)]
    expect(one).toMatchObject({
      id: near.id,
      onlineUrl: 'https://meet.example.cn/8',
      rule: { noticeDays: 5, proxies: { holder: 'anyone', max: 2 } },
      agenda: [
        {
          itemId,
          title: '审议工作报告',
          text: '报告全文见材料。',
          papers: [{ paperId: onItem, file: { name: '报告.png' }, audience: 'seats', readers: 1 }],
        },
      ],
      papers: [
        { paperId: onMeeting, file: { name: '须知.png' }, audience: 'seats', readers: 1 },
        { paperId: ofStaff, file: { name: '内部意见.png' }, audience: 'staff', readers: 0 },
      ],
    })
    for (const { audience, audienceName } of one.papers) expect(audienceName, audience).toMatch(/./)
    expect(other).toMatchObject({ id: far.id, onlineUrl: '', papers: [], agenda: [{ papers: [], text: '' }] })

    const readers = async (paperId: number) =>
      (await keeper.get('/staff/meeting/paper/readers', { paperId })).data.list.map(
        ({ readAt }: { readAt: string | null }) => readAt !== null,
      )
    expect(await readers(onItem)).toEqual([true, false, false, false])
    expect(await readers(onMeeting)).toEqual([false, true, false, false])
    expect(await readers(ofStaff)).toEqual([])

    const invitation = async ({ id }: { id: number }) => (await keeper.get('/staff/meeting/invitation', { id })).data
    expect(await invitation(near)).toMatchObject({
      noticeReason: '主管部门临时要求',
      replyBy: today,
      daysLeft: 0,
      isLate: true,
      unreachable: [expect.stringContaining(seats[3]!.personName)],
    })
    expect(await invitation(far)).toMatchObject({ noticeReason: '', replyBy: addDays(today, 19), daysLeft: 20 })
    const quorum = async ({ id }: { id: number }) => (await keeper.get('/staff/meeting/quorum', { id })).data
    expect(await quorum(near)).toMatchObject({ title: '线上的会议', heads: { present: 2, represented: 1, onLeave: 1 } })
    expect(await quorum(far)).toMatchObject({ heads: { present: 0, unanswered: 3 }, latest: [] })

    const start = async (path: string) => (await download(path)).subarray(0, 2).toString()
    const agendas = [await download(`agenda?id=${near.id}`), await download(`agenda?id=${far.id}`)]
    expect(agendas.map(pdf => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
    expect(agendas[0]!.length).not.toBe(agendas[1]!.length)
    expect(await start(`agenda?id=${near.id}&format=docx`)).toBe('PK')
  })

  test('are listed to each member with their seats, the nearest first, page by page', async () => {
    const [api] = people.map(({ api }) => api)
    const page = async (query: Record<string, number>) => (await api!.get('/meeting/list', query)).data
    const both = await page({ pageSize: 2, pageNum: 1 })
    expect(both).toMatchObject({
      total: 2,
      list: [
        { id: near.id, asked: 0, seats: [{ reply: 'attend', mode: 'remote', arrivedAt: expect.any(String) }] },
        { id: far.id, asked: 1, seats: [{ reply: null, mode: null, arrivedAt: null }] },
      ],
    })
    expect((await page({ pageSize: 1, pageNum: 1 })).list).toEqual([both.list[0]])
    expect((await page({ pageSize: 1, pageNum: 2 })).list).toEqual([both.list[1]])

    const seatOf = async (holder: Holder, { id }: { id: number }) => {
      const { list } = (await holder.api.get('/meeting/list', {})).data
      return list.find((row: Row) => row.id === id).seats[0]
    }
    expect(await seatOf(people[1]!, near)).toMatchObject({
      reply: 'leave',
      reason: '出国',
      repliedAt: expect.any(String),
    })
    const [carrier] = await seatsIn(far.id)
    expect(await seatOf(people[1]!, far)).toMatchObject({
      reply: 'proxy',
      proxySeatId: carrier!.id,
      proxyTo: expect.stringContaining(carrier!.personName),
      proxyState: 'asked',
      proxyStateName: expect.stringMatching(/./),
      repliedName: expect.stringMatching(/./),
    })
    expect(await seatOf(people[2]!, near)).toMatchObject({
      proxyTo: '李四',
      proxyState: 'confirmed',
      files: [{ name: '委托书.png' }],
    })
  })

  test('are each shown to their members, with what is for the seats and what these have read', async () => {
    const [one, other] = [await mine(people[0]!, near.id), await mine(people[0]!, far.id)]
    expect(one).toMatchObject({
      id: near.id,
      onlineUrl: 'https://meet.example.cn/8',
      mayNameAnyone: true,
      agenda: [
        {
          text: '报告全文见材料。',
          outcome: null,
          papers: [{ paperId: onItem, name: '报告.png', ext: 'png', size: expect.any(Number), isRead: true }],
        },
      ],
      papers: [{ paperId: onMeeting, name: '须知.png', isRead: false }],
      proxies: [{ seatId: seats[3]!.id, state: 'confirmed' }],
      heads: { entitled: 4, present: 2, onLeave: 1 },
    })
    expect(one.papers).toHaveLength(1)
    expect(other).toMatchObject({ id: far.id, onlineUrl: '', papers: [], heads: { present: 0, onLeave: 0 } })
  })
})

test('the seats of all meetings are narrowed by each filter and sorted by their headings, and so is their workbook', async () => {
  const register = await openRegister(site, '/staff/meeting/seat')
  const { personName } = seats[0]!
  await expectNarrowed(register, [
    [{ meetingId: near.id }, row => row.meetingId === near.id],
    [{ key: personName }, row => row.personName === personName],
    [{ replied: 'yes' }, row => row.reply !== null],
    [{ replied: 'no' }, row => row.reply === null],
    [{ reply: 'leave' }, row => row.reply === 'leave'],
    [{ proxyState: 'asked' }, row => row.proxyState === 'asked'],
    [{ present: 'yes' }, row => row.arrivedAt !== null && row.leftAt === null],
  ])
  await expectSorted(
    register,
    { columns: 'name,personName,weight,repliedAt,reminders,meetingTitle' },
    {
      personName: byName(row => row.personName),
      repliedAt: by(row => (row.repliedAt ? Date.parse(row.repliedAt) : 0)),
      reminders: by(row => row.reminders),
      meetingTitle: by(row => row.meetingId),
    },
  )
  await expectNoOtherSort(register, '/staff/meeting/seat')
  const [left] = (await register.list({ key: seats[2]!.personName, meetingId: near.id })).rows
  expect(left).toMatchObject({ mode: 'onSite', arrivedAt: expect.any(String), leftAt: expect.any(String) })
  expect(left!.cells.attendance).toMatch(/^现场 .+ 离会$/)
})

test('the meetings are narrowed by body, state and title, page by page, and so is their workbook', async () => {
  const page = async (query: object) => (await keeper.get('/staff/meeting/list', { pageSize: 100, ...query })).data
  const all: Row[] = (await page({})).list
  expect(all.find(({ id }) => id === near.id)).toMatchObject({ startsAt: '09:30', place: '一号会议室', items: 1 })
  const ways: [Record<string, string | number>, (row: Row) => boolean][] = [
    [{ state: 'recorded' }, row => row.state === 'recorded'],
    [{ bodyId }, row => row.bodyId === bodyId],
    [{ key: '线上的' }, row => row.title.includes('线上的')],
  ]
  const exported = async (query: Record<string, string | number> = {}) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const [headings, ...rows] = textsOf(await sheetOf(await download(`export?${search}`)))
    expect(headings).toBeDefined()
    return rows
  }
  const whole = await exported()
  for (const [query, fits] of ways) {
    const wanted = all.filter(fits)
    expect(wanted.length, JSON.stringify(query)).toBeGreaterThan(0)
    expect(wanted.length, JSON.stringify(query)).toBeLessThan(all.length)
    expect((await page(query)).list).toEqual(wanted)
    const rows = await exported(query)
    expect(rows.length, JSON.stringify(query)).toBeLessThan(whole.length)
    for (const { title } of wanted) expect(JSON.stringify(rows)).toContain(title)
  }
  expect((await page({ pageSize: 2, pageNum: 1 })).list).toEqual(all.slice(0, 2))
  expect((await page({ pageSize: 1, pageNum: 1 })).list).toEqual(all.slice(0, 1))
  expect((await page({ pageSize: 1, pageNum: 2 })).list).toEqual(all.slice(1, 2))
})

test('what waits for a meeting is narrowed by kind and title, page by page', async () => {
  const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  const [one, two] = [await applied(site, reviewer), await applied(site, reviewer)]
  const page = async (query: object) =>
    (await keeper.get('/staff/meeting/candidates', { pageSize: 100, ...query })).data
  const all: { applicationId: number; kind: string; title: string }[] = (await page({})).list
  expect(all.map(({ applicationId }) => applicationId)).toEqual(expect.arrayContaining([one.id, two.id]))
  for (const kind of ['membership', 'award'])
    expect((await page({ kind })).list).toEqual(all.filter(row => row.kind === kind))
  expect((await page({ key: two.orgName })).list).toMatchObject([{ applicationId: two.id }])
  expect((await page({ pageSize: 2, pageNum: 1 })).list).toEqual(all.slice(0, 2))
  expect((await page({ pageSize: 1, pageNum: 1 })).list).toEqual(all.slice(0, 1))
  expect((await page({ pageSize: 1, pageNum: 2 })).list).toEqual(all.slice(1, 2))
})

test('what a meeting decided is seen by its members; each has a resolution of its own', async () => {
  const [comes, away] = await holders(2)
  const of = await invited(await bodyOf([comes!, away!]), 0)
  const [one, two] = await seatsIn(of.id)
  await ok(reply(away!, two!.id, 'leave', { reason: '出国' }))
  await ok(keeper.post('/staff/meeting/attend', { seatIds: [one!.id], as: 'onSite' }))
  const held = await ok(keeper.post('/staff/meeting/move', { ...of, to: 'held' }))
  expect((await detail(of.id)).counted).toMatchObject({ entitled: 2, present: 1, onLeave: 1 })
  const attendance = { chair: '主持', recorder: '记录' }
  await ok(keeper.post('/staff/meeting/record', { ...held, opinion: '会议同意', attendance }))
  expect((await mine(away!, of.id)).agenda).toMatchObject([{ outcome: 'pass', outcomeName: '通过' }])
  const { list } = (await keeper.get('/staff/meeting/list', { state: 'recorded', pageSize: 100 })).data
  const other = list.find(({ id }: Row) => id !== of.id)
  const resolutions = [await download(`resolution?id=${of.id}`), await download(`resolution?id=${other.id}`)]
  expect(resolutions.map(pdf => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
  expect(resolutions[0]!.length).not.toBe(resolutions[1]!.length)
})

test('a meeting that is adjourned is called again at the place that is given', async () => {
  const of = await invited(await bodyOf(await holders(1)))
  const held = await ok(keeper.post('/staff/meeting/move', { ...of, to: 'held' }))
  const next = { title: '再次召开', meetsOn: addDays(today, 30), startsAt: '14:00', place: '二号会议室' }
  const again = await ok(keeper.post('/staff/meeting/adjourn', { ...held, ...next, reason: '出席不足' }))
  expect(await detail(again.id)).toMatchObject({ place: '二号会议室', startsAt: '14:00', state: 'planned' })
})
