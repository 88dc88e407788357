import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { conflict } from '#lib/error.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
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
  secretVote,
} from '#test/support/balloting.ts'
import { asStaff, newPhone, signUpComplete, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { until } from '#test/support/site.ts'
import { makeScratch } from '#test/support/tempDir.ts'
import { prepareVote, rightsAsked, sealWithRights } from './protocol/votersPhone.ts'
import { lockBallot } from './server/ballots.ts'
import { defineBallotUse } from './server/ballotUses.ts'
import { closeBallot } from './server/counting.ts'
import { createBallot, writeRoll } from './server/drafting.ts'
import { openBallot } from './server/opening.ts'
import { ballot } from './server/tables.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
let staff: Staff
let colleague: Staff

// Each test has colleagues of its own: what one may write in a minute is bounded.
beforeEach(async () => {
  staff = await asStaff(site, await staffWith(site, ['secretary']))
  colleague = await asStaff(site, await staffWith(site, ['secretary']))
})

const secret = { secrecy: 'secret' }
const yes = [pick('yes')]
const mobilesOf = (voters: { mobile: string }[]) => voters.map(({ mobile }) => mobile)

/** Runs the independent script on a file, as anybody may. */
async function recount(file: unknown): Promise<{ code: number; said: string }> {
  const path = join(await makeScratch('recount'), 'ballot.json')
  await writeFile(path, JSON.stringify(file))
  return new Promise(resolve =>
    execFile(process.execPath, ['public/recount.mjs', path], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    ),
  )
}
const published = async (key: string) => {
  const answer = await site.app.inject({ url: `/api/ballot/file?key=${key}` })
  if (!answer.headers['content-disposition']) throw new Error(answer.json().msg)
  return JSON.parse(answer.payload)
}

async function countSecret(of: { id: number; shares: string[] }, groups = {}) {
  const { votes, spoiled } = await openWith(staff, of.id, of.shares.slice(0, 2))
  const { version } = await detailOf(staff, of.id)
  return staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled, groups })
}

describe('a ballot by name', () => {
  test('is voted on once by each voter, closed, counted, and recounted by anybody', async () => {
    const voters = newVoters(3)
    const of = await openedBallot(site, staff, voters, { questions: [motion, election] })
    const given = [
      [pick('yes'), pick('c1', 'c2')],
      [pick('yes'), { picks: ['c1'], names: ['王 芳'] }],
      [pick('no'), pick()],
    ]
    for (const [i, mobile] of mobilesOf(voters).entries()) {
      const phone = await phoneOf(site, mobile)
      const answers = given[i]!.map(({ picks, names }) => ({ picks, names: names.map(name => name.replace(' ', '')) }))
      const first = await phone.post('/ballot/vote', { pass: phone.pass, answers })
      expect(first.code).toBe(200)
      expect(await phone.post('/ballot/vote', { pass: phone.pass, answers })).toEqual(first)
      const changed = answers.with(0, pick('abstain'))
      expect(await phone.post('/ballot/vote', { pass: phone.pass, answers: changed })).toMatchObject({ code: 409 })
      expect(await phone.paper()).toMatchObject({ tookPart: 'online', receipt: first.data.receipt })
    }
    const closed = await closeEarly(staff, of.id)
    expect((await staff.post('/staff/ballot/count', closed)).code).toBe(200)
    const { result } = await detailOf(staff, of.id)
    expect(result).toMatchObject({
      cast: 3,
      questions: [
        { needed: 2, passes: true },
        {
          options: [
            { name: '程晓明', units: 2, isElected: true },
            { units: 1, isTied: true },
            { units: 0 },
            { name: '王芳' },
          ],
        },
      ],
    })
    const file = await published(of.key)
    expect(await recount(file)).toMatchObject({ code: 0 })
    file.votes[1].answers[0].picks = ['no']
    const tampered = await recount(file)
    expect(tampered.code).toBe(1)
    expect(tampered.said).toContain('投票人2 的选票')
  })

  test('double-clicked and sent from two phones at once is counted once', async () => {
    const voters = newVoters(1)
    const of = await openedBallot(site, staff, voters)
    const phones = await Promise.all([0, 1].map(() => phoneOf(site, voters[0]!.mobile)))
    const answers = await Promise.all(
      [0, 1, 0, 1].map(i =>
        phones[i]!.post('/ballot/vote', { pass: phones[i]!.pass, answers: [pick(i ? 'no' : 'yes')] }),
      ),
    )
    expect(answers.filter(({ code }) => code === 200).length).toBe(2)
    expect(answers.filter(({ code }) => code === 409).length).toBe(2)
    expect((await detailOf(staff, of.id)).received).toBe(1)
  })

  test('says everything that is wrong with an answer, beside its question', async () => {
    const voters = newVoters(1)
    await openedBallot(site, staff, voters, { questions: [motion, election] })
    const phone = await phoneOf(site, voters[0]!.mobile)
    const wrong = await phone.post('/ballot/vote', {
      pass: phone.pass,
      answers: [pick(), { picks: ['c1', 'c2'], names: ['王芳'] }],
    })
    expect(wrong).toMatchObject({
      code: 400,
      data: { fields: { q1: '应选 1 项，已选 0 项', q2: '最多选 2 项，已选 3 项' } },
    })
  })
})

describe('a secret ballot', () => {
  test('is opened by two of three tellers after it was closed, and its published file is recounted by anybody', async () => {
    const voters = newVoters(4)
    voters[3]!.weight = 3
    const of = await openedBallot(site, staff, voters, { ...secret, questions: [motion, election] })
    const receipts = []
    for (const [i, { mobile }] of voters.entries())
      receipts.push(...(await castSecretly(site, mobile, [pick(i === 0 ? 'no' : 'yes'), pick('c1')])))
    expect(receipts).toHaveLength(6)
    expect((await staff.get('/staff/ballot/envelopes', { id: of.id })).code).toBe(409)
    await closeEarly(staff, of.id)
    await expect(openWith(staff, of.id, of.shares.slice(0, 1))).rejects.toThrow()
    expect((await countSecret(of)).code).toBe(200)
    const { result } = await detailOf(staff, of.id)
    expect(result).toMatchObject({
      cast: 6,
      questions: [{ passes: true, options: [{ units: 5 }, { units: 1 }, {}] }, {}],
    })
    const there = await site.get('/ballot/receipt', { key: of.key, receipt: receipts[2]!.toLowerCase() })
    expect(there.data).toEqual({ isThere: true, isSpoiled: false })
    const nowhere = await site.get('/ballot/receipt', { key: of.key, receipt: '0000-0000-0000-0000' })
    expect(nowhere.data.isThere).toBe(false)
    const file = await published(of.key)
    expect(file.envelopes.map(({ receipt }: { receipt: string }) => receipt).toSorted()).toEqual(receipts.toSorted())
    expect(await recount(file)).toMatchObject({ code: 0 })
  })

  test('one changed vote or envelope in the published file is named, and so is one left out or added', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters, secret)
    for (const { mobile } of voters) await castSecretly(site, mobile, yes)
    await closeEarly(staff, of.id)
    await countSecret(of)
    const file = await published(of.key)
    const told = async (change: (copy: typeof file) => void) => {
      const copy = structuredClone(file)
      change(copy)
      return recount(copy)
    }
    expect(
      await told(copy => {
        copy.votes[1].answers[0].picks = ['no']
      }),
    ).toMatchObject({
      code: 1,
      said: expect.stringContaining('第 2 张选票'),
    })
    expect(
      await told(copy => {
        copy.envelopes[0].sealed = copy.envelopes[1].sealed
      }),
    ).toMatchObject({
      code: 1,
      said: expect.stringContaining(file.envelopes[0].receipt),
    })
    expect(
      (
        await told(copy => {
          copy.votes.pop()
        })
      ).said,
    ).toContain('合不上')
    expect(
      (
        await told(copy => {
          copy.votes[1] = copy.votes[0]
        })
      ).said,
    ).toContain('用了两次')
    expect(
      (
        await told(copy => {
          copy.roll.onlineUnits = 1
        })
      ).said,
    ).toContain('多于领取的投票权')
    expect(
      (
        await told(copy => {
          copy.result.questions[0].options[0].units = 1
        })
      ).said,
    ).toContain('重新计算 2 票')
  })

  test('gives one right: the same request is answered alike, a second phone is refused', async () => {
    const voters = newVoters(1)
    const of = await openedBallot(site, staff, voters, secret)
    const { phone, paper, ask } = await secretVote(site, voters[0]!.mobile, yes)
    const [first, again] = await Promise.all([ask(), ask()])
    expect(first.code).toBe(200)
    expect(again).toEqual(first)
    const second = await prepareVote(paper, [pick('no')])
    const refused = await phone.post('/ballot/right', { pass: phone.pass, rights: rightsAsked(second) })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('另一部手机') })
    expect(await phone.paper()).toMatchObject({ tookPart: 'online' })
    expect((await detailOf(staff, of.id)).received).toBe(0)
  })

  test('of two phones that ask at once one gets the right', async () => {
    const voters = newVoters(1)
    await openedBallot(site, staff, voters, secret)
    const phones = await Promise.all([0, 1].map(() => secretVote(site, voters[0]!.mobile, yes)))
    const answers = await Promise.all(phones.map(({ ask }) => ask()))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('takes an envelope once, however often it is sent, and none that was changed or has no right', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters, secret)
    const { seal, cast } = await secretVote(site, voters[0]!.mobile, yes)
    const [envelope] = await seal()
    const answers = await Promise.all([cast(envelope!), cast(envelope!), cast(envelope!)])
    expect(new Set(answers.map(({ data }) => data.receipt)).size).toBe(1)
    const swapped = envelope!.sealed.replace(/^./, sign => (sign === 'B' ? 'C' : 'B'))
    expect(await cast({ ...envelope, sealed: swapped })).toMatchObject({ code: 400 })
    expect(await cast({ ...envelope, certificate: envelope!.signature })).toMatchObject({ code: 400 })
    expect(await cast({ ...envelope, sealed: envelope!.sealed.slice(0, -4) })).toMatchObject({ code: 400 })
    expect((await detailOf(staff, of.id)).received).toBe(1)
  })

  test('closed while votes come in counts each that was accepted, and no other', async () => {
    const voters = newVoters(6)
    const of = await openedBallot(site, staff, voters, secret)
    const sealed = await Promise.all(voters.map(({ mobile }) => secretVote(site, mobile, yes)))
    const envelopes = await Promise.all(sealed.map(async ({ seal }) => (await seal())[0]!))
    const [closed, ...answers] = await Promise.all([
      closeEarly(staff, of.id),
      ...sealed.map(({ cast }, i) => cast(envelopes[i]!)),
    ])
    expect(closed.id).toBe(of.id)
    const accepted = answers.filter(({ code }) => code === 200).map(({ data }) => data.receipt)
    expect(answers.every(({ code }) => code === 200 || code === 409)).toBe(true)
    const { data } = await staff.get('/staff/ballot/envelopes', { id: of.id })
    expect(data.envelopes.map(({ receipt }: { receipt: string }) => receipt).toSorted()).toEqual(accepted.toSorted())
    // Accepted before: the answer was lost, the phone sends it again.
    const i = answers.findIndex(({ code }) => code === 200)
    if (i >= 0) expect(await sealed[i]!.cast(envelopes[i]!)).toMatchObject({ code: 200 })
  })

  test('a vote that comes while somebody closes waits, and is refused once it is closed', async () => {
    const voters = newVoters(1)
    const of = await openedBallot(site, staff, voters, secret)
    const { seal, cast } = await secretVote(site, voters[0]!.mobile, yes)
    const [envelope] = await seal()
    let casting: ReturnType<typeof cast>
    await inTransaction(site.ctx(), async tx => {
      const locked = await lockBallot(tx, of.id)
      let isAnswered = false
      casting = cast(envelope!).finally(() => {
        isAnswered = true
      })
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => isAnswered || (await site.services.db.execute(waiting)).rowCount)
      await closeBallot(tx, locked, '都已投票')
    })
    expect(await casting!).toMatchObject({ code: 409, msg: expect.stringContaining('已截止') })
    expect((await staff.get('/staff/ballot/envelopes', { id: of.id })).data.envelopes).toEqual([])
  })

  test('a clock that jumps past the end and back costs time, but no vote', async () => {
    const voters = newVoters(1)
    const of = await openedBallot(site, staff, voters, secret)
    const { seal, cast } = await secretVote(site, voters[0]!.mobile, yes)
    const [envelope] = await seal()
    const setEnd = (closesAt: Date) => site.services.db.update(ballot).set({ closesAt }).where(eq(ballot.id, of.id))
    await setEnd(new Date(Date.now() - 1000))
    expect(await cast(envelope!)).toMatchObject({ code: 409, msg: expect.stringContaining('已截止') })
    expect(await detailOf(staff, of.id)).toMatchObject({ state: 'open' })
    await setEnd(new Date(Date.now() + 3_600_000))
    expect(await cast(envelope!)).toMatchObject({ code: 200 })
  })

  test('an envelope without a vote inside is named as spoiled, and the count does not balance without it', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters, secret)
    await castSecretly(site, voters[0]!.mobile, yes)
    const { paper, pending, seal, ask } = await secretVote(site, voters[1]!.mobile, yes)
    await ask()
    const [good] = await seal()
    const foreign = {
      ...paper,
      keys: { ...paper.keys, tellers: (await openedBallot(site, staff, newVoters(1), secret)).tellersKey },
    }
    const [bad] = await sealWithRights(foreign, pending, (await ask()).data.rights)
    expect(good!.key).toBe(bad!.key)
    const cast = await site.post('/ballot/cast', { key: of.key, envelope: bad })
    await closeEarly(staff, of.id)
    const opened = await openWith(staff, of.id, of.shares.slice(1))
    expect(opened).toMatchObject({ spoiled: [cast.data.receipt] })
    const { version } = await detailOf(staff, of.id)
    const unbalanced = await staff.post('/staff/ballot/count', { id: of.id, version, votes: opened.votes, spoiled: [] })
    expect(unbalanced).toMatchObject({ code: 400, msg: expect.stringContaining('合不上') })
    const forged = JSON.parse(opened.votes[0]!)
    forged.answers = [pick('no')]
    const votes = [JSON.stringify(forged)]
    expect(
      await staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled: opened.spoiled }),
    ).toMatchObject({
      code: 400,
      msg: expect.stringContaining('签名不符'),
    })
    expect((await countSecret(of)).code).toBe(200)
    const { receipt } = cast.data
    expect((await site.get('/ballot/receipt', { key: of.key, receipt })).data).toEqual({
      isThere: true,
      isSpoiled: true,
    })
    expect(await recount(await published(of.key))).toMatchObject({ code: 0 })
  })

  test('asks for a code on the phone of the roll before it gives a pass', async () => {
    const voters = newVoters(1)
    await openedBallot(site, staff, voters, { ...secret, asksCode: true })
    const { token } = await phoneOf(site, voters[0]!.mobile)
    const entered = await site.post('/ballot/enter', { token })
    expect(entered.data).toMatchObject({ pass: null, codeTo: expect.stringContaining('****') })
    expect(await site.post('/ballot/prove', { token, code: '000000' })).toMatchObject({ code: 400 })
  })
})

describe('paper and online together', () => {
  test('who took a paper slip gets no right online, and the other way round, at the very same moment too', async () => {
    const voters = newVoters(3)
    const of = await openedBallot(site, staff, voters, { ...secret, means: ['online', 'paper'] })
    const rows = (await staff.get('/staff/ballot/voters', { ballotId: of.id })).data.list
    const idOf = (name: string) => rows.find((row: { name: string }) => row.name === name).id
    const mark = (voterIds: number[], isPaper = true) =>
      staff.post('/staff/ballot/paper', { id: of.id, voterIds, isPaper })
    expect((await mark([idOf('投票人1')])).data).toEqual({ voters: 1 })
    const first = await secretVote(site, voters[0]!.mobile, yes)
    expect(await first.ask()).toMatchObject({ code: 409, msg: expect.stringContaining('纸质') })
    await castSecretly(site, voters[1]!.mobile, yes)
    expect(await mark([idOf('投票人2')])).toMatchObject({ code: 409, msg: expect.stringContaining('投票人2') })
    const third = await secretVote(site, voters[2]!.mobile, yes)
    const [asked, marked] = await Promise.all([third.ask(), mark([idOf('投票人3')])])
    expect([asked.code, marked.code].toSorted()).toEqual([200, 409])
  })

  test('counts of two tellers are kept apart until both are there, their differences named, and only equal ones counted', async () => {
    const voters = newVoters(4)
    const of = await openedBallot(site, staff, voters, {
      ...secret,
      means: ['online', 'paper'],
      questions: [motion, election],
    })
    const rows = (await staff.get('/staff/ballot/voters', { ballotId: of.id, pageSize: 100 })).data.list
    const onPaper = rows.filter(({ name }: { name: string }) => name !== '投票人1').map(({ id }: { id: number }) => id)
    await staff.post('/staff/ballot/paper', { id: of.id, voterIds: onPaper, isPaper: true })
    await castSecretly(site, voters[0]!.mobile, [pick('no'), pick('c2')])
    await closeEarly(staff, of.id)
    const count = (yesUnits: number) => ({
      cast: 3,
      rejected: 0,
      questions: [
        { id: 'q1', answered: 3, units: { yes: yesUnits, no: 3 - yesUnits }, names: {} },
        { id: 'q2', answered: 2, units: { c1: 2 }, names: { 王芳: 1 } },
      ],
    })
    const save = (by: Staff, units: number) => by.post('/staff/ballot/paperCount', { id: of.id, count: count(units) })
    expect((await save(staff, 3)).data).toEqual({ isAgreed: false, differences: [] })
    expect(await countSecret(of)).toMatchObject({ code: 409, msg: expect.stringContaining('现在有 1 份') })
    const differ = (await save(colleague, 2)).data.differences
    expect(differ).toEqual(['同意修改章程，同意：3 与 2', '同意修改章程，反对：0 与 1'])
    expect(await countSecret(of)).toMatchObject({ code: 409, msg: expect.stringContaining('不一致') })
    expect((await save(colleague, 3)).data).toEqual({ isAgreed: true, differences: [] })
    const third = await asStaff(site, await staffWith(site, ['secretary']))
    expect(await save(third, 3)).toMatchObject({ code: 409 })
    expect((await countSecret(of)).code).toBe(200)
    const { result } = await detailOf(staff, of.id)
    expect(result).toMatchObject({
      cast: 4,
      questions: [{ options: [{ units: 3 }, { units: 1 }, {}], passes: true }, {}],
    })
    expect(await recount(await published(of.key))).toMatchObject({ code: 0 })
  })

  test('a draft that cannot be voted on is refused with all that is wrong with it', async () => {
    const ranked = { ...election, kind: 'ranked', min: 1, max: 3, seats: 1, writeIns: false }
    const wrong = draftOf({
      secrecy: 'secret',
      means: ['online', 'paper'],
      questions: [ranked],
      closesAt: new Date(0).toISOString(),
    })
    const refused = await staff.post('/staff/ballot/save', wrong)
    expect(Object.keys(refused.data.fields).toSorted()).toEqual(['closesAt', 'means'])
    const twice = draftOf({ questions: [{ ...election, options: [election.options[0], election.options[0]], max: 3 }] })
    expect((await staff.post('/staff/ballot/save', twice)).code).toBe(400)
  })

  test('a count that cannot be right is refused with all its faults', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters, { secrecy: 'named', means: ['paper'] })
    await closeEarly(staff, of.id)
    const count = { cast: 3, rejected: 0, questions: [{ id: 'q1', answered: 3, units: { yes: 1 }, names: {} }] }
    const refused = await staff.post('/staff/ballot/paperCount', { id: of.id, count })
    expect(refused).toMatchObject({ code: 400, data: { fields: { cast: expect.any(String), q1: expect.any(String) } } })
  })
})

describe('what could ruin a ballot', () => {
  test('takes a second person: opening, striking a voter, declaring it void', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters)
    const rows = (await staff.get('/staff/ballot/voters', { ballotId: of.id })).data.list
    const strike = { id: of.id, voterId: rows[0].id, reason: '已退会' }
    expect(await staff.post('/staff/ballot/strike', strike)).toMatchObject({ code: 202 })
    expect((await agreeToLast(site)).code).toBe(200)
    const struck = rows[0].name === '投票人1' ? voters[0]! : voters[1]!
    await expect(phoneOf(site, struck.mobile)).rejects.toThrow('口令不对')
    const { version, roll } = await detailOf(staff, of.id)
    expect(roll).toMatchObject({ voters: 1, struck: 1 })
    expect(await staff.post('/staff/ballot/void', { id: of.id, version, reason: '名单有误' })).toMatchObject({
      code: 202,
    })
    expect((await agreeToLast(site)).code).toBe(200)
    expect(await detailOf(staff, of.id)).toMatchObject({ state: 'void', voidReason: '名单有误' })
    const other = rows[0].name === '投票人1' ? voters[1]! : voters[0]!
    const phone = await phoneOf(site, other.mobile)
    expect(await phone.post('/ballot/vote', { pass: phone.pass, answers: yes })).toMatchObject({ code: 409 })
  })

  test('is refused to a colleague without the permission, and an open ballot is not edited', async () => {
    const of = await openedBallot(site, staff, newVoters(1))
    const writer = await asStaff(site, await staffWith(site, ['writer']))
    expect((await writer.get('/staff/ballot/detail', { id: of.id })).code).toBe(403)
    const roll = { id: of.id, version: of.version, voters: [{ name: '后加的人', mobile: newPhone() }] }
    expect(await staff.post('/staff/ballot/roll', roll)).toMatchObject({ code: 409 })
  })
})

describe('a ballot of another record', () => {
  const counted: unknown[] = []
  let isRefusing = false
  defineBallotUse('testMeeting', {
    nameOf: async (_, ref) => ({ name: `会议 ${ref}`, route: null }),
    counted: async (_, of, result) => {
      if (isRefusing) throw conflict('会议已经撤销')
      counted.push({ ref: of.useRef, passes: result.questions[0]!.passes })
    },
  })

  test('tells that record its result in the transaction of the count: both are there, or neither', async () => {
    const ctx = site.ctx()
    const draft = { title: '会议表决', secrecy: 'named' as const, means: ['paper' as const], questions: [motion] }
    const period = { opensAt: new Date(Date.now() - 60_000), closesAt: new Date(Date.now() + 3_600_000) }
    const id = await inTransaction(ctx, async tx => {
      const made = await createBallot(tx, { ...draft, ...period }, { kind: 'testMeeting', ref: '7' })
      const ready = await writeRoll(tx, made, [
        { key: 'member 1', name: '程晓明' },
        { key: 'member 2', name: '程晓明' },
      ])
      return (await openBallot(tx, ready)).id
    })
    expect(await detailOf(staff, id)).toMatchObject({ useName: '会议 7', roll: { voters: 2 } })
    const rows = (await staff.get('/staff/ballot/voters', { ballotId: id })).data.list
    expect(rows.map(({ name }: { name: string }) => name).toSorted()).toEqual(['程晓明', '程晓明（2）'])
    const voterIds = rows.map((row: { id: number }) => row.id)
    await staff.post('/staff/ballot/paper', { id, voterIds, isPaper: true })
    const { version } = await closeEarly(staff, id)
    const count = { cast: 2, rejected: 0, questions: [{ id: 'q1', answered: 2, units: { yes: 2 }, names: {} }] }
    for (const by of [staff, colleague]) await by.post('/staff/ballot/paperCount', { id, count })
    isRefusing = true
    expect(await staff.post('/staff/ballot/count', { id, version })).toMatchObject({ code: 409, msg: '会议已经撤销' })
    expect(await detailOf(staff, id)).toMatchObject({ state: 'closed', result: null })
    isRefusing = false
    expect((await staff.post('/staff/ballot/count', { id, version })).code).toBe(200)
    expect(counted).toEqual([{ ref: '7', passes: true }])
  })
})

describe('voters with accounts', () => {
  test('find the ballot in the member centre, vote without a token, and alone read the result of one that is not public', async () => {
    const member = await signUpComplete(site)
    const draft = await staff.post('/staff/ballot/save', draftOf({ isPublic: false, explanation: '请于截止前投票' }))
    const taken = await staff.post('/staff/ballot/roll', { ...draft.data, fromAccounts: 'organisation' })
    expect(taken.data.voters).toBeGreaterThan(1)
    const { id, version } = taken.data
    expect((await member.api.get('/member/ballot/list')).data.list).toEqual([])
    expect((await staff.post('/staff/ballot/open', { id, version })).code).toBe(202)
    expect((await agreeToLast(site)).code).toBe(200)
    const [listed] = (await member.api.get('/member/ballot/list')).data.list
    expect(listed).toMatchObject({ id, isOpen: true, tookPart: null })
    const { pass } = (await member.api.post('/member/ballot/pass', { id })).data
    expect((await site.post('/ballot/vote', { pass, answers: yes })).code).toBe(200)
    expect((await member.api.get('/member/ballot/list')).data.list[0]).toMatchObject({ tookPart: 'online' })
    const stranger = await signUpComplete(site)
    expect(await stranger.api.post('/member/ballot/pass', { id })).toMatchObject({ code: 404 })
    const closed = await closeEarly(staff, id)
    expect((await staff.post('/staff/ballot/count', closed)).code).toBe(200)
    const { key } = listed
    expect(await site.get('/ballot/result', { key })).toMatchObject({ code: 403 })
    const own = await site.as({ ticket: pass }).get('/ballot/result', { key })
    expect(own.data).toMatchObject({ result: { cast: 1 }, roll: { online: 1 }, explanation: '请于截止前投票' })
    const url = `/api/ballot/file?key=${key}`
    expect((await site.app.inject({ url })).json().code).toBe(403)
    expect((await site.app.inject({ url, headers: { ticket: pass } })).headers['content-disposition']).toBeTruthy()
  })

  test('are reminded with a new token, after which the former one opens nothing', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters)
    const first = await phoneOf(site, voters[0]!.mobile)
    const second = await phoneOf(site, voters[1]!.mobile)
    await second.post('/ballot/vote', { pass: second.pass, answers: yes })
    expect((await staff.post('/staff/ballot/remind', { id: of.id })).data).toEqual({ voters: 1 })
    expect(await site.post('/ballot/enter', { token: first.token })).toMatchObject({ code: 404 })
    const again = await phoneOf(site, voters[0]!.mobile)
    expect(again.token).not.toBe(first.token)
    expect((await second.paper()).tookPart).toBe('online')
  })
})
