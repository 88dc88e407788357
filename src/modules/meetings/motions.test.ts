import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bodyOf,
  clerk,
  type Holder,
  headsOf,
  heldMeeting,
  holders,
  MAJORITY,
  motionsOf,
  reply,
  setUpSeats,
  today,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { secretary } from '#test/support/applying.ts'
import { signUp } from '#test/support/make.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { meetingItem } from './server/tables.ts'

setUpSeats()

type Held = { id: number; version: number; itemIds: number[]; seatIds: number[] }
const open = (of: Held, way: string, more: object = {}, by = clerk) =>
  by.post('/staff/meeting/vote/open', { id: of.id, version: of.version, itemIds: [of.itemIds[0]], way, ...more })
const opened = async (of: Held, way: string, more: object = {}): Promise<number> => {
  const { code, msg, data } = await open(of, way, more)
  if (code !== 200) throw new Error(msg)
  return data.voteIds[0]
}
const close = (voteId: number, more: object = {}, by = clerk) =>
  by.post('/staff/meeting/vote/close', { voteId, ...more })
const type = (voteId: number, votes: object[]) => clerk.post('/staff/meeting/vote/type', { voteId, votes })
const vote = (by: Holder, voteId: number, seatId: number, answer: string, before: string | null = null) =>
  by.api.post('/meeting/vote', { voteId, votes: [{ seatId, answer, before }] })
const attend = (seatIds: number[], as: string) => clerk.post('/staff/meeting/attend', { seatIds, as })
const record = (of: { id: number; version: number }, more: object = {}) =>
  clerk.post('/staff/meeting/record', {
    id: of.id,
    version: of.version,
    opinion: '会议同意',
    attendance: { chair: '主持', recorder: '记录' },
    ...more,
  })
const seatsOn = async (voteId: number) => (await clerk.get('/staff/meeting/vote/seats', { voteId })).data.list
const ownOn = async (by: Holder, id: number) => (await by.api.get('/meeting/votes', { id })).data

test('each motion has the base of its moment: who comes or leaves later counts for later motions', async () => {
  const of = await heldMeeting(await holders(4), { items: 2, absent: 1 })
  const [first, second] = of.itemIds
  const hands = await opened(of, 'hands')
  await attend([of.seatIds[3]!], 'onSite')
  await attend([of.seatIds[0]!], 'left')
  await attend([of.seatIds[0]!], 'onSite')
  const tooMany = await close(hands, { counts: { yes: 4, no: 0, abstained: 0 } })
  expect(tooMany.data.fields['counts.yes']).toBe('合计 4 票，多于可以表决的 3 人')
  expect((await close(hands)).data.fields).toHaveProperty('counts.yes')
  expect((await close(hands, { counts: { yes: 2, no: 1, abstained: 0 } })).data).toEqual({
    passes: true,
    result: '同意 2、反对 1、弃权 0；须 2 票，通过',
  })
  const later = await opened(of, 'hands', { itemIds: [second] })
  expect((await motionsOf(of.id)).map(({ base }) => base)).toEqual(['3 人', '4 人'])
  await close(later, { counts: { yes: 3, no: 1, abstained: 0 } })
  // Nothing is typed twice: the record takes over what was decided.
  const done = await record(of)
  expect(done.code, done.msg).toBe(200)
  const { agenda, attendance } = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
  expect(agenda).toMatchObject([
    { itemId: first, outcome: 'pass', votes: { yes: 2, no: 1, words: '同意 2、反对 1、弃权 0' } },
    { outcome: 'pass', votes: { yes: 3, words: '同意 3、反对 1、弃权 0' } },
  ])
  expect(attendance).toMatchObject({ entitled: 4, present: 4 })
})

test('people who left take the quorum of later motions along, not of those that are decided', async () => {
  const of = await heldMeeting(await holders(3), { items: 2, rule: { quorum: '2/3', quorumHow: 'atLeast' } })
  const [first, second] = of.itemIds
  const voteId = await opened(of, 'named')
  await attend(of.seatIds.slice(0, 2), 'left')
  await type(
    voteId,
    of.seatIds.map(seatId => ({ seatId, answer: 'yes' })),
  )
  expect((await close(voteId)).data).toMatchObject({ passes: true })
  const refused = await open(of, 'hands', { itemIds: [second] })
  expect([refused.code, refused.msg]).toEqual([
    409,
    '应到 3 人，实到 1 人，不足章程规定的三分之二（2 人），不能形成决议',
  ])
  const votes = [{ itemId: second, yes: 1, no: 0, abstained: 0, recused: 0 }]
  expect((await record(of, { votes })).msg).toContain('不能形成决议')
  const exceptions = [{ itemId: second, outcome: 'postpone', reason: '人数不足，下次再议' }]
  expect((await record(of, { exceptions })).code).toBe(200)
  const { agenda, attendance } = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
  expect(agenda).toMatchObject([
    { itemId: first, outcome: 'pass' },
    { outcome: 'postpone', reason: '人数不足，下次再议' },
  ])
  expect(attendance).toMatchObject({
    present: 3,
    names: [/中途离会/, /中途离会/, /^[^离]+$/].map(word => expect.stringMatching(word)),
  })
})

test('a seat that stands aside is named with its reason, and is in no base', async () => {
  const people = await holders(3)
  const of = await heldMeeting(people)
  const recused = [{ seatId: of.seatIds[0], reason: '所在单位的事项' }]
  const base = (await clerk.get('/staff/meeting/vote/base', { id: of.id })).data.list
  expect(base.map(({ seatId }: { seatId: number }) => seatId)).toEqual(of.seatIds)
  const unsaid = await open(of, 'named', { recused: [{ seatId: of.seatIds[0], reason: '' }] })
  expect(unsaid.data.fields).toHaveProperty('recused.0.reason')
  const foreign = await open(of, 'named', { recused: [{ seatId: 999_999, reason: '所在单位的事项' }] })
  expect(foreign.data.fields).toHaveProperty('recused.0.seatId')
  const voteId = await opened(of, 'named', { recused })
  expect(await motionsOf(of.id)).toMatchObject([
    { base: '3 人；回避 1 人；可以表决 2 人', recused: [{ reason: '所在单位的事项' }], voters: 2, voted: 0 },
  ])
  expect((await ownOn(people[1]!, of.id)).list[0].recused).toMatchObject([{ reason: '所在单位的事项' }])
  const own = await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  expect(own.data.fields['votes.0']).toBe('回避（所在单位的事项），不参加表决')
  expect((await type(voteId, [{ seatId: of.seatIds[0], answer: 'yes' }])).data.fields['votes.0']).toContain('回避')
  expect(await seatsOn(voteId)).toMatchObject([{ recusedReason: '所在单位的事项', hasVoted: false }, {}, {}])
  await vote(people[1]!, voteId, of.seatIds[1]!, 'yes')
  await vote(people[2]!, voteId, of.seatIds[2]!, 'yes')
  expect((await close(voteId)).data.result).toBe('同意 2、反对 0、弃权 0、回避 1；须 2 票，通过')
})

test('votes by name are cast on phones for all seats that one carries, and how is nobody’s before the end', async () => {
  const [one, other] = await holders(2)
  // One login holds three seats, and the proxy of a fourth.
  const of = await heldMeeting([one!, one!, one!, other!], {
    rule: { publishesVotes: true },
    absent: 1,
    before: async ([first, , , fourth]) => {
      await reply(other!, fourth!, 'proxy', { proxySeatId: first! })
      await one!.api.post('/meeting/proxy', { seatId: fourth!, accept: true })
    },
  })
  const voteId = await opened(of, 'named')
  const [motion] = (await ownOn(one!, of.id)).list
  expect(motion).toMatchObject({ base: '4 人（其中受托 1 人）', state: 'open', result: '', showsNames: false })
  expect((await one!.api.get('/meeting/vote/names', { voteId })).code).toBe(404)
  expect(motion.own.map(({ seatId, obstacle }: { seatId: number; obstacle: string }) => [seatId, obstacle])).toEqual(
    of.seatIds.map(id => [id, '']),
  )
  expect((await ownOn(other!, of.id)).list[0].own).toMatchObject([{ obstacle: expect.stringContaining('已委托') }])
  expect((await vote(other!, voteId, of.seatIds[3]!, 'no')).data.fields['votes.0']).toContain('已委托')
  const votes = of.seatIds.map((seatId, i) => ({ seatId, answer: i === 0 ? 'no' : 'yes', before: null }))
  const cast = await one!.api.post('/meeting/vote', { voteId, votes })
  expect(cast.data.seats).toHaveLength(4)
  const [live] = await motionsOf(of.id)
  expect(live).toMatchObject({ voted: 4, voters: 4, result: '' })
  expect(await seatsOn(voteId)).toMatchObject([
    { hasVoted: true, answer: null },
    {},
    {},
    { carrierName: expect.stringContaining('委员0') },
  ])
  const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'meeting.vote'))
  expect(JSON.stringify(lines)).not.toMatch(/同意|反对|yes|"no"/)
  const stranger = await signUp(site, { accountType: 'person', realName: '路人' })
  expect((await vote(stranger, voteId, of.seatIds[0]!, 'yes')).code).toBe(403)
  expect((await close(voteId)).data.result).toBe('同意 3、反对 1、弃权 0；须 3 票，通过')
  expect((await ownOn(other!, of.id)).list[0]).toMatchObject({
    result: '同意 3、反对 1、弃权 0；须 3 票，通过',
    showsNames: true,
  })
  const names = (await other!.api.get('/meeting/vote/names', { voteId })).data.list
  expect(names.map(({ answerName }: { answerName: string }) => answerName)).toEqual(['反对', '同意', '同意', '同意'])
  expect((await stranger.api.get('/meeting/vote/names', { voteId })).code).toBe(404)
})

test('where the charter keeps votes inside, members read whether it passed and nothing else', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  await close(voteId)
  const [shown] = (await ownOn(people[1]!, of.id)).list
  expect(shown).toMatchObject({ result: '未通过', showsNames: false, passes: false })
  expect((await people[1]!.api.get('/meeting/vote/names', { voteId })).msg).toContain('不公开')
  expect((await motionsOf(of.id))[0]).toMatchObject({
    result: '同意 1、反对 0、弃权 0、未投票 1；须 2 票，未通过',
  })
  expect(await seatsOn(voteId)).toMatchObject([{ answerName: '同意' }, { answer: null, hasVoted: false }])
})

test('a tie does not pass, and the record cannot say that it has', async () => {
  const of = await heldMeeting(await holders(2))
  const voteId = await opened(of, 'hands')
  const { result } = (await close(voteId, { counts: { yes: 1, no: 1, abstained: 0 } })).data
  expect(result).toBe('同意 1、反对 1、弃权 0；须 2 票，同意与反对票数相同，未通过')
  const again = await open(of, 'hands')
  expect(again.data.fields.itemIds).toContain('已有表决结果')
  const typed = [{ itemId: of.itemIds[0], yes: 2, no: 0, abstained: 0, recused: 0 }]
  expect((await record(of, { votes: typed })).data.fields).toEqual({
    [`votes.${of.itemIds[0]}`]: '已单独表决，票数以表决为准，请勿另填',
  })
  const withdrawn = [{ itemId: of.itemIds[0], outcome: 'withdrawn', reason: '撤回' }]
  expect((await record(of, { exceptions: withdrawn })).data.fields[`votes.${of.itemIds[0]}`]).toContain('不能记为撤回')
  expect((await record(of)).code).toBe(200)
  expect((await clerk.get('/staff/meeting/detail', { id: of.id })).data.agenda).toMatchObject([
    { outcome: 'reject', reason: '表决没有达到规定的票数' },
  ])
})

test('a motion is withdrawn while it is under vote: its vote is void, and it is recorded as withdrawn', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  expect((await record(of)).msg).toContain('正在表决，请先结束或作废')
  for (const path of ['move', 'adjourn']) {
    const more = { to: 'planned', reason: '人数不足', title: '再开', meetsOn: today }
    expect(
      (await clerk.post(`/staff/meeting/${path}`, { id: of.id, version: of.version, ...more })).msg,
      path,
    ).toContain('已有 1 项议题开始表决')
  }
  expect((await clerk.post('/staff/meeting/vote/void', { voteId, reason: '' })).data.fields).toHaveProperty('reason')
  expect((await clerk.post('/staff/meeting/vote/void', { voteId, reason: '提案人当场撤回' })).code).toBe(200)
  expect((await vote(people[1]!, voteId, of.seatIds[1]!, 'yes')).msg).toMatch(/已由 .+作废/)
  const exceptions = [{ itemId: of.itemIds[0], outcome: 'withdrawn', reason: '提案人当场撤回' }]
  expect((await record(of, { exceptions })).code).toBe(200)
  expect((await motionsOf(of.id))[0]).toMatchObject({ state: 'void', voidReason: '提案人当场撤回' })
  expect((await clerk.post('/staff/meeting/vote/void', { voteId, reason: '再来一次' })).code).toBe(409)
})

test('votes with weights are counted in votes, and told apart from people', async () => {
  const people = await holders(3)
  const rule = { countsBy: 'weights', quorum: '1/2', quorumHow: 'moreThan' } as const
  const of = await heldMeeting(people, { rule, weights: [3, 2, 1] })
  const voteId = await opened(of, 'named', { recused: [{ seatId: of.seatIds[1], reason: '所在单位的事项' }] })
  expect(await motionsOf(of.id)).toMatchObject([{ base: '3 人，共 6 票；回避 1 人 2 票；可以表决 2 人 4 票' }])
  await vote(people[0]!, voteId, of.seatIds[0]!, 'no')
  await vote(people[2]!, voteId, of.seatIds[2]!, 'yes')
  expect((await close(voteId)).data.result).toBe('同意 1、反对 3、弃权 0、回避 2；须 3 票，未通过')
})

test('a seat without a vote is present and in no base', async () => {
  const people = await holders(3)
  const of = await heldMeeting(people, { rule: { majorityOf: 'entitled' }, weights: [1, 1, 0] })
  const voteId = await opened(of, 'named')
  expect(await motionsOf(of.id)).toMatchObject([{ base: '2 人', voters: 2 }])
  const own = await vote(people[2]!, voteId, of.seatIds[2]!, 'yes')
  expect(own.data.fields['votes.0']).toContain('不在这次表决的基数中')
  await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  await vote(people[1]!, voteId, of.seatIds[1]!, 'yes')
  expect((await close(voteId)).data.result).toBe('同意 2、反对 0、弃权 0；须 2 票，通过')
})

test('a show of hands is no way where the charter wants a secret ballot, and nothing is voted where it counts nothing', async () => {
  const secret = await heldMeeting(await holders(2), { rule: { ballot: 'secret' } })
  expect((await open(secret, 'named')).data.fields.way).toContain('无记名')
  const plain = await heldMeeting(await holders(2), { rule: { countsVotes: false } })
  expect((await open(plain, 'hands')).msg).toContain('不逐项计票')
  const people = await holders(1)
  const body = await bodyOf(people, MAJORITY)
  const empty = await heldMeeting(people, { body, absent: 1 })
  expect((await open(empty, 'hands')).msg).toContain('没有到会的席位')
  expect((await clerk.post('/staff/meeting/vote/close', { voteId: 999_999 })).code).toBe(404)
})

test('what was voted on stays on record: seats and items of a base are not removed', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  await clerk.post('/staff/meeting/vote/void', { voteId, reason: '表决方式有误' })
  const back = (await clerk.post('/staff/meeting/move', { id: of.id, version: of.version, to: 'planned' })).data
  const emptied = await clerk.post('/staff/meeting/items', { id: of.id, version: back.version, items: [] })
  expect(emptied.msg).toContain('表决过，记录须保留')
  const refreshed = await clerk.post('/staff/meeting/seats/refresh', { id: of.id, version: back.version })
  expect(refreshed.msg).toContain('不能再更新')
})

test('votes recorded before motions had bases of their own are told of the base of their meeting', async () => {
  const of = await heldMeeting(await holders(3))
  const votes = [{ itemId: of.itemIds[0], yes: 2, no: 0, abstained: 0, recused: 0 }]
  expect((await record(of, { votes })).code).toBe(200)
  await site.services.db.update(meetingItem).set({ present: null }).where(eq(meetingItem.id, of.itemIds[0]!))
  const { agenda } = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
  expect(agenda).toMatchObject([{ votes: { words: '同意 2、反对 0、弃权 0、未投票 1' }, decided: null, effect: null }])
  expect(await motionsOf(of.id)).toEqual([])
})

test('two secretaries close at once: one does, the other learns who did', async () => {
  const people = await holders(3)
  const of = await heldMeeting(people)
  const other = await secretary(site)
  const openings = await Promise.all([open(of, 'named'), open(of, 'named', {}, other), open(of, 'named')])
  expect(openings.map(({ code }) => code).sort()).toEqual([200, 400, 400])
  const voteId = openings.find(({ code }) => code === 200)!.data.voteIds[0]
  await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  const closings = await Promise.all([close(voteId), close(voteId, {}, other), close(voteId), close(voteId, {}, other)])
  expect(closings.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
  for (const { code, msg } of closings) if (code === 409) expect(msg).toMatch(/已由 工作人员\d+ 于 .+结束/)
})

test('votes that come while it is closed are counted or refused, never lost', async () => {
  const people = await holders(6)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  const casts = people.map((by, i) => vote(by, voteId, of.seatIds[i]!, 'yes'))
  const [closed, ...answers] = await Promise.all([close(voteId), ...casts])
  const taken = answers.filter(({ code }) => code === 200).length
  expect(answers.every(({ code }) => code === 200 || code === 409)).toBe(true)
  expect(closed!.data.result).toContain(`同意 ${taken}、`)
})

test('a double click is one vote; two phones of one seat do not overwrite each other; who sees the vote may change it', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  const [one] = people
  const seatId = of.seatIds[0]!
  const twice = await Promise.all([vote(one!, voteId, seatId, 'yes'), vote(one!, voteId, seatId, 'yes')])
  expect(twice.map(({ code }) => code)).toEqual([200, 200])
  // The second phone has not seen the vote of the first.
  const blind = await vote(one!, voteId, seatId, 'no')
  expect([blind.code, blind.msg]).toEqual([409, expect.stringMatching(/投“同意”，没有改动/)])
  expect((await ownOn(one!, of.id)).list[0].own).toMatchObject([{ answer: 'yes' }])
  expect((await vote(one!, voteId, seatId, 'abstain', 'yes')).code).toBe(200)
  const phones = await Promise.all([
    vote(people[1]!, voteId, of.seatIds[1]!, 'yes'),
    vote(people[1]!, voteId, of.seatIds[1]!, 'no'),
  ])
  expect(phones.map(({ code }) => code).sort()).toEqual([200, 409])
})

test('the secretary types for whoever has no phone, and changes nobody’s own vote', async () => {
  const people = await holders(2)
  const of = await heldMeeting(people)
  const voteId = await opened(of, 'named')
  await vote(people[0]!, voteId, of.seatIds[0]!, 'no')
  const [own, typed] = of.seatIds
  const both = await type(voteId, [
    { seatId: own, answer: 'yes' },
    { seatId: typed, answer: 'yes' },
  ])
  expect(both.data.fields['votes.0']).toContain('已在手机上表决，不能代改')
  expect((await type(voteId, [{ seatId: typed, answer: 'yes' }])).data).toEqual({ changed: 1 })
  expect((await type(voteId, [{ seatId: typed, answer: 'yes' }])).data).toEqual({ changed: 0 })
  expect(await seatsOn(voteId)).toMatchObject([
    { answer: null, isTypedIn: false, hasVoted: true },
    { answer: 'yes', isTypedIn: true },
  ])
  expect((await type(voteId, [{ seatId: typed, answer: null }])).data).toEqual({ changed: 1 })
  expect((await close(voteId)).data.result).toContain('反对 1、弃权 0、未投票 1')
})

test('the big screen shows what is under vote with who has voted, and the last result', async () => {
  const people = await holders(3)
  const of = await heldMeeting(people, { items: 2 })
  const voteId = await opened(of, 'named', { recused: [{ seatId: of.seatIds[2], reason: '所在单位的事项' }] })
  await vote(people[0]!, voteId, of.seatIds[0]!, 'yes')
  const screen = async () => (await clerk.get('/staff/meeting/quorum', { id: of.id })).data
  expect((await screen()).motions).toMatchObject([
    { wayName: '记名表决', voted: 1, voters: 2, result: '', recused: [{ reason: '所在单位的事项' }] },
  ])
  await vote(people[1]!, voteId, of.seatIds[1]!, 'yes')
  await close(voteId)
  await opened(of, 'hands', { itemIds: [of.itemIds[1]] })
  expect((await screen()).motions).toMatchObject([
    { result: '通过', passes: true },
    { wayName: '举手表决', voted: null },
  ])
  expect(await headsOf(of.id)).toMatchObject({ present: 3 })
})
