import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, startOf } from '#lib/dates.ts'
import { session } from '#modules/accounts/server/tables.ts'
import { expertTie } from '#modules/experts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import {
  type Applicant,
  applicant,
  awardDesks,
  entryBeforeExperts,
  type Judge,
  judge,
  openCall,
  openRound,
  pointsOf,
  scoreEntry,
} from '../../../../test/awarding.ts'
import { asStaff, staffWith } from '../../../../test/make.ts'
import { awardEntry, awardRound, awardScore } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let desks: Awaited<ReturnType<typeof awardDesks>>
let called: Awaited<ReturnType<typeof openCall>>
let companies: Applicant[]
let entries: Awaited<ReturnType<typeof entryBeforeExperts>>[]
let panel: Judge[]
let id: number
const first = () => entries[0]!.entryId

beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  desks = await awardDesks(site)
  panel = [await judge(site), await judge(site), await judge(site)]
  companies = [await applicant(site), await applicant(site)]
}, 120_000)
afterAll(() => site.close())

/** Each test has a round of its own, with two entries and three experts. */
beforeEach(async () => {
  called = await openCall(site)
  entries = []
  for (const by of companies) entries.push(await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
  const entryIds = entries.map(({ entryId }) => entryId)
  id = (await openRound(desks.awards, { callId: called.call.id, entryIds, judges: panel })).id
})
afterEach(() => vi.useRealTimers())

const rules = () => called.call.rules
const score = (by: Judge, total: number, comment = '', entryId = first()) =>
  scoreEntry(by, id, entryId, { rules: rules(), total, comment })
const shown = async () => (await desks.awards.get('/staff/award/round/detail', { id })).data
const close = async (by = desks.awards) => by.post('/staff/award/round/close', { id, version: (await shown()).version })
const result = async () => (await desks.awards.get('/staff/award/round/result', { id })).data
const scoreAll = async (totals: [number, number][]) => {
  for (const [i, both] of totals.entries())
    for (const [j, total] of both.entries()) await score(panel[i]!, total, '评语', entries[j]!.entryId)
}

describe('an expert', () => {
  test('sees the own rounds only, and reads nothing before the declaration is signed', async () => {
    const [of] = panel
    const { data } = await of!.api.get('/award/scoring/mine')
    expect(data).toMatchObject({ isExpert: true })
    expect(data.rounds[0]).toMatchObject({ id, assigned: 2, submitted: 0, isLeader: true, declaredAt: null })
    const given = { id, entryId: first() }
    expect(await of!.api.get('/award/scoring/entry', given)).toMatchObject({ code: 409, msg: '请先阅读并签署回避声明' })
    const early = await of!.api.post('/award/scoring/save', { ...given, points: {} })
    expect(early).toMatchObject({ code: 409, msg: '请先阅读并签署回避声明' })
    await of!.api.post('/award/scoring/declare', { id })
    const read = (await of!.api.get('/award/scoring/entry', given)).data
    expect(read.values.name).toMatch(/锅炉余热/)
    expect(JSON.stringify(read)).not.toContain('13900000911')
    expect(read.files[0].files[0].name).toBe('材料.png')

    const other = await judge(site)
    expect((await other.api.get('/award/scoring/mine')).data).toEqual({ isExpert: true, rounds: [] })
    expect((await other.api.get('/award/scoring/round', { id })).code).toBe(404)
    expect((await other.api.get('/award/scoring/entry', given)).code).toBe(404)
    expect((await companies[0]!.api.get('/award/scoring/mine')).data).toEqual({ isExpert: false, rounds: [] })
    expect((await desks.awards.get('/award/scoring/mine')).status).toBe(401)
  })

  test('reads the files of the own entries in page, and nobody else does, until the round is closed', async () => {
    const [of] = panel
    await of!.api.post('/award/scoring/declare', { id })
    const [slot] = (await of!.api.get('/award/scoring/entry', { id, entryId: first() })).data.files
    const { id: fileId } = slot.files[0]
    const read = (by: Judge | Applicant, entryId = first()) =>
      site.app.inject({
        url: `/api/award/scoring/file?id=${id}&entryId=${entryId}&fileId=${fileId}`,
        headers: { token: tokenOf(by) },
      })
    const tokenOf = (by: Judge | Applicant) => ('token' in by ? by.token : '')
    expect((await read(companies[1]!)).json().code).toBe(404)
    const mine = await site.app.inject({
      url: `/api/award/scoring/file?id=${id}&entryId=${first()}&fileId=${fileId}`,
      headers: { token: of!.token },
    })
    expect(mine.headers['content-type']).toBe('image/png')
    // Of another entry, by the number of the file: no.
    const wrong = await of!.api.get('/award/scoring/file', { id, entryId: entries[1]!.entryId, fileId })
    expect(wrong.code).toBe(404)
    await site.services.db
      .update(awardRound)
      .set({ state: 'closed', closedAt: new Date() })
      .where(eq(awardRound.id, id))
    expect((await of!.api.get('/award/scoring/file', { id, entryId: first(), fileId })).code).toBe(404)
    expect((await of!.api.get('/award/scoring/entry', { id, entryId: first() })).code).toBe(409)
  })

  test('is not told whose it is where the call hides that: not in the form, nor by the names of files', async () => {
    const hidden = await openCall(site, { hidesApplicants: true })
    const by = companies[0]!
    const one = await entryBeforeExperts(site, { by, called: hidden, reviewer: desks.reviewer })
    const round = await openRound(desks.awards, {
      callId: hidden.call.id,
      entryIds: [one.entryId],
      judges: panel,
    })
    const [of] = panel
    await of!.api.post('/award/scoring/declare', { id: round.id })
    const read = (await of!.api.get('/award/scoring/entry', { id: round.id, entryId: one.entryId })).data
    const text =
      JSON.stringify(read) + JSON.stringify((await of!.api.get('/award/scoring/round', { id: round.id })).data)
    for (const word of [by.orgName!, '李晓明', '王芳', '材料.png']) expect(text).not.toContain(word)
    const { id: fileId } = read.files[0].files[0]
    const file = await site.app.inject({
      url: `/api/award/scoring/file?id=${round.id}&entryId=${one.entryId}&fileId=${fileId}`,
      headers: { token: of!.token },
    })
    expect(decodeURIComponent(String(file.headers['content-disposition']))).not.toContain('材料.png')
    expect((await of!.api.get(`/file/${fileId}`)).code).toBe(404)
  })

  test('keeps drafts across devices, and none is written over unseen', async () => {
    const [of] = panel
    await of!.api.post('/award/scoring/declare', { id })
    const given = { id, entryId: first(), comment: '' }
    const [a, b] = await Promise.all([
      of!.api.post('/award/scoring/save', { ...given, version: 1, points: pointsOf(rules(), 70) }),
      of!.api.post('/award/scoring/save', { ...given, version: 1, points: pointsOf(rules(), 80) }),
    ])
    expect([a.code, b.code].sort()).toEqual([200, 409])
    const saved = a.code === 200 ? a.data : b.data
    const { data } = await of!.api.get('/award/scoring/entry', { id, entryId: first() })
    expect(data.score).toMatchObject({ version: saved.version, total: saved.total, handedIn: null })
    expect(data.state).toBe('draft')
    const stale = await of!.api.post('/award/scoring/submit', { id, entries: [{ entryId: first(), version: 1 }] })
    expect(stale.code).toBe(409)
  })

  test('hands in whole scores, all or none, and may change them: what was handed in last counts', async () => {
    const [of] = panel
    expect((await score(of!, 50)).data.fields).toEqual({
      [`${first()}.comment`]: expect.stringContaining('须写明评语'),
    })
    expect((await score(of!, 80)).code).toBe(200)
    const changed = await of!.api.post('/award/scoring/save', {
      id,
      entryId: first(),
      points: pointsOf(rules(), 90),
      comment: '',
    })
    const { data } = await of!.api.get('/award/scoring/round', { id })
    expect(data.entries[0]).toMatchObject({ state: 'changed', score: { total: 90, handedIn: { total: 80 } } })
    const both = [
      { entryId: first(), version: changed.data.version },
      { entryId: entries[1]!.entryId, version: 1 },
    ]
    const half = await of!.api.post('/award/scoring/submit', { id, entries: both })
    expect(half.code).toBe(400)
    const still = (await of!.api.get('/award/scoring/round', { id })).data.entries[0]
    expect(still.score.handedIn.total).toBe(80)
    await of!.api.post('/award/scoring/submit', { id, entries: both.slice(0, 1) })
    const [row] = await site.services.db
      .select()
      .from(awardScore)
      .where(and(eq(awardScore.roundId, id), eq(awardScore.entryId, first()), eq(awardScore.expertId, of!.expertId)))
    expect(row!.submitted.map(({ total }) => total)).toEqual([80, 90])
    const scores = rules().criteria[0]!
    const tooMany = await of!.api.post('/award/scoring/save', {
      id,
      entryId: first(),
      points: { [scores.code]: 101 },
      comment: '',
    })
    expect(tooMany.code).toBe(400)
  })

  test('steps aside with a reason, and cannot be assigned to that entry again', async () => {
    const [of] = panel
    await score(of!, 80)
    const reason = '与第 2 完成人为师生关系'
    expect((await of!.api.post('/award/scoring/recuse', { id, entryId: first(), reason })).code).toBe(200)
    const { data } = await of!.api.get('/award/scoring/round', { id })
    expect(data.entries[0]).toMatchObject({ state: 'recused', reasons: [reason], score: null })
    const { entries: seen, hindrances } = await shown()
    expect(seen[0]).toMatchObject({ experts: 2, submitted: 0, recusals: [{ source: 'declared', reasons: [reason] }] })
    expect(hindrances[0]).toContain('评分不足 3 份')
    const again = await desks.awards.post('/staff/award/round/assign', {
      id,
      entryId: first(),
      expertId: of!.expertId,
    })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining(reason) })
    const told = await desks.awards.get('/staff/message/list', { pageNum: 1, pageSize: 50 })
    if (told.code === 200) expect(JSON.stringify(told.data)).toContain(of!.name)
  })

  test('is refused at the very handing in where a tie has become known: recused then, and staff are told', async () => {
    const [of] = panel
    await score(of!, 80, '', entries[1]!.entryId)
    const tie = { expertId: of!.expertId, kind: 'shareholder' as const, organisationName: companies[0]!.orgName! }
    await site.services.db.insert(expertTie).values(tie)
    const refused = await score(of!, 85)
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('核对发现您须回避') })
    const { entries: seen } = await shown()
    expect(seen[0].recusals).toMatchObject([{ name: of!.name, source: 'register' }])
    expect(seen[1]).toMatchObject({ experts: 3, submitted: 1 })
    expect((await score(of!, 85)).code).toBe(404)
    await site.services.db.delete(expertTie).where(eq(expertTie.kind, 'shareholder'))
  })
})

describe('the last day', () => {
  for (const zone of ['America/New_York', 'Asia/Shanghai'])
    test(`ends at midnight of Shanghai, also where the server lives in ${zone}`, async () => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        const { dueOn } = await shown()
        const midnight = startOf(addDays(dueOn, 1)).getTime()
        vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1000 })
        await site.services.db.update(session).set({ createdAt: new Date(), seenAt: new Date() })
        expect((await score(panel[0]!, 80)).code).toBe(200)
        vi.setSystemTime(midnight)
        expect(await score(panel[0]!, 81)).toMatchObject({ code: 409, msg: expect.stringContaining('已于') })
      } finally {
        process.env.TZ = before
      }
    })
})

describe('closing', () => {
  test('waits for who still has time, and for enough scores, by name', async () => {
    await scoreAll([
      [80, 70],
      [82, 72],
    ])
    const refused = await close()
    expect(refused.code).toBe(400)
    expect(refused.msg).toContain('评分不足 3 份')
    expect(refused.msg).toContain('还有 2 份评分没有提交')
    expect((await desks.awards.get('/staff/award/round/result', { id })).code).toBe(409)
  })

  test('ranks, shows every score with its expert, and writes both down', async () => {
    await scoreAll([
      [80, 90],
      [82, 62],
      [84, 91],
    ])
    expect((await close()).code).toBe(200)
    const { entries: ranked, criteria } = await result()
    expect(ranked.map((one: { score: number; rank: number }) => [one.score, one.rank])).toEqual([
      [82, 1],
      [81, 2],
    ])
    expect(ranked[1]).toMatchObject({ isSpreadLarge: true, isTied: false, missing: [], recused: [] })
    expect(ranked[0].scores.map(({ total }: { total: number }) => total)).toEqual([80, 82, 84])
    expect(Object.keys(ranked[0].means)).toEqual(criteria.map(({ code }: { code: string }) => code))
    const [row] = await site.services.db.select().from(awardEntry).where(eq(awardEntry.id, first()))
    expect(row).toMatchObject({ score: 82, rank: 1 })
    expect(await score(panel[0]!, 99, '迟到')).toMatchObject({ code: 409, msg: '评审已经结束，评分不能再改' })
  })

  test('and a score handed in at the same moment is counted or refused, never half', async () => {
    await scoreAll([
      [80, 70],
      [80, 70],
      [80, 70],
    ])
    for (let turn = 0; turn < 3; turn++) {
      const { version } = await shown()
      const saved = await panel[0]!.api.post('/award/scoring/save', {
        id,
        entryId: first(),
        points: pointsOf(rules(), 90 + turn),
        comment: '',
      })
      const [handed, closed] = await Promise.all([
        panel[0]!.api.post('/award/scoring/submit', {
          id,
          entries: [{ entryId: first(), version: saved.data.version }],
        }),
        desks.awards.post('/staff/award/round/close', { id, version }),
      ])
      expect(closed.code).toBe(200)
      const total = handed.code === 200 ? 90 + turn : turn === 0 ? 80 : 89 + turn
      const shownNow = (await result()).entries.find(({ entryId }: { entryId: number }) => entryId === first())
      expect(shownNow.scores.find(({ expertId }: { expertId: number }) => expertId === panel[0]!.expertId).total).toBe(
        total,
      )
      await site.services.db.update(awardRound).set({ state: 'open', closedAt: null }).where(eq(awardRound.id, id))
      if (handed.code !== 200) break
    }
  })
})

describe('from the ranking to the committee', () => {
  const mark = async (marks: object[], by = desks.awards) => {
    const { version } = await result()
    return by.post('/staff/award/round/mark', { id, version, marks })
  }

  test('a level is proposed that has room for all who did it; no award needs a reason', async () => {
    await scoreAll([
      [80, 70],
      [80, 70],
      [80, 70],
    ])
    await close()
    const low = rules().levels.at(-1)!
    const [one] = await site.services.db.select().from(application).where(eq(application.id, entries[0]!.id))
    const persons = Array.from({ length: low.mostPersons! + 1 }, (_, i) => ({ name: `完成人${i}` }))
    await site.services.db
      .update(application)
      .set({ form: { ...one!.form, persons } })
      .where(eq(application.id, one!.id))
    const [, second] = entries
    const refused = await mark([
      { entryId: first(), verdict: 'propose', levelCode: low.code },
      { entryId: second!.entryId, verdict: 'reject', reason: '' },
    ])
    expect(refused.data.fields).toEqual({
      [`mark-${first()}`]: `完成人 ${persons.length}，${low.name}最多 ${low.mostPersons}`,
      [`mark-${second!.entryId}`]: '不入选须说明理由，申报人会看到',
    })
    expect(
      (await desks.awards.post('/staff/award/round/send', { id, version: (await result()).version })).msg,
    ).toContain('还有 2 项没有写建议')
  })

  test('all go or none, once, whoever of two sends them', async () => {
    await scoreAll([
      [80, 70],
      [80, 70],
      [80, 70],
    ])
    await close()
    const [high, next] = rules().levels
    const marked = await mark([
      { entryId: first(), verdict: 'propose', levelCode: high!.code },
      { entryId: entries[1]!.entryId, verdict: 'reject', reason: '创新性不足' },
    ])
    const colleague = await asStaff(site, await staffWith(site, ['awards']))
    const answers = await Promise.all(
      [desks.awards, colleague].map(by => by.post('/staff/award/round/send', marked.data)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 200)!.data).toMatchObject({ proposed: 1, rejected: 1 })
    const states = async () =>
      Promise.all(
        entries.map(async one => {
          const [row] = await site.services.db.select().from(application).where(eq(application.id, one.id))
          return row!.state
        }),
      )
    expect(await states()).toEqual(['deciding', 'rejected'])
    const [entry] = await site.services.db.select().from(awardEntry).where(eq(awardEntry.id, first()))
    expect(entry!.levelProposed).toBe(high!.code)

    const given = { entryId: first(), was: high!.code, levelCode: next!.code, reason: '预备会建议降一等' }
    expect((await desks.awards.post('/staff/award/entry/level', given)).data.levelProposed).toBe(next!.code)
    expect((await colleague.post('/staff/award/entry/level', given)).msg).toMatch(/^已由 .+ 修改/)
    expect((await desks.awards.post('/staff/award/entry/level', { ...given, reason: '' })).code).toBe(400)
  })

  test('nothing moves where one of them cannot; what its applicant has withdrawn is left out', async () => {
    await scoreAll([
      [80, 70],
      [80, 70],
      [80, 70],
    ])
    await close()
    const { code, mostPersons } = rules().levels.at(-1)!
    const marked = await mark(entries.map(({ entryId }) => ({ entryId, verdict: 'propose', levelCode: code })))
    const about = entries.map(one => eq(application.id, one.id))
    const [second] = await site.services.db.select().from(application).where(about[1])
    const persons = Array.from({ length: mostPersons! + 1 }, (_, i) => ({ name: `完成人${i}` }))
    await site.services.db
      .update(application)
      .set({ form: { ...second!.form, persons } })
      .where(about[1])
    expect((await desks.awards.post('/staff/award/round/send', marked.data)).code).toBe(400)
    const [stayed] = await site.services.db.select().from(application).where(about[0])
    expect(stayed!.state).toBe('scoring')
    await site.services.db.update(application).set({ state: 'withdrawn' }).where(about[1])
    const sent = await desks.awards.post('/staff/award/round/send', marked.data)
    expect(sent.data).toMatchObject({ proposed: 1, rejected: 0 })
  })

  test('whoever goes into another round is ranked there, and its mark here stands', async () => {
    await scoreAll([
      [80, 70],
      [80, 70],
      [80, 70],
    ])
    await close()
    const marked = await mark(entries.map(({ entryId }) => ({ entryId, verdict: 'next' })))
    expect((await desks.awards.post('/staff/award/round/send', marked.data)).code).toBe(409)
    const { data } = await desks.awards.get('/staff/award/round/candidates', { callId: called.call.id })
    expect(data.map((one: { isNext: boolean; rank: number }) => [one.isNext, one.rank])).toEqual([
      [true, 1],
      [true, 2],
    ])
    await openRound(desks.awards, { callId: called.call.id, entryIds: [first()], judges: panel })
    const late = await mark([{ entryId: first(), verdict: 'reject', reason: '改判' }])
    expect(late.data.fields[`mark-${first()}`]).toContain('已列入下一轮')
  })
})
