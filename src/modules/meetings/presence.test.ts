import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  clerk,
  type Holder,
  headsOf,
  holders,
  invited,
  MAJORITY,
  mine,
  planned,
  reply,
  seatsIn,
  setUpSeats,
  today,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { signUp, staffSession, staffWith } from '#test/support/make.ts'
import { meetingPaper } from './server/tables.ts'

setUpSeats()

const attend = (seatIds: number[], as: string) => clerk.post('/staff/meeting/attend', { seatIds, as })
const checkIn = (by: Holder, id: number, code = '') => by.api.post('/meeting/checkin', { id, code })
const TWO_THIRDS = { quorum: '2/3', quorumHow: 'atLeast' } as const

async function codeOf(id: number, renew = false): Promise<string> {
  const { data } = await clerk.post('/staff/meeting/checkin/code', { id, renew })
  expect(data.svg).toContain('<svg')
  return new URL(data.url).searchParams.get('checkin')!
}

describe('papers', () => {
  test('are read by whoever is entitled, which is noted for the secretary; by nobody else, and those of staff by staff', async () => {
    const [one, other] = await holders(2)
    const stranger = await signUp(site, { accountType: 'person', realName: '路人' })
    const { cookie } = await staffSession(site, await staffWith(site, ['secretary']))
    const keeper = site.as({ cookie })
    const upload = async (name: string) => {
      const form = new FormData()
      form.append('use', 'material')
      form.append('file', new File([Buffer.from(PIXEL, 'base64')], name))
      const sent = new Response(form)
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/file/upload',
        payload: Buffer.from(await sent.arrayBuffer()),
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': sent.headers.get('content-type')! },
      })
      return answer.json().data.id as number
    }
    const { id } = await invited(await bodyOf([one!, other!]))
    const [report, draft] = [await upload('报告.png'), await upload('内部意见.png')]
    const add = (fileId: number, audience: string) =>
      keeper.post('/staff/meeting/paper/add', { id, fileIds: [fileId], audience })
    const paperId = (await add(report, 'seats')).data.paperIds[0]
    const inside = (await add(draft, 'staff')).data.paperIds[0]
    expect((await mine(one!, id)).papers).toMatchObject([{ paperId, name: '报告.png', isRead: false }])
    const { url } = (await one!.api.post('/meeting/paper', { paperId })).data
    expect((await mine(one!, id)).papers).toMatchObject([{ isRead: true }])
    expect((await mine(other!, id)).papers).toMatchObject([{ isRead: false }])
    const { list } = (await clerk.get('/staff/meeting/paper/readers', { paperId })).data
    expect(list).toMatchObject([{ readAt: expect.any(String) }, { readAt: null }])
    const isShown = async (token: string, path: string) =>
      (await site.app.inject({ url: path, headers: { token } })).headers['content-type'] === 'image/png'
    expect(await isShown(one!.token, url)).toBe(true)
    expect(await isShown(stranger.token, url)).toBe(false)
    const [kept] = await site.services.db.select().from(meetingPaper).where(eq(meetingPaper.id, inside))
    expect(await isShown(one!.token, url.replace(String(report), String(kept!.fileId)))).toBe(false)
    expect(await isShown(one!.token, url)).toBe(true)
    expect((await one!.api.post('/meeting/paper', { paperId: inside })).code).toBe(404)
    expect((await stranger.api.post('/meeting/paper', { paperId })).code).toBe(404)
  })
})

describe('who is there', () => {
  test('counts by the code at the door, by list and from afar, with the proxies that are carried; until somebody leaves', async () => {
    const people = await holders(6)
    const { id } = await invited(await bodyOf(people, TWO_THIRDS), 0)
    const seats = await seatsIn(id)
    await reply(people[1]!, seats[1]!.id, 'proxy', { proxySeatId: seats[0]!.id })
    await people[0]!.api.post('/meeting/proxy', { seatId: seats[1]!.id, accept: true })
    const code = await codeOf(id)
    expect((await checkIn(people[0]!, id, 'wrong')).msg).toContain('二维码已失效')
    expect((await checkIn(people[0]!, id, code)).data).toMatchObject({ modeName: '现场' })
    expect(await headsOf(id)).toMatchObject({ entitled: 6, present: 2, represented: 1, needed: 4, hasQuorum: false })
    expect((await checkIn(people[2]!, id)).msg).toContain('没有线上参加的方式')
    expect((await attend([seats[2]!.id, seats[3]!.id], 'remote')).data).toEqual({ changed: 2 })
    expect(await headsOf(id)).toMatchObject({ present: 4, hasQuorum: true })
    // Whoever leaves takes the proxies along.
    await attend([seats[0]!.id], 'left')
    expect(await headsOf(id)).toMatchObject({ present: 2, represented: 0, hasQuorum: false })
    const renewed = await codeOf(id, true)
    expect((await checkIn(people[0]!, id, code)).code).toBe(409)
    expect((await checkIn(people[0]!, id, renewed)).code).toBe(200)
    await attend([seats[2]!.id], 'absent')
    expect(await headsOf(id)).toMatchObject({ present: 3 })
    const stranger = await signUp(site, { accountType: 'person', realName: '路人' })
    expect((await checkIn(stranger, id, renewed)).code).toBe(404)
  })

  test('counts in votes where the charter counts votes, and without proxies where it wants people', async () => {
    const people = await holders(3)
    const rule = { ...TWO_THIRDS, countsBy: 'weights', proxiesAreAbsent: true } as const
    const { id } = await invited(await bodyOf(people, rule, [3, 2, 1]), 0)
    const seats = await seatsIn(id)
    await reply(people[1]!, seats[1]!.id, 'proxy', { proxySeatId: seats[0]!.id })
    await people[0]!.api.post('/meeting/proxy', { seatId: seats[1]!.id, accept: true })
    await attend([seats[0]!.id], 'onSite')
    expect(await headsOf(id)).toMatchObject({
      unit: '票',
      entitled: 6,
      present: 3,
      votes: 5,
      needed: 4,
      hasQuorum: false,
    })
  })

  test('nobody checks in before the day, or after the meeting is recorded', async () => {
    const [one] = await holders(1)
    const of = await invited(await bodyOf([one!]), 5)
    expect((await checkIn(one!, of.id, await codeOf(of.id))).msg).toContain('当天才能签到')
    const [seat] = await seatsIn(of.id)
    const held = (await clerk.post('/staff/meeting/move', { ...of, to: 'held' })).data
    const recorded = await clerk.post('/staff/meeting/record', { ...held, opinion: '会议同意' })
    expect(recorded.code, recorded.msg).toBe(200)
    expect((await attend([seat!.id], 'onSite')).code).toBe(409)
  })
})

describe('a meeting that cannot decide', () => {
  test('is adjourned with its reason; the one that repeats it has the agenda and the papers, and a quorum of its own', async () => {
    const people = await holders(6)
    const rule = { ...TWO_THIRDS, repeatQuorum: '1/3', repeatQuorumHow: 'atLeast' } as const
    const bodyId = await bodyOf(people, rule)
    const of = await invited(bodyId, 0)
    const [first, second] = await seatsIn(of.id)
    await attend([first!.id, second!.id], 'onSite')
    const held = (await clerk.post('/staff/meeting/move', { ...of, to: 'held' })).data
    const attendance = { entitled: 6, present: 6, chair: '主持', recorder: '记录' }
    // What was checked in stands, whatever is typed.
    const refused = await clerk.post('/staff/meeting/record', { ...held, opinion: '会议同意', attendance })
    expect(refused.msg).toBe('应到 6 人，实到 2 人，不足章程规定的三分之二（4 人），不能形成决议')
    const next = { title: '再次召开', meetsOn: today, startsAt: '14:00' }
    expect((await clerk.post('/staff/meeting/adjourn', { ...held, ...next, reason: '' })).data.fields).toHaveProperty(
      'reason',
    )
    const made = await clerk.post('/staff/meeting/adjourn', { ...held, ...next, reason: '出席不足' })
    expect(made.code, made.msg).toBe(200)
    const old = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
    expect(old).toMatchObject({ state: 'adjourned', agenda: [{ outcome: 'postpone' }] })
    const again = (await clerk.get('/staff/meeting/detail', { id: made.data.id })).data
    expect(again).toMatchObject({ state: 'planned', agenda: [{ title: '审议年度工作报告', outcome: null }] })
    expect(again.rule.sentences[0]).toBe('须有应到人员的三分之一以上出席')
    const told = (await clerk.post('/staff/meeting/notice', { ...made.data, reason: '' })).data
    const seats = await seatsIn(told.id)
    await attend([seats[0]!.id, seats[1]!.id], 'onSite')
    const met = (await clerk.post('/staff/meeting/move', { id: told.id, version: told.version, to: 'held' })).data
    const decided = await clerk.post('/staff/meeting/record', { ...met, opinion: '会议同意', attendance })
    expect(decided.code, decided.msg).toBe(200)
    expect((await clerk.get('/staff/meeting/detail', { id: told.id })).data.attendance).toMatchObject({
      entitled: 6,
      present: 2,
    })
  })

  test('a motion that is withdrawn is neither voted nor decided, and says why', async () => {
    const people = await holders(2)
    const of = await planned(await bodyOf(people, MAJORITY), 0)
    const { agenda } = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
    const second = { ...of, kindId: agenda[0].kindId, title: '调整会费标准', presenter: '秘书长' }
    const both = (await clerk.post('/staff/meeting/item/save', second)).data
    const told = (await clerk.post('/staff/meeting/notice', both)).data
    const seats = await seatsIn(of.id)
    await attend(
      seats.map(({ id }) => id),
      'onSite',
    )
    const held = (await clerk.post('/staff/meeting/move', { id: told.id, version: told.version, to: 'held' })).data
    const items = (await clerk.get('/staff/meeting/detail', { id: of.id })).data.agenda as { itemId: number }[]
    const [report, fees] = items.map(({ itemId }) => itemId)
    const given = {
      ...held,
      opinion: '会议同意',
      attendance: { chair: '主持', recorder: '记录' },
      exceptions: [{ itemId: fees, outcome: 'withdrawn', reason: '提案人撤回，另行测算' }],
    }
    const vote = (itemId: number | undefined) => ({ itemId, yes: 2, no: 0, abstained: 0, recused: 0 })
    const voted = await clerk.post('/staff/meeting/record', { ...given, votes: [vote(report), vote(fees)] })
    expect(voted.data.fields).toEqual({ [`votes.${fees}`]: '撤回的议题没有表决，请清空票数' })
    const done = await clerk.post('/staff/meeting/record', { ...given, votes: [vote(report)] })
    expect(done.code, done.msg).toBe(200)
    expect((await clerk.get('/staff/meeting/detail', { id: of.id })).data).toMatchObject({
      attendance: { entitled: 2, present: 2, names: [expect.any(String), expect.any(String)] },
      agenda: [
        { outcome: 'pass', votes: { words: '同意 2、反对 0、弃权 0' } },
        { outcome: 'withdrawn', outcomeName: '撤回', reason: '提案人撤回，另行测算', votes: null },
      ],
    })
    const headers = await staffSession(site, 'admin')
    for (const path of ['agenda', 'resolution']) {
      const pdf = await site.app.inject({ url: `/api/staff/meeting/${path}?id=${of.id}`, headers })
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
