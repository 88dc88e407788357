import { and, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { addDays, startOf } from '#lib/dates.ts'
import { session } from '#modules/accounts/server/tables.ts'
import { expertTie } from '#modules/experts/server/tables.ts'
import { companies, desks, entries, first, id, panel, rules, score, setUpScoring, shown } from '#test/setups/scoring.ts'
import { site } from '#test/setups/site.ts'
import * as awarding from '#test/support/awarding.ts'
import { awardRound, awardScore } from '../rounds/server/tables.ts'

setUpScoring()

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

    const other = await awarding.judge(site)
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
    const read = (by: awarding.Judge | awarding.Applicant, entryId = first()) =>
      site.app.inject({
        url: `/api/award/scoring/file?id=${id}&entryId=${entryId}&fileId=${fileId}`,
        headers: { token: tokenOf(by) },
      })
    const tokenOf = (by: awarding.Judge | awarding.Applicant) => ('token' in by ? by.token : '')
    expect((await read(companies[1]!)).json().code).toBe(404)
    const mine = await site.app.inject({
      url: `/api/award/scoring/file?id=${id}&entryId=${first()}&fileId=${fileId}`,
      headers: { token: of!.token },
    })
    expect(mine.headers['content-type']).toBe('image/png')
    // A file is refused under another entry.
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
    const hidden = await awarding.openCall(site, { hidesApplicants: true })
    const by = companies[0]!
    const one = await awarding.entryBeforeExperts(site, { by, called: hidden, reviewer: desks.reviewer })
    const round = await awarding.openRound(desks.awards, {
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
    // Applicants and planners see that the call is anonymous.
    expect((await desks.awards.get('/staff/award/round/detail', { id: round.id })).data.hidesApplicants).toBe(true)
    const calls = (await desks.awards.get('/staff/award/round/calls')).data
    expect(calls.find((one: { id: number }) => one.id === hidden.call.id).hidesApplicants).toBe(true)
    const { openTypes } = (await by.api.get('/award/list')).data
    const own = openTypes.find((one: { callId: number }) => one.callId === hidden.call.id)
    const asked = { type: hidden.kind.code, year: hidden.call.year }
    const { call } = (await by.api.get('/award/getApply', asked)).data
    expect([own.hidesApplicants, call.hidesApplicants]).toEqual([true, true])
  })

  test('keeps drafts across devices, and none is written over unseen', async () => {
    const [of] = panel
    await of!.api.post('/award/scoring/declare', { id })
    const given = { id, entryId: first(), comment: '' }
    const [a, b] = await Promise.all([
      of!.api.post('/award/scoring/save', { ...given, version: 1, points: awarding.pointsOf(rules(), 70) }),
      of!.api.post('/award/scoring/save', { ...given, version: 1, points: awarding.pointsOf(rules(), 80) }),
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
      points: awarding.pointsOf(rules(), 90),
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
