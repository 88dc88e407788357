import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  castSecretly,
  closeEarly,
  detailOf,
  draftOf,
  election,
  motion,
  newVoters,
  openedBallot,
  openWith,
  phoneOf,
  pick,
} from '#test/support/balloting.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { by, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'

setUpSite({ demo: true })

type Opened = Awaited<ReturnType<typeof openedBallot>>
let userName: string
let staff: Awaited<ReturnType<typeof asStaff>>
const voters = newVoters(6).map((voter, i) => ({ ...voter, weight: i + 1 }))
/** Counted by name; counted, and closed, in secret; void. */
let named: Opened
let secret: Opened
let closed: Opened
let voided: Opened
/** Receipts of the named and of the secret ballot. */
let receipts: [string, string]
let pass: string
/** Envelopes of the two secret ballots, while both were closed. */
const sent: number[] = []
const ranked = { ...election, id: 'q3', title: '推选会长', kind: 'ranked' as const, min: 1, max: 3 }
const oneOf = { ...ranked, writeIns: false, seats: 1 }

async function voteInSecret(title: string, n: number) {
  const of = newVoters(n)
  const opened = await openedBallot(site, staff, of, { title, secrecy: 'secret', questions: [motion, election] })
  const given = []
  for (const { mobile } of of) given.push(...(await castSecretly(site, mobile, [pick('yes'), pick('c1')])))
  await closeEarly(staff, opened.id)
  return { opened, receipt: given[0]! }
}

beforeAll(async () => {
  userName = await staffWith(site, ['secretary'])
  staff = await asStaff(site, userName)
  const explanation = '请在截止以前读过章程修改的对照表再投票。'.repeat(10)
  named = await openedBallot(site, staff, voters, { title: '章程修改表决', questions: [motion, oneOf], explanation })
  const given = []
  for (const [i, picks] of [['c1'], ['c2', 'c1'], ['c3'], ['c1'], ['c2']].entries()) {
    const phone = await phoneOf(site, voters[i]!.mobile)
    pass = phone.pass
    given.push(await phone.post('/ballot/vote', { pass, answers: [pick('yes'), pick(...picks)] }))
  }
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId: named.id })).data
  const absent = list.find(({ name }: { name: string }) => name === '投票人6')
  await staff.post('/staff/ballot/strike', { id: named.id, voterId: absent.id, reason: '已退会' })
  await agreeToLast(site)
  await staff.post('/staff/ballot/count', await closeEarly(staff, named.id))

  const first = await voteInSecret('无记名表决一', 2)
  secret = first.opened
  receipts = [given[0]!.data.receipt, first.receipt]
  closed = (await voteInSecret('无记名表决二', 1)).opened
  for (const { id } of [secret, closed]) {
    const { data } = await staff.get('/staff/ballot/envelopes', { id })
    sent.push(data.envelopes.length)
  }
  const { votes, spoiled } = await openWith(staff, secret.id, secret.shares.slice(0, 2))
  const { id, version } = await detailOf(staff, secret.id)
  await staff.post('/staff/ballot/count', { id, version, votes, spoiled })

  voided = await openedBallot(site, staff, newVoters(1), { title: '名单有误的表决' })
  await staff.post('/staff/ballot/void', { id: voided.id, version: voided.version, reason: '名单有误' })
  await agreeToLast(site)
  const [opensAt, closesAt] = ['2041-01-05T12:00:00+08:00', '2041-01-06T12:00:00+08:00']
  await staff.post('/staff/ballot/save', draftOf({ title: '来年的表决', opensAt, closesAt }))
}, 60_000)

test('the ballots are narrowed by each filter and sorted by their headings, and so is their workbook', async () => {
  const register = await openRegister(site, '/staff/ballot', userName)
  await expectNarrowed(register, [
    [{ key: '章程' }, row => row.title.includes('章程')],
    [{ state: 'counted' }, row => row.state === 'counted'],
    [{ secrecy: 'secret' }, row => row.secrecy === 'secret'],
    [{ closesFrom: '2041-01-06' }, row => row.closesAt >= '2041-01-06'],
    [{ closesTo: '2041-01-05' }, row => row.closesAt < '2041-01-06'],
  ])
  await expectSorted(
    register,
    {},
    {
      title: by(row => row.title),
      secrecy: by(row => row.secrecy),
      opensAt: by(row => Date.parse(row.opensAt)),
      closesAt: by(row => Date.parse(row.closesAt)),
      stateName: by(row => row.state),
    },
  )
  await expectNoOtherSort(register, '/staff/ballot')
  const { rows } = await register.list({ key: '章程' })
  expect(rows).toMatchObject([
    { id: named.id, title: '章程修改表决', state: 'counted', stateName: '已公布结果', voters: 5, tookPart: 5 },
  ])
  const [line] = await register.workbook({ key: '章程' })
  expect(line).toMatchObject({ 名称: '章程修改表决', 方式: '记名', 投票人: '5', 已参加: '5', 状态: '已公布结果' })
})

test('the voters are narrowed and sorted likewise, without what they voted', async () => {
  const register = await openVoters()
  await expectNarrowed(register, [
    [{ ballotId: named.id }, row => namedRows.includes(row.id)],
    [{ key: '投票人2' }, row => row.name === '投票人2'],
    [{ tookPart: 'online' }, row => row.tookPart === 'online'],
    [{ absent: 'yes' }, row => row.tookPart === null],
    [{ absent: 'no' }, row => row.tookPart !== null],
  ])
  await expectSorted(
    register,
    { ballotId: named.id },
    {
      name: by(row => row.name),
      weight: by(row => row.weight),
      tookPart: by(row => row.tookPart ?? ''),
    },
  )
  const { rows } = await register.list({ ballotId: named.id, sort: 'weight' })
  expect(rows).toMatchObject([1, 2, 3, 4, 5, 6].map(weight => ({ weight, isStruck: weight === 6 })))
  expect(await register.workbook({ ballotId: named.id, key: '投票人6' })).toEqual([
    {
      姓名: '投票人6',
      票数: '6',
      '手机（部分）': expect.stringContaining('****'),
      口令信: '',
      账号: '',
      参加: '已剔除：已退会',
    },
  ])
})

/** The register of voters, whose workbook has an address of its own. */
async function openVoters() {
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId: named.id, pageSize: 100 })).data
  namedRows = list.map(({ id }: { id: number }) => id)
  return openRegister(site, '/staff/ballot/voters', userName, '/staff/ballot/voters', '/staff/ballot/votersExport')
}
let namedRows: number[]

test('each ballot answers for itself: its result, its receipts, its envelopes and its file', async () => {
  const result = async (key: string) => (await site.get('/ballot/result', { key })).data
  const all = []
  for (const { key } of [named, secret, voided]) all.push(await result(key))
  expect(all).toMatchObject([
    { key: named.key, tellers: [], voidReason: '', result: { cast: 15 } },
    { key: secret.key, tellers: ['甲', '乙', '丙'], voidReason: '', result: { cast: 2 } },
    { key: voided.key, state: 'void', voidReason: '名单有误', result: null },
  ])
  const isThere = async (key: string, receipt: string) =>
    (await site.get('/ballot/receipt', { key, receipt })).data.isThere
  const found = []
  for (const receipt of receipts) for (const { key } of [named, secret]) found.push(await isThere(key, receipt))
  expect(found).toEqual([true, false, false, true])

  const read = async (query: string) =>
    JSON.parse((await site.app.inject({ url: `/api/ballot/file?${query}` })).payload)
  const files = []
  for (const { key } of [named, secret]) files.push(await read(`key=${key}`))
  expect(files.map(({ ballot }) => ballot.title)).toEqual(['章程修改表决', '无记名表决一'])
  const headers = await staffSession(site, userName)
  for (const [i, { id }] of [named, secret].entries()) {
    const own = await site.app.inject({ url: `/api/staff/ballot/file?id=${id}`, headers })
    expect(JSON.parse(own.payload)).toEqual(files[i])
  }

  expect(sent).toEqual([2, 1])
  const titles = []
  for (const { id } of [named, secret, closed]) titles.push((await detailOf(staff, id)).title)
  expect(titles).toEqual(['章程修改表决', '无记名表决一', '无记名表决二'])
})

test('who voted reads on the same paper how the preferences were counted, round by round', async () => {
  const { data } = await site.post('/ballot/paper', { pass })
  expect(data.result).toMatchObject({
    cast: 15,
    questions: [
      { passes: true },
      {
        rounds: [
          { units: { c1: 5, c2: 7, c3: 3 }, exhausted: 0, out: ['c3'] },
          { units: { c1: 5, c2: 7 }, exhausted: 3, out: [] },
        ],
      },
    ],
  })
})

test('a count on paper keeps the rejected slips, which every reader of the result sees', async () => {
  const of = newVoters(3)
  const mixed = await openedBallot(site, staff, of, {
    title: '到会表决',
    secrecy: 'secret',
    means: ['online', 'paper'],
  })
  const phone = await phoneOf(site, of[0]!.mobile)
  await castSecretly(site, of[0]!.mobile, [pick('yes')])
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId: mixed.id, absent: 'yes' })).data
  const voterIds = list.map(({ id }: { id: number }) => id)
  await staff.post('/staff/ballot/paper', { id: mixed.id, voterIds, isPaper: true })
  await closeEarly(staff, mixed.id)
  const count = { cast: 1, rejected: 1, questions: [{ id: 'q1', answered: 1, units: { yes: 1 }, names: {} }] }
  const colleague = await asStaff(site, await staffWith(site, ['secretary']))
  for (const teller of [staff, colleague]) await teller.post('/staff/ballot/paperCount', { id: mixed.id, count })
  expect((await detailOf(staff, mixed.id)).ownPaperCount).toEqual(count)
  const { votes, spoiled } = await openWith(staff, mixed.id, mixed.shares.slice(0, 2))
  const { id, version } = await detailOf(staff, mixed.id)
  expect((await staff.post('/staff/ballot/count', { id, version, votes, spoiled })).code).toBe(200)
  expect((await phone.paper()).result).toMatchObject({ rejected: 1, questions: [{ passes: true }] })
})

test('names written in by name are listed for grouping once the ballot is closed', async () => {
  const of = newVoters(2)
  const opened = await openedBallot(site, staff, of, { title: '另写姓名', questions: [election] })
  for (const { mobile } of of) {
    const phone = await phoneOf(site, mobile)
    await phone.post('/ballot/vote', { pass: phone.pass, answers: [{ picks: ['c1'], names: ['王芳'] }] })
  }
  expect((await detailOf(staff, opened.id)).writtenIn).toEqual({})
  await closeEarly(staff, opened.id)
  expect((await detailOf(staff, opened.id)).writtenIn).toEqual({ q2: ['王芳'] })
})

test('a draft is changed as it was seen, says whom no token can reach, and is removed', async () => {
  const quorum = { numerator: 1, denominator: 2, isStrict: true }
  const form = draftOf({ title: '草稿' })
  const first = (await staff.post('/staff/ballot/save', form)).data
  const changed = await staff.post('/staff/ballot/save', { ...form, ...first, title: '改过的草稿', quorum })
  expect(changed.code).toBe(200)
  expect(await staff.post('/staff/ballot/save', { ...form, ...first })).toMatchObject({ code: 409 })
  const noPhone = [{ name: '没有手机的人' }, ...newVoters(1)]
  const drafted = (await staff.post('/staff/ballot/roll', { ...changed.data, voters: noPhone })).data
  expect(await detailOf(staff, first.id)).toMatchObject({
    title: '改过的草稿',
    quorum,
    roll: { voters: 2, unreachable: 1 },
  })
  const { id, version } = drafted
  expect(await staff.post('/staff/ballot/remove', first)).toMatchObject({ code: 409 })
  expect((await staff.post('/staff/ballot/remove', { id, version })).code).toBe(200)
  expect((await staff.get('/staff/ballot/detail', { id })).code).toBe(404)
})
