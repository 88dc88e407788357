import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeTellersKey } from '#modules/ballots/protocol/tellersKey.ts'
import {
  clerk,
  type Holder,
  heldMeeting,
  holders,
  messagesTo,
  mine,
  motionsOf,
  seatsIn,
  setUpSeats,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { filesIn } from '#test/support/archives.ts'
import { castSecretly, closeEarly, detailOf, openWith, pick } from '#test/support/balloting.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { closeDueVotes } from './server/motionClosing.ts'
import { meetingSeat, motionVote, motionVoter } from './server/tables.ts'

setUpSeats()

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const WRITTEN = { isWritten: true, votesUntil: inHours(2).toISOString() }
const QUORUM = { quorum: '2/3', quorumHow: 'atLeast' } as const

type Held = Awaited<ReturnType<typeof heldMeeting>>
const open = ({ id, version, itemIds }: Held, way: string, more: object = {}) =>
  clerk.post('/staff/meeting/vote/open', { id, version, itemIds, way, ...more })
const vote = (by: Holder, voteId: number, seatId: number, answer = 'yes') =>
  by.api.post('/meeting/vote', { voteId, votes: [{ seatId, answer }] })
const record = ({ id, version }: Held, more: object = {}) =>
  clerk.post('/staff/meeting/record', {
    id,
    version,
    opinion: '会议同意',
    attendance: { chair: '', recorder: '记录' },
    ...more,
  })
const detail = async (id: number) => (await clerk.get('/staff/meeting/detail', { id })).data

test('a meeting in writing is voted on by every seat until its time; those who voted are the quorum', async () => {
  const people = await holders(3)
  const of = await heldMeeting(people, { rule: QUORUM, items: 2, more: WRITTEN })
  expect(await detail(of.id)).toMatchObject({ stateName: '通讯表决中', isWritten: true })
  expect((await open(of, 'hands')).data.fields.way).toContain('没有人举手')
  const { data } = await open(of, 'named')
  const [first, second] = data.voteIds as [number, number]
  expect((await messagesTo(people[2]!)).at(-1)!.title).toContain('请表决')
  const until = expect.stringMatching(/T/)
  expect((await clerk.get('/staff/meeting/quorum', { id: of.id })).data.motions[0]).toMatchObject({ closesAt: until })
  const own = await people[0]!.api.get('/meeting/votes', { id: of.id })
  expect(own.data.list).toMatchObject([{ closesAt: until }, { closesAt: until }])
  const listed = [
    await clerk.get('/staff/meeting/list', { key: (await detail(of.id)).title }),
    await people[0]!.api.get('/meeting/list', {}),
  ]
  for (const { data } of listed) expect(data.list).toMatchObject([{ isWritten: true, votesUntil: until }])
  const [a, b, c] = of.seatIds as [number, number, number]
  await vote(people[0]!, first, a)
  await vote(people[1]!, first, b)
  await vote(people[0]!, second, a)
  const early = await clerk.post('/staff/meeting/vote/close', { voteId: first })
  expect([early.code, early.msg]).toEqual([409, expect.stringContaining('还有 1 席没有表决')])
  expect(
    (await clerk.post('/staff/meeting/vote/type', { voteId: first, votes: [{ seatId: c, answer: 'yes' }] })).msg,
  ).toContain('不能代为录入')
  const reminded = await clerk.post('/staff/meeting/remind', { seatIds: of.seatIds, about: 'reply' })
  expect(reminded.data).toEqual({ told: 2, skipped: 1 })
  await vote(people[2]!, first, c, 'no')
  expect((await clerk.post('/staff/meeting/vote/close', { voteId: first })).data).toEqual({
    passes: true,
    result: '同意 2、反对 1、弃权 0；须 2 票，通过',
  })
  expect((await record(of)).msg).toContain('正在表决')

  // The other one runs out: one vote of three is no quorum.
  expect(await closeDueVotes(site.ctx())).toBe(0)
  expect(await closeDueVotes({ ...site.ctx(), now: inHours(3) })).toBe(1)
  expect(await closeDueVotes({ ...site.ctx(), now: inHours(3) })).toBe(0)
  expect((await motionsOf(of.id))[1]).toMatchObject({
    closedName: '到期自动结束',
    result: '参加表决 1 人，不足规定的 2 人，不能形成决议',
    passes: false,
  })
  const exceptions = [{ itemId: of.itemIds[1], outcome: 'reject', reason: '不同意' }]
  expect((await record(of, { exceptions })).data.fields[`votes.${of.itemIds[1]}`]).toContain('不能记为不予通过')
  const done = await record(of)
  expect(done.code, done.msg).toBe(200)
  const recorded = await detail(of.id)
  expect(recorded.agenda).toMatchObject([{ outcome: 'pass' }, { outcome: 'postpone' }])
  expect(recorded.attendance).toMatchObject({ entitled: 3, present: 3, chair: '' })

  const drafted = await clerk.post('/staff/meeting/minutes/draft', { id: of.id })
  expect(drafted.code, drafted.msg).toBe(200)
  const [{ content, minutesId, version }] = (await clerk.get('/staff/meeting/minutes', { id: of.id })).data.versions
  expect(content.facts[0]).toContain('以通讯方式进行，不集中开会')
  const sent = await clerk.post('/staff/meeting/minutes/circulate', { minutesId, version })
  expect(sent.data, sent.msg).toMatchObject({ told: 3 })
})

test('nobody votes after the time, whether the job has come by or not, and nothing of it is taken in', async () => {
  const [one, other] = await holders(2)
  const of = await heldMeeting([one!, other!], { more: WRITTEN })
  const { data } = await open(of, 'named')
  const [voteId] = data.voteIds as [number]
  await vote(one!, voteId, of.seatIds[0]!)
  await site.services.db
    .update(motionVote)
    .set({ closesAt: inHours(-1) })
    .where(eq(motionVote.id, voteId))
  const late = await vote(other!, voteId, of.seatIds[1]!)
  expect([late.code, late.msg]).toEqual([409, '表决已截止，没有收下'])
  expect(await closeDueVotes(site.ctx())).toBe(1)
  const refused = await vote(other!, voteId, of.seatIds[1]!)
  expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('到期自动结束')])
  const [row] = await site.services.db.select().from(motionVoter).where(eq(motionVoter.seatId, of.seatIds[1]!))
  expect(row!.answer).toBeNull()
})

test('a meeting in writing has no replies, no check-in and no other time once votes are open', async () => {
  const [one] = await holders(1)
  const of = await heldMeeting([one!], { more: WRITTEN })
  expect(await mine(one!, of.id)).toMatchObject({ canReply: false, isWritten: true })
  const seatId = of.seatIds[0]!
  expect((await one!.api.post('/meeting/reply', { seatId, reply: 'leave', reason: '出国' })).msg).toContain('不用回复')
  expect((await one!.api.post('/meeting/checkin', { id: of.id, code: 'x' })).msg).toContain('不用签到')
  expect((await clerk.post('/staff/meeting/attend', { seatIds: [seatId], as: 'onSite' })).msg).toContain('不用登记')
  expect((await clerk.post('/staff/meeting/checkin/code', { id: of.id })).msg).toContain('不用签到')
  await open(of, 'named')
  const { title, bodyId, meetsOn } = await detail(of.id)
  const form = { id: of.id, version: of.version, title, bodyId, meetsOn }
  const moved = await clerk.post('/staff/meeting/save', {
    ...form,
    isWritten: true,
    votesUntil: inHours(9).toISOString(),
  })
  expect(moved.data.fields).toHaveProperty('votesUntil')
  expect((await clerk.post('/staff/meeting/save', { ...form, isWritten: false })).data.fields).toHaveProperty(
    'isWritten',
  )
  expect(await site.services.db.$count(meetingSeat, eq(meetingSeat.meetingId, of.id))).toBe(1)
})

test('a meeting in writing is called with a time, a notice and a rule that counts', async () => {
  const people = await holders(1)
  await expect(heldMeeting(people, { rule: { countsVotes: false }, more: WRITTEN })).rejects.toThrow('不逐项计票')
  const untimed = await clerk.post('/staff/meeting/save', {
    title: '通讯表决',
    bodyId: 1,
    meetsOn: '2026-12-08',
    isWritten: true,
  })
  expect(untimed.data.fields).toHaveProperty('votesUntil')
})

const open2 = async (ballotId: number) => {
  const key = await makeTellersKey(3, 2)
  const of = await detailOf(clerk, ballotId)
  const tellers = { tellers: ['甲', '乙', '丙'], threshold: 2, publicKey: key.publicKey, commitments: key.commitments }
  const set = await clerk.post('/staff/ballot/tellers', { id: of.id, version: of.version, ...tellers })
  expect(set.code, set.msg).toBe(200)
  const asked = await clerk.post('/staff/ballot/open', { id: of.id, version: set.data.version })
  expect(asked.code, asked.msg).toBe(202)
  const agreed = await agreeToLast(site)
  expect(agreed.code, agreed.msg).toBe(200)
  return key.shares
}

test('a secret ballot on a motion has the frozen base as its roll, and its result comes back with the count', async () => {
  const [one, other, third] = await holders(3)
  const of = await heldMeeting([one!, one!, other!, third!], { rule: { ballot: 'secret' } })
  const recused = [{ seatId: of.seatIds[3], reason: '所在单位的事项' }]
  const { data } = await open(of, 'secret', { recused })
  const [motion] = await motionsOf(of.id)
  expect(motion).toMatchObject({ base: '4 人；回避 1 人；可以表决 3 人', ballot: { stateName: '草稿' } })
  const ballotId = motion!.ballot!.id
  const { list } = (await clerk.get('/staff/ballot/voters', { ballotId })).data
  expect(list.map(({ weight }: { weight: number }) => weight).sort()).toEqual([1, 2])
  expect((await clerk.post('/staff/meeting/vote/close', { voteId: data.voteIds[0] })).msg).toContain('投票的页面')
  const shares = await open2(ballotId)
  expect((await clerk.post('/staff/meeting/vote/void', { voteId: data.voteIds[0], reason: '重新投票' })).msg).toContain(
    '投票已经开始',
  )
  await castSecretly(site, one!.phone, [pick('yes')])
  await castSecretly(site, other!.phone, [pick('no')])
  await closeEarly(clerk, ballotId)
  const { votes, spoiled } = await openWith(clerk, ballotId, shares.slice(0, 2))
  const { version } = await detailOf(clerk, ballotId)
  const counted = await clerk.post('/staff/ballot/count', { id: ballotId, version, votes, spoiled })
  expect(counted.code, counted.msg).toBe(200)
  expect((await motionsOf(of.id))[0]).toMatchObject({
    state: 'closed',
    voted: 2,
    result: '同意 2、反对 1、弃权 0、回避 1；须 2 票，通过',
  })
  const ballot = await detailOf(clerk, ballotId)
  expect(ballot).toMatchObject({ useName: expect.any(String), useRoute: `/staff/meetings/${of.id}` })
  expect(ballot.result).toMatchObject({ questions: [{ passes: true, needed: 2 }] })
  const done = await record(of, { attendance: { chair: '主持', recorder: '记录' } })
  expect(done.code, done.msg).toBe(200)
  const undone = await clerk.post('/staff/ballot/void', { id: ballotId, version: ballot.version, reason: '名单有误' })
  expect(undone.msg).toContain('会议已记录')

  const archive = await site.app.inject({
    url: `/api/staff/meeting/archive?id=${of.id}`,
    headers: await staffSession(site, await staffWith(site, ['secretary'])),
  })
  const files = await filesIn(archive.rawPayload)
  const name = [...files.keys()].find(one => one.startsWith('08 无记名投票/第 1 项'))
  const published = JSON.parse(files.get(name!)!.toString())
  expect(published.votes).toHaveLength(3)
})

test('a draft of a secret ballot goes with its vote; whoever cannot vote online is named before', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  await site.services.db.update(meetingSeat).set({ accountId: null }).where(eq(meetingSeat.id, of.seatIds[1]!))
  const unreachable = await open(of, 'secret')
  expect(unreachable.data.fields.means).toContain('没有登录账号，不能网上投票')
  const { data } = await open(of, 'secret', { means: ['online', 'paper'] })
  const [motion] = await motionsOf(of.id)
  const voided = await clerk.post('/staff/meeting/vote/void', { voteId: data.voteIds[0], reason: '改为举手' })
  expect(voided.code, voided.msg).toBe(200)
  expect((await clerk.get('/staff/ballot/detail', { id: motion!.ballot!.id })).code).toBe(404)
  expect((await open(of, 'hands')).code).toBe(200)
  expect(await seatsIn(of.id)).toHaveLength(2)
})
