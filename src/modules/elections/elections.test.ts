import { and, eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { makeTellersKey } from '#modules/ballots/protocol/tellersKey.ts'
import { article } from '#modules/content/server/tables.ts'
import { agendaKind, meeting, meetingItem, meetingPaper } from '#modules/meetings/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { seatsOf } from '#modules/posts/server/seats.ts'
import { appointment, body, post, term } from '#modules/posts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { castSecretly, closeEarly, detailOf, openWith, pick } from '#test/support/balloting.ts'
import { asStaff, openSession, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { defaultRules, type ElectionRules } from './rules.ts'
import { readMeetingPapers } from './server/meetingPapers.ts'
import { election, electionCandidate } from './server/tables.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
const today = dayOf(new Date())
const termFrom = addDays(today, 20)
let staff: Staff
let colleague: Staff
let companies: { id: number; name: string; accountId: number; userName: string }[]

// Colleagues of each test's own: a single account is not allowed as many calls as all tests make.
beforeEach(async () => {
  staff = await asStaff(site, await staffWith(site, ['secretary', 'writer']))
  colleague = await asStaff(site, await staffWith(site, ['secretary']))
})

beforeAll(async () => {
  companies = await site.services.db
    .select({ id: organisation.id, name: organisation.name, accountId: account.id, userName: account.userName })
    .from(organisation)
    .innerJoin(account, and(eq(account.organisationId, organisation.id), eq(account.kind, 'organisation')))
    .innerJoin(member, eq(member.organisationId, organisation.id))
    .where(and(eq(account.status, 'active'), eq(member.status, 'active')))
    .orderBy(organisation.id)
    .limit(8)
})

const done = async <T = { id: number; version: number }>(answer: Promise<{ code: number; msg: string; data: T }>) => {
  const { code, msg, data } = await answer
  if (code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
  return data
}

let serial = 0
/** A body of the test's own whose seats are held for companies. */
async function bodyOf(kind: 'council' | 'committee', holders: typeof companies) {
  const { db } = site.services
  serial++
  const [of] = await db
    .insert(body)
    .values({ code: `election${serial}`, name: `测试机构${serial}`, kind })
    .returning()
  const [held] = await db.insert(post).values({ bodyId: of!.id, name: '理事' }).returning()
  const [during] = await db
    .insert(term)
    .values({ bodyId: of!.id, number: '第五届', fromDay: addDays(today, -1400), toDay: addDays(today, 10) })
    .returning()
  for (const { id, accountId } of holders)
    await db.insert(appointment).values({
      bodyId: of!.id,
      postId: held!.id,
      termId: during!.id,
      personName: `代表${id}`,
      organisationId: id,
      accountId,
      fromDay: addDays(today, -1400),
    })
  return { bodyId: of!.id, postId: held!.id, termId: during!.id }
}

/** An election of a new council by the holders of another body, with its committee and places. */
async function newElection(voters: typeof companies, seats: number, rules: Partial<ElectionRules> = {}) {
  const [elected, voting] = [await bodyOf('council', []), await bodyOf('committee', voters)]
  let of = await done(
    staff.post('/staff/election/save', {
      title: `第六届换届选举${serial}`,
      bodyId: elected.bodyId,
      votingBodyId: voting.bodyId,
      termEnds: addDays(today, 10),
      termNumber: '第六届',
      termFrom,
      votesOn: addDays(today, 10),
      place: '会议厅',
    }),
  )
  await site.services.db
    .update(election)
    .set({ rules: { ...defaultRules, ...rules } })
    .where(eq(election.id, of.id))
  const committee = [
    { name: '甲组长', organisationName: '某单位', duty: 'head' },
    { name: '乙监票', duty: 'scrutineer' },
    { name: '丙计票', duty: 'teller' },
  ]
  of = await done(staff.post('/staff/election/committee', { ...of, committee }))
  of = await done(staff.post('/staff/election/contests', { ...of, contests: [{ postId: elected.postId, seats }] }))
  return { ...of, ...elected, votingBodyId: voting.bodyId }
}
const seenOf = ({ id, version }: { id: number; version: number }) => ({ id, version })
const detail = async (id: number) => (await staff.get('/staff/election/detail', { id })).data
const now = async (id: number) => seenOf(await detail(id))
/** The days of a step are over. */
const passDays = (id: number) =>
  site.services.db
    .update(election)
    .set({ rollUntil: addDays(today, -1), nominationUntil: addDays(today, -1), candidatesUntil: addDays(today, -1) })
    .where(eq(election.id, id))
const memberOf = async ({ userName }: { userName: string }) => site.as(await openSession(site, userName))

async function withRoll(voters: typeof companies, seats: number, rules: Partial<ElectionRules> = {}) {
  const of = await newElection(voters, seats, rules)
  return { ...of, ...(await done(staff.post('/staff/election/freeze', { ...seenOf(of), day: today }))) }
}
async function nominating(voters: typeof companies, seats: number, rules: Partial<ElectionRules> = {}) {
  const of = await withRoll(voters, seats, rules)
  await passDays(of.id)
  return { ...of, ...(await done(staff.post('/staff/election/openNominations', seenOf(of)))) }
}

/** Candidates who agree and are on the list; the first `reelected` of them held a post before. */
async function addCandidates(id: number, n: number, reelected = 0) {
  const { contests } = await detail(id)
  await site.services.db.insert(electionCandidate).values(
    Array.from({ length: n }, (_, i) => ({
      contestId: contests[0].id,
      personName: `候选${String(i + 1).padStart(2, '0')}`,
      organisationName: `单位${i + 1}`,
      nominatorName: '理事会',
      consent: 'given' as const,
      review: 'accepted' as const,
      isReelected: i < reelected,
    })),
  )
}
async function voting(
  voters: typeof companies,
  seats: number,
  n: number,
  rules: Partial<ElectionRules> = {},
  reelected = 0,
) {
  const of = await nominating(voters, seats, rules)
  await addCandidates(of.id, n, reelected)
  await passDays(of.id)
  const published = await done(staff.post('/staff/election/publishCandidates', await now(of.id)))
  await passDays(of.id)
  await prepare(published)
  return of
}
const prepare = (of: { id: number; version: number }, means = ['paper']) =>
  done(
    staff.post('/staff/election/ballots', {
      ...seenOf(of),
      means,
      opensAt: new Date(Date.now() - 60_000).toISOString(),
      closesAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  )

/** Opens the last ballot of an election; so many of its voters take their slips. */
async function openOnPaper(id: number, cast: number): Promise<number> {
  const { ballots } = await detail(id)
  const ballotId = ballots.at(-1).id
  const ballot = async () => (await staff.get('/staff/ballot/detail', { id: ballotId })).data
  const opened = await staff.post('/staff/ballot/open', seenOf(await ballot()))
  if (opened.code !== 202) throw new Error(opened.msg)
  await done(agreeToLast(site))
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId, pageSize: 100 })).data
  const voterIds = list.slice(0, cast).map((voter: { id: number }) => voter.id)
  await done(staff.post('/staff/ballot/paper', { id: ballotId, voterIds, isPaper: true }))
  return ballotId
}

/** Votes by candidate, as two tellers counted them on paper, everybody on the roll having taken a slip. */
async function countOnPaper(id: number, units: Record<string, number>, cast: number) {
  const ballotId = await openOnPaper(id, cast)
  const ballot = async () => (await staff.get('/staff/ballot/detail', { id: ballotId })).data
  await done(staff.post('/staff/ballot/close', { ...seenOf(await ballot()), reason: '到会的都已投票' }))
  const [question] = (await ballot()).questions
  const byId = Object.fromEntries(
    question.options.map(({ id, name }: { id: string; name: string }) => [id, units[name] ?? 0]),
  )
  const count = { cast, rejected: 0, questions: [{ id: question.id, answered: cast, units: byId, names: {} }] }
  await done(staff.post('/staff/ballot/paperCount', { id: ballotId, count }))
  const agreed = await done<{ isAgreed: boolean }>(colleague.post('/staff/ballot/paperCount', { id: ballotId, count }))
  expect(agreed.isAgreed).toBe(true)
  await done(staff.post('/staff/ballot/count', { ...seenOf(await ballot()), votes: [], spoiled: [] }))
}
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `候选${String(from + i).padStart(2, '0')}`)
const unitsOf = (given: [string[], number][]) =>
  Object.fromEntries(given.flatMap(([who, n]) => who.map(name => [name, n])))
const confirm = async (id: number, more: object = {}) => {
  const asked = await staff.post('/staff/election/confirm', { ...(await now(id)), ...more })
  return asked.code === 202 ? agreeToLast(site) : asked
}

describe('an election on paper', () => {
  test('of 25 from 30 settles the tie at the last place by a run-off, and appoints everybody at once', async () => {
    const of = await voting(companies.slice(0, 6), 25, 30, { extraPercent: 20 }, 12)
    await countOnPaper(
      of.id,
      unitsOf([
        [names(1, 24), 5],
        [names(25, 26), 4],
        [names(27, 30), 1],
      ]),
      6,
    )
    const after = await detail(of.id)
    expect(after).toMatchObject({
      state: 'voting',
      contests: [{ elected: 24, seatsLeft: 1, nextName: '票数相同，须再次投票', tied: [{}, {}] }],
    })
    await prepare(after)
    const { ballots } = await detail(of.id)
    expect(ballots.at(-1).title).toContain('票数相同的再次投票')
    const again = await detailOf(staff, ballots.at(-1).id)
    expect(again.explanation).toContain('候选25、候选26得票相同（4 票），只在他们之中选 1 名')
    expect(again.questions[0]!.title).toContain('从得票相同的 2 人中选 1 名')
    await countOnPaper(of.id, { 候选25: 2, 候选26: 4 }, 6)
    const decided = await detail(of.id)
    expect(decided).toMatchObject({ state: 'decided', contests: [{ elected: 25, seatsLeft: 0 }] })
    expect((await confirm(of.id)).code).toBe(200)
    const seats = await seatsOf(site.ctx(), of.bodyId, termFrom)
    expect(seats.map(({ personName }) => personName).toSorted()).toEqual([...names(1, 24), '候选26'])
    const [coming] = await site.services.db
      .select()
      .from(term)
      .where(and(eq(term.bodyId, of.bodyId), eq(term.number, '第六届')))
    expect(coming).toMatchObject({ fromDay: termFrom })
    expect(await confirm(of.id)).toMatchObject({ code: 409 })
  })

  test('in which too few took part elects nobody and is held again', async () => {
    const of = await voting(companies.slice(0, 6), 1, 1)
    await countOnPaper(of.id, { 候选01: 3 }, 3)
    expect(await detail(of.id)).toMatchObject({
      state: 'voting',
      ballots: [{ isQuorate: false }],
      contests: [{ elected: 0, needsBallot: true }],
    })
    await prepare(await now(of.id))
    await countOnPaper(of.id, { 候选01: 4 }, 6)
    expect(await detail(of.id)).toMatchObject({ state: 'decided' })
  })

  test('leaves a place empty after the last ballot that the rules allow', async () => {
    const of = await voting(companies.slice(0, 4), 2, 2, { maxRounds: 1 })
    await countOnPaper(of.id, { 候选01: 3, 候选02: 2 }, 4)
    expect(await detail(of.id)).toMatchObject({ state: 'decided', contests: [{ elected: 1, vacant: 1 }] })
    expect((await confirm(of.id)).code).toBe(200)
  })

  test('settles a tie by lot where the charter says so: by whom is written down', async () => {
    const of = await voting(companies.slice(0, 4), 1, 2, { tie: 'lot', pass: null })
    await countOnPaper(of.id, { 候选01: 2, 候选02: 2 }, 4)
    const { contests, ...seen } = await detail(of.id)
    const settle = (more: object) =>
      staff.post('/staff/election/settleTie', { ...seenOf(seen), contestId: contests[0].id, ...more })
    const wrong = await settle({ winners: [] })
    expect(Object.keys(wrong.data.fields).toSorted()).toEqual(['note', 'winners'])
    const winner = contests[0].tied[1].id
    expect((await settle({ winners: [winner], note: '当场抽签，乙监票在场' })).code).toBe(200)
    const { state, candidates } = await detail(of.id)
    expect(state).toBe('decided')
    expect(candidates.find(({ id }: { id: number }) => id === winner)).toMatchObject({
      outcome: 'elected',
      settlement: '抽签：当场抽签，乙监票在场',
    })
  })

  test('whose winner turns the place down, or whose ballot is declared void, is voted on again', async () => {
    const of = await voting(companies.slice(0, 4), 1, 2, { pass: null })
    await countOnPaper(of.id, { 候选01: 3, 候选02: 1 }, 4)
    const { candidates, ballots } = await detail(of.id)
    const answer = (agrees: boolean) =>
      staff.post('/staff/election/consent', { id: of.id, candidateId: candidates[0].id, agrees, note: '来函' })
    await done(answer(false))
    expect(await detail(of.id)).toMatchObject({
      state: 'voting',
      contests: [{ elected: 0, seatsLeft: 1, needsBallot: true }],
      candidates: [{ outcomeName: '当选后不接受' }, {}],
    })
    await done(answer(true))
    expect(await detail(of.id)).toMatchObject({ state: 'decided' })
    const { version } = (await staff.get('/staff/ballot/detail', { id: ballots[0].id })).data
    const voiding = { id: ballots[0].id, version, reason: '选票有误' }
    expect((await staff.post('/staff/ballot/void', voiding)).code).toBe(202)
    await done(agreeToLast(site))
    expect(await detail(of.id)).toMatchObject({
      state: 'voting',
      contests: [{ elected: 0, needsBallot: true }],
      candidates: [{ units: null }, { units: null }],
    })
  })

  test('with more re-elected than the charter allows is confirmed with a reason alone', async () => {
    const of = await voting(companies.slice(0, 4), 2, 2, { maxReelectedPercent: 50 }, 2)
    await countOnPaper(of.id, { 候选01: 4, 候选02: 4 }, 4)
    const refused = await confirm(of.id)
    expect(refused).toMatchObject({
      code: 400,
      data: { fields: { exceptionReason: expect.stringContaining('其中连任 2 人') } },
    })
    expect((await confirm(of.id, { exceptionReason: '主管单位同意' })).code).toBe(200)
    const confirmed = await detail(of.id)
    expect(confirmed).toMatchObject({ state: 'confirmed', exceptionReason: '主管单位同意', filedOn: null })
    const file = (filedOn: string) => staff.post('/staff/election/filed', { ...seenOf(confirmed), filedOn })
    expect(await file(today)).toMatchObject({
      code: 400,
      data: { fields: { filedOn: `不能早于投票日 ${confirmed.votesOn}` } },
    })
    const filedOn = addDays(confirmed.votesOn, 2)
    expect((await file(filedOn)).data).toEqual({ id: of.id, version: confirmed.version + 1 })
    expect((await detail(of.id)).filedOn).toBe(filedOn)
  })

  test('whose teller leaves between two counts is counted by another, and the difference does not stop it', async () => {
    const of = await voting(companies.slice(0, 4), 1, 1)
    const ballotId = await openOnPaper(of.id, 4)
    await closeEarly(staff, ballotId)
    const { questions } = await detailOf(staff, ballotId)
    const [{ id, options }] = questions as [(typeof questions)[number]]
    const count = (n: number) => ({
      cast: 4,
      rejected: 0,
      questions: [{ id, answered: 4, units: { [options[0]!.id]: n }, names: {} }],
    })
    const save = (by: Staff, n: number) => by.post('/staff/ballot/paperCount', { id: ballotId, count: count(n) })
    await save(staff, 3)
    await save(colleague, 4)
    const { paperCounts } = (await staff.get('/staff/ballot/detail', { id: ballotId })).data
    const discard = { id: ballotId, countId: paperCounts[0].id, reason: '计票人突然离开' }
    expect((await staff.post('/staff/ballot/discardCount', discard)).code).toBe(202)
    await done(agreeToLast(site))
    const third = await asStaff(site, await staffWith(site, ['secretary']))
    expect((await save(third, 4)).data).toEqual({ isAgreed: true, differences: [] })
    await done(
      staff.post('/staff/ballot/count', { ...seenOf(await detailOf(staff, ballotId)), votes: [], spoiled: [] }),
    )
    expect(await detail(of.id)).toMatchObject({ state: 'decided', candidates: [{ units: 4, outcome: 'elected' }] })
  })

  test('confirmed by two at once is confirmed once, and no one is appointed twice', async () => {
    const of = await voting(companies.slice(0, 4), 1, 1)
    await countOnPaper(of.id, { 候选01: 4 }, 4)
    const seen = await now(of.id)
    for (const by of [staff, colleague]) expect((await by.post('/staff/election/confirm', seen)).code).toBe(202)
    const admin = await asStaff(site, await staffWith(site, ['admin']))
    const asked = (await admin.get('/staff/approval/list', { pageSize: 2 })).data.list
    const answers = await Promise.all(
      asked.slice(0, 2).map(({ id }: { id: number }) => admin.post('/staff/approval/agree', { id })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await site.services.db.$count(appointment, eq(appointment.bodyId, of.bodyId))).toBe(1)
  })

  test('has its papers: protocol, Word file and a bundle; and an announcement as a draft', async () => {
    const other = await voting(companies.slice(0, 6), 6, 8)
    await countOnPaper(other.id, unitsOf([[names(1, 6), 6]]), 6)
    const of = await voting(companies.slice(0, 4), 1, 2)
    expect(await staff.get('/staff/election/protocol', { id: of.id })).toMatchObject({ code: 409 })
    await countOnPaper(of.id, { 候选01: 4 }, 4)
    const headers = await staffSession(site, await staffWith(site, ['secretary']))
    const download = (path: string, id: number, query = '') =>
      site.app.inject({ url: `/api/staff/election/${path}?id=${id}${query}`, headers })
    const protocols: string[] = []
    for (const { id } of [of, other]) protocols.push(await textOf((await download('protocol', id)).rawPayload))
    expect(protocols.map(text => [text.includes('候选01'), text.includes('候选08')])).toEqual([
      [true, false],
      [true, true],
    ])
    expect((await download('protocol', of.id, '&format=docx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
    for (const { id } of [other, of]) {
      const { title } = await detail(id)
      const name = decodeURIComponent(String((await download('bundle', id)).headers['content-disposition']))
      expect(name).toContain(`${title}备案材料.zip`)
    }
    const bundle = (await download('bundle', of.id)).rawPayload
    const inside = ['00 目录.pdf', '01 当选人员名单.xlsx', '02 选举结果记录.pdf', '04 选举人名册.xlsx', '05 得票.xlsx']
    for (const name of inside) expect(bundle.includes(Buffer.from(name))).toBe(true)
    const { data } = await staff.post('/staff/election/article', await now(of.id))
    expect(data).toMatchObject({ isNew: true, route: expect.stringMatching(/^\/staff\/articles\/\d+$/) })
    expect((await staff.post('/staff/election/article', await now(of.id))).data).toEqual({ ...data, isNew: false })
    expect(await site.services.db.$count(article, like(article.title, `关于${(await detail(of.id)).title}%`))).toBe(1)
  })
})

test('the bundle has what the meeting of the voting body decided, its signed minutes and papers, or says why not', async () => {
  const { db } = site.services
  const of = await voting(companies.slice(0, 4), 1, 1)
  await countOnPaper(of.id, { 候选01: 4 }, 4)
  const session = await staffSession(site, await staffWith(site, ['secretary']))
  const own = { ...session, 'sec-fetch-site': 'same-origin' }
  const bundle = async () =>
    (await site.app.inject({ url: `/api/staff/election/bundle?id=${of.id}`, headers: session })).rawPayload
  const before = await bundle()
  expect(before.includes(Buffer.from('07 会议议题和表决.xlsx'))).toBe(false)
  const [kind] = await db.select({ id: agendaKind.id }).from(agendaKind).limit(1)
  const [minutes, table] = [await putFile(site, own, '纪要.png'), await putFile(site, own, '章程修改对照表.png')]
  const [held] = await db
    .insert(meeting)
    .values({
      title: '第六次会员大会',
      bodyId: of.votingBodyId,
      meetsOn: addDays(today, 10),
      state: 'recorded',
      fileIds: [minutes],
      actorName: '秘书处',
    })
    .returning()
  await db.insert(meetingItem).values({
    meetingId: held!.id,
    kindId: kind!.id,
    title: '修改章程',
    place: 1,
    outcome: 'pass',
    yes: 4,
    no: 0,
    abstained: 0,
  })
  await db.insert(meetingPaper).values({ meetingId: held!.id, fileId: table, audience: 'seats', addedName: '秘书处' })
  const after = await bundle()
  for (const name of ['07 会议议题和表决.xlsx', '08 会议纪要/01 纪要.png', '09 会议材料/01 章程修改对照表.png'])
    expect(after.includes(Buffer.from(name)), name).toBe(true)
  const [row] = await db.select().from(election).where(eq(election.id, of.id))
  const actor = { kind: 'staff', accountId: 1, userName: 'x', tokenHash: '', permissions: [], roles: [] }
  const without = await readMeetingPapers({ ...site.ctx(), actor } as never, row!)
  expect(without).toEqual({ files: [], missing: [expect.stringContaining('没有查看的权限')] })
})

test('an election in secret, online and on paper mixed, elects by all votes together', async () => {
  const { db, encryption } = site.services
  const of = await nominating(companies.slice(0, 6), 2)
  await addCandidates(of.id, 3)
  await passDays(of.id)
  await done(staff.post('/staff/election/publishCandidates', await now(of.id)))
  await passDays(of.id)
  await prepare(await now(of.id), ['online', 'paper'])
  const ballotId = (await detail(of.id)).ballots[0].id
  const { shares, publicKey, commitments } = await makeTellersKey(3, 2)
  const keys = { tellers: ['甲', '乙', '丙'], threshold: 2, publicKey, commitments }
  const drafted = await done(
    staff.post('/staff/ballot/tellers', { ...seenOf(await detailOf(staff, ballotId)), ...keys }),
  )
  expect((await staff.post('/staff/ballot/open', seenOf(drafted))).code).toBe(202)
  await done(agreeToLast(site))
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId, pageSize: 100 })).data
  const phoneNumbers = companies.slice(0, 2).map(async ({ accountId }) => {
    const [found] = await db.select().from(account).where(eq(account.id, accountId))
    return encryption.decrypt(found!.phoneSealed!)
  })
  const { options } = (await detailOf(staff, ballotId)).questions[0]!
  const idOf = (name: string) => options.find(option => option.name === name)!.id
  for (const mobile of await Promise.all(phoneNumbers))
    await castSecretly(site, mobile, [pick(idOf('候选01'), idOf('候选02'))])
  const online = companies.slice(0, 2).map(({ name }) => name)
  const voterIds = list
    .filter(({ name }: { name: string }) => !online.includes(name))
    .map(({ id }: { id: number }) => id)
  await done(staff.post('/staff/ballot/paper', { id: ballotId, voterIds, isPaper: true }))
  await closeEarly(staff, ballotId)
  const question = (await detailOf(staff, ballotId)).questions[0]!
  const units = { [idOf('候选01')]: 2, [idOf('候选02')]: 2, [idOf('候选03')]: 3 }
  const count = { cast: 4, rejected: 0, questions: [{ id: question.id, answered: 4, units, names: {} }] }
  for (const by of [staff, colleague]) await done(by.post('/staff/ballot/paperCount', { id: ballotId, count }))
  const { votes, spoiled } = await openWith(staff, ballotId, shares.slice(0, 2))
  await done(staff.post('/staff/ballot/count', { ...seenOf(await detailOf(staff, ballotId)), votes, spoiled }))
  const { state, candidates } = await detail(of.id)
  expect(state).toBe('decided')
  expect(candidates.map(({ units, outcome }: { units: number; outcome: string }) => [units, outcome])).toEqual([
    [4, 'elected'],
    [4, 'elected'],
    [3, 'lost'],
  ])
})

describe('the roll', () => {
  test('is published inside; an upheld objection strikes a voter off, with the reason, and who objected is told', async () => {
    const of = await withRoll(companies.slice(0, 5), 1)
    const [first, second] = companies
    const objector = await memberOf(first!)
    const { roll, canObject } = (await objector.get('/app/election/detail', { id: of.id })).data
    expect(canObject).toBe(true)
    const about = roll.find(({ name }: { name: string }) => name === second!.name)
    const objection = { id: of.id, kind: 'strike', voterId: about.id, content: '已注销' }
    const { id: objectionId } = await done<{ id: number }>(objector.post('/app/election/object', objection))
    await passDays(of.id)
    const early = await staff.post('/staff/election/openNominations', await now(of.id))
    expect(early).toMatchObject({ code: 409, msg: expect.stringContaining('1 件异议') })
    const decide = async () =>
      staff.post('/staff/election/decideObjection', {
        ...(await now(of.id)),
        objectionId,
        isUpheld: true,
        decision: '经核实已注销',
      })
    expect((await decide()).code).toBe(200)
    expect(await decide()).toMatchObject({ code: 409 })
    const struck = (await staff.get('/staff/election/roll', { electionId: of.id })).data.list.find(
      ({ id }: { id: number }) => id === about.id,
    )
    expect(struck).toMatchObject({ isEntitled: false, reason: '异议成立：经核实已注销' })
    const { list } = (await objector.get('/member/message/list')).data
    expect(list[0].title).toContain('成立')
    await done(staff.post('/staff/election/openNominations', await now(of.id)))
    const out = await memberOf(second!)
    const contestId = (await detail(of.id)).contests[0].id
    const nomination = { id: of.id, contestId, personName: '某人', organisationName: '某单位' }
    expect(await out.post('/app/election/nominate', nomination)).toMatchObject({ code: 403 })
    expect((await objector.post('/app/election/nominate', nomination)).code).toBe(200)
  })

  test('has those who owe their fee without a vote; they are added after an objection', async () => {
    const { db } = site.services
    const owing = companies[6]!
    await db.update(member).set({ status: 'unpaid' }).where(eq(member.organisationId, owing.id))
    const of = await withRoll([companies[0]!, owing], 1)
    await db.update(member).set({ status: 'active' }).where(eq(member.organisationId, owing.id))
    expect(await detail(of.id)).toMatchObject({ voters: 1, excluded: 1 })
    const by = await memberOf(owing)
    const { roll } = (await by.get('/app/election/detail', { id: of.id })).data
    const own = roll.find(({ isOwn }: { isOwn: boolean }) => isOwn)
    expect(own).toMatchObject({ isEntitled: false, reason: expect.stringContaining('会费未缴清') })
    const object = { id: of.id, kind: 'add', voterId: own.id, content: '已缴清' }
    const { id: objectionId } = await done<{ id: number }>(by.post('/app/election/object', object))
    const decision = { objectionId, isUpheld: true, decision: '已到账' }
    await done(staff.post('/staff/election/decideObjection', { ...(await now(of.id)), ...decision }))
    expect(await detail(of.id)).toMatchObject({ voters: 2, excluded: 0 })
  })

  test('takes no objection after its last day, and nobody else learns of the election', async () => {
    const of = await withRoll(companies.slice(0, 2), 1)
    const outsider = await memberOf(companies[7]!)
    expect((await outsider.get('/app/election/detail', { id: of.id })).code).toBe(404)
    await passDays(of.id)
    const late = await (await memberOf(companies[0]!)).post('/app/election/object', {
      id: of.id,
      kind: 'add',
      about: '某单位',
      content: '遗漏',
    })
    expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('截止') })
  })

  test('takes objections on paper, and is changed by those that are upheld', async () => {
    const other = await withRoll(companies.slice(0, 1), 1)
    const of = await newElection(companies.slice(0, 3), 1)
    await done(staff.post('/staff/election/freeze', { ...seenOf(of), day: today, grouping: 'level' }))
    const rollOf = async ({ id }: { id: number }) =>
      (await staff.get('/staff/election/roll', { electionId: id })).data.list
    const object = async (more: object) => {
      const objection = { id: of.id, content: '见来函', byName: '示例机电有限公司', ...more }
      return (await done<{ id: number }>(staff.post('/staff/election/objection', objection))).id
    }
    const uphold = async (objectionId: number, more: object) =>
      staff.post('/staff/election/decideObjection', {
        ...(await now(of.id)),
        objectionId,
        isUpheld: true,
        decision: '经核实',
        ...more,
      })
    const [first] = await rollOf(of)
    const groupCode = (await detail(of.id)).groups[0].code
    const misnamed = await object({ kind: 'correct', voterId: first.id })
    expect((await uphold(misnamed, {})).data.fields).toEqual({ name: '请填写改正后的名称或代表' })
    await done(uphold(misnamed, { personName: '新代表' }))
    const left = await object({ kind: 'add', about: '漏列的研究所' })
    expect(Object.keys((await uphold(left, {})).data.fields).toSorted()).toEqual(['groupCode', 'name'])
    await done(uphold(left, { name: '漏列的研究所', personName: '所长', weight: 2, groupCode }))
    const company = companies[5]!
    const added = await object({ kind: 'add', about: company.name })
    expect((await uphold(added, { organisationId: companies[1]!.id, groupCode })).data.fields).toEqual({
      organisationId: '已在名册上',
    })
    await done(uphold(added, { organisationId: company.id, groupCode }))
    const rolls = []
    for (const one of [of, other]) rolls.push(await rollOf(one))
    expect(rolls[1]).toMatchObject([{ name: companies[0]!.name, groupName: '' }])
    expect(rolls[0]).toHaveLength(5)
    expect(rolls[0][0]).toMatchObject({
      personName: '新代表',
      reason: '异议成立：经核实',
      groupName: expect.stringMatching(/./),
    })
    expect(rolls[0].slice(3)).toMatchObject([
      { name: '漏列的研究所', personName: '所长', weight: 2, isEntitled: true, groupName: first.groupName },
      { name: company.name, weight: 1, isEntitled: true, groupName: first.groupName },
    ])
  })

  test('without objections is taken back and frozen anew', async () => {
    const of = await withRoll(companies.slice(0, 2), 1)
    const back = await done(staff.post('/staff/election/unfreeze', { ...seenOf(of), reason: '日期选错' }))
    expect(await detail(of.id)).toMatchObject({ state: 'preparing', rollDay: null })
    const wrong = await staff.post('/staff/election/freeze', { ...back, day: addDays(today, 1) })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { day: expect.stringContaining('今天') } } })
    expect((await staff.post('/staff/election/freeze', { ...back, day: today })).code).toBe(200)
  })
})

describe('candidates', () => {
  test('agree themselves before they are listed; too few are refused, and a rule of the post is held against them', async () => {
    const of = await nominating(companies.slice(0, 4), 1, { extraPercent: 100 })
    await site.services.db
      .update(post)
      .set({ rules: { ageLimit: 70 } })
      .where(eq(post.id, of.postId))
    const contestId = (await detail(of.id)).contests[0].id
    const [proposer, proposed] = [await memberOf(companies[0]!), await memberOf(companies[1]!)]
    const nominate = (personName: string, bornMonth: string) =>
      proposer.post('/app/election/nominate', {
        id: of.id,
        contestId,
        personName,
        bornMonth,
        organisationName: companies[1]!.name,
      })
    const { id: candidateId } = await done<{ id: number }>(nominate('年轻人', '1990-01'))
    expect(await nominate('年轻人', '1990-01')).toMatchObject({
      code: 400,
      data: { fields: { personName: expect.stringContaining('已提名') } },
    })
    const { id: oldId } = await done<{ id: number }>(nominate('年高者', '1940-01'))
    const review = async (id: number, accepts = true, reason = '') =>
      staff.post('/staff/election/review', { ...(await now(of.id)), candidateId: id, accepts, reason })
    expect(await review(candidateId)).toMatchObject({
      code: 400,
      data: { fields: { candidateId: expect.stringContaining('没有同意') } },
    })
    const notOwn = await proposer.post('/app/election/consent', { id: of.id, candidateId, agrees: true })
    expect(notOwn.code).toBe(403)
    for (const id of [candidateId, oldId])
      await done(proposed.post('/app/election/consent', { id: of.id, candidateId: id, agrees: true }))
    expect((await review(candidateId)).code).toBe(200)
    expect(await review(oldId)).toMatchObject({
      code: 400,
      data: { fields: { candidateId: expect.stringContaining('70 周岁') } },
    })
    expect((await review(oldId, false, '超过年龄')).code).toBe(200)
    await passDays(of.id)
    const few = await staff.post('/staff/election/publishCandidates', await now(of.id))
    expect(few).toMatchObject({ code: 409, msg: expect.stringContaining('至少 2 名候选人，现有 1 名') })
  })

  test('are proposed as often as the rules allow, however many ask at once', async () => {
    const of = await nominating(companies.slice(0, 3), 1, { nominationsPerVoter: 1 })
    const contestId = (await detail(of.id)).contests[0].id
    const by = await memberOf(companies[0]!)
    const nominate = (personName: string) =>
      by.post('/app/election/nominate', { id: of.id, contestId, personName, organisationName: '某单位' })
    const answers = await Promise.all(['甲一', '乙二', '丙三'].map(nominate))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400, 400])
  })

  test('are not voted on before their list has stood for its days', async () => {
    const of = await nominating(companies.slice(0, 3), 1)
    await addCandidates(of.id, 1)
    await passDays(of.id)
    await done(staff.post('/staff/election/publishCandidates', await now(of.id)))
    const early = await staff.post('/staff/election/ballots', {
      ...(await now(of.id)),
      means: ['paper'],
      opensAt: new Date().toISOString(),
      closesAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect(early).toMatchObject({ code: 400, data: { fields: { opensAt: expect.stringContaining('期满') } } })
  })
})

describe('what a member reads', () => {
  test('is their own part, then the candidates, and the outcome once it is confirmed', async () => {
    const voters = companies.slice(0, 4)
    const [other, of] = [await withRoll(voters, 1), await withRoll(voters, 1)]
    const [by, proposed] = [await memberOf(voters[0]!), await memberOf(voters[1]!)]
    const read = async (who: typeof by, { id }: { id: number } = of) =>
      (await who.get('/app/election/detail', { id })).data
    const objection = { id: of.id, kind: 'add', about: '漏列的单位', content: '上月已入会' }
    const { id: objectionId } = await done<{ id: number }>(by.post('/app/election/object', objection))
    const decision = { objectionId, isUpheld: false, decision: '尚未缴费' }
    await done(staff.post('/staff/election/decideObjection', { ...(await now(of.id)), ...decision }))
    const told = { id: objectionId, about: '漏列的单位', kindName: '应当在名册上', stateName: '不成立' }
    expect([await read(by), await read(by, other)]).toMatchObject([
      { id: of.id, objections: [{ ...told, decision: '尚未缴费' }] },
      { id: other.id, objections: [] },
    ])

    await passDays(of.id)
    await done(staff.post('/staff/election/openNominations', await now(of.id)))
    const { contests, nominationUntil, title, votesOn } = await detail(of.id)
    const about = { position: '总经理', introduction: '从业二十年' }
    const person = { id: of.id, contestId: contests[0].id, sex: 'male', bornMonth: '1980-05', ...about }
    const own = { ...person, personName: '程晓明', organisationName: voters[1]!.name }
    const { id: candidateId } = await done<{ id: number }>(by.post('/app/election/nominate', own))
    const { list } = (await by.get('/app/election/list')).data
    expect(list.find(({ id }: { id: number }) => id === of.id)).toEqual({
      id: of.id,
      title,
      state: 'nominating',
      stateName: '提名',
      votesOn,
      todo: `可以提名，截止 ${nominationUntil}`,
    })
    const nomination = {
      id: candidateId,
      personName: '程晓明',
      contestName: '理事',
      nominatorName: voters[0]!.name,
      consent: 'asked',
      consentName: '未答复',
      reviewName: '待审查',
    }
    expect(await read(by)).toMatchObject({
      nominationUntil,
      nominationsLeft: 2,
      nominations: [{ ...nomination, isOwn: false, canAnswer: false }],
      candidates: [],
    })
    expect((await read(proposed)).nominations).toEqual([{ ...nomination, isOwn: true, canAnswer: true }])
    await done(proposed.post('/app/election/consent', { id: of.id, candidateId, agrees: true }))

    const onPaper = { ...person, personName: '林静', sex: 'female', organisationId: voters[2]!.id }
    const company = { organisationName: voters[2]!.name, nominatorName: '换届工作机构' }
    const { id: secondId } = await done<{ id: number }>(
      staff.post('/staff/election/nominate', { ...onPaper, ...company }),
    )
    await done(
      staff.post('/staff/election/consent', { id: of.id, candidateId: secondId, agrees: true, note: '书面同意书' }),
    )
    const review = async (candidateId: number) =>
      done(staff.post('/staff/election/review', { ...(await now(of.id)), candidateId, accepts: true }))
    for (const id of [candidateId, secondId]) await review(id)
    const publish = async () => {
      await passDays(of.id)
      return done(staff.post('/staff/election/publishCandidates', await now(of.id)))
    }
    const published = await publish()
    const reopened = await staff.post('/staff/election/reopenNominations', { ...published, reason: '有人退出' })
    expect(reopened.data).toEqual({ id: of.id, version: published.version + 1 })
    expect(await read(by)).toMatchObject({ state: 'nominating', candidatesUntil: null, candidates: [] })
    await publish()
    const { candidates, candidatesUntil } = await detail(of.id)
    expect(candidates).toMatchObject([
      { personName: '程晓明', ...about, nominatorName: voters[0]!.name },
      { personName: '林静', ...about, nominatorName: '换届工作机构' },
    ])
    const stands = { contestName: '理事', ...about, outcomeName: '' }
    expect(await read(by)).toMatchObject({
      candidatesUntil,
      candidates: [
        { id: candidateId, personName: '程晓明', companyName: voters[1]!.name, ...stands },
        { id: secondId, personName: '林静', companyName: voters[2]!.name, ...stands },
      ],
    })

    await passDays(of.id)
    await prepare(await now(of.id))
    await countOnPaper(of.id, { 程晓明: 3, 林静: 1 }, 4)
    expect((await read(by)).candidates).toMatchObject([{ outcomeName: '' }, { outcomeName: '' }])
    expect((await confirm(of.id)).code).toBe(200)
    expect((await read(by)).candidates).toMatchObject([{ outcomeName: '当选' }, { outcomeName: '未当选' }])
  })
})

describe('what an election says of itself', () => {
  test('is refused where it cannot be right, all at once; one body has one election at a time', async () => {
    const of = await newElection(companies.slice(0, 2), 1)
    expect((await detail(of.id)).committee[0]).toEqual({ name: '甲组长', organisationName: '某单位', duty: 'head' })
    const fields = {
      title: '另一次',
      bodyId: of.bodyId,
      votingBodyId: of.votingBodyId,
      termNumber: '第五届',
      termEnds: today,
    }
    const wrong = await staff.post('/staff/election/save', { ...fields, termFrom: today, votesOn: addDays(today, 400) })
    expect(Object.keys(wrong.data.fields).toSorted()).toEqual(['termFrom', 'termNumber', 'votesOn'])
    const again = await staff.post('/staff/election/save', {
      ...fields,
      termNumber: '第六届',
      termFrom: addDays(today, 1),
    })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('还没有办完') })
  })

  test('follows the rules of its body as they were when it began', async () => {
    const bodyCode = async (id: number) =>
      (await site.services.db.select({ code: body.code }).from(body).where(eq(body.id, id)))[0]!.code
    const { bodyId, votingBodyId } = await newElection(companies.slice(0, 2), 1)
    const form = {
      body: await bodyCode(votingBodyId),
      needsDues: 'no',
      nominationsPerVoter: 0,
      extraPercent: 20,
      maxReelectedPercent: 60,
      quorum: '2/3',
      quorumHow: 'atLeast',
      pass: '1/2',
      passHow: 'moreThan',
      passOf: 'roll',
      writeIns: 'no',
      tie: 'membership',
      maxRounds: 3,
      laterRoundsByMost: 'yes',
      committeeDays: 90,
      reportDays: 30,
      rollDays: 15,
      nominationDays: 15,
      candidateDays: 15,
      resultDays: 7,
      filingDays: 30,
      maxDelayDays: 365,
    }
    const save = (more: object) =>
      staff.post('/staff/record/save', { type: 'electionRule', form: { ...form, ...more } })
    const wrong = await save({ pass: '3/2', quorumHow: '' })
    expect(Object.keys(wrong.data.fields).toSorted()).toEqual(['pass', 'quorumHow'])
    expect((await save({})).code).toBe(200)
    const { bodies } = (await staff.get('/staff/election/choices')).data
    const ruled = bodies.find(({ id }: { id: number }) => id === votingBodyId)
    expect(ruled.sentences).toContain('差额选举，候选人至少比名额多 20%')
    expect(bodies.find(({ id }: { id: number }) => id === bodyId).sentences).not.toContain(
      '差额选举，候选人至少比名额多 20%',
    )
  })

  test('shares delegates out among the groups of the roll', async () => {
    const { db } = site.services
    const provinces = ['320000', '320000', '320000', '330000', '330000', '330000', '340000']
    for (const [i, provinceCode] of provinces.entries())
      await db.update(organisation).set({ provinceCode }).where(eq(organisation.id, companies[i]!.id))
    const [of, other] = [await newElection(companies.slice(0, 7), 1), await newElection(companies.slice(0, 3), 1)]
    const frozen = await done(staff.post('/staff/election/freeze', { ...seenOf(of), day: today, grouping: 'province' }))
    await done(staff.post('/staff/election/freeze', { ...seenOf(other), day: today, grouping: 'province' }))
    const share = async ({ id }: { id: number }, places: number, fewest?: number) => {
      const { groups, seatsLeft } = (await staff.get('/staff/election/shares', { id, places, fewest: fewest ?? 0 }))
        .data
      return [
        ...groups.map(({ seats, isTied }: { seats: number; isTied: boolean }) => (isTied ? -seats : seats)),
        seatsLeft,
      ]
    }
    expect(await share(of, 9)).toEqual([4, 4, 1, 0])
    expect(await share(other, 9)).toEqual([9, 0])
    // The last place is Jiangsu's as much as Zhejiang's.
    expect(await share(of, 8)).toEqual([-3, -3, 1, 1])
    expect(await share(of, 9, 2)).toEqual([-3, -3, 2, 1])
    const { groups, contests } = await detail(of.id)
    expect(groups).toEqual([
      { code: '320000', name: '江苏' },
      { code: '330000', name: '浙江' },
      { code: '340000', name: '安徽' },
    ])
    const { roll } = (await (await memberOf(companies[6]!)).get('/app/election/detail', { id: of.id })).data
    expect(roll[0]).toMatchObject({ isOwn: true, groupName: '安徽' })
    const own = { postId: contests[0].postId, seats: 1, groupCode: '340000' }
    await done(staff.post('/staff/election/contests', { ...frozen, contests: [own] }))
    expect((await detail(of.id)).contests).toMatchObject([{ groupCode: '340000', name: '理事（安徽）' }])
    const shared = (await staff.get('/staff/election/shares', { id: of.id, places: 9 })).data.groups
    const places = shared.map(({ code, seats }: { code: string; seats: number }) => ({
      ...own,
      groupCode: code,
      seats,
    }))
    await done(staff.post('/staff/election/contests', { ...(await now(of.id)), contests: places }))
    expect(
      (await detail(of.id)).contests.map(({ name, seats }: { name: string; seats: number }) => [name, seats]),
    ).toEqual([
      ['理事（江苏）', 4],
      ['理事（浙江）', 4],
      ['理事（安徽）', 1],
    ])
  })

  test('is not for a colleague without the permission', async () => {
    const writer = await asStaff(site, await staffWith(site, ['writer']))
    expect((await writer.get('/staff/election/list')).code).toBe(403)
  })
})
