import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { called, desks, entries, first, id, panel, rules, score, setUpScoring, shown } from '#test/setups/scoring.ts'
import { site } from '#test/setups/site.ts'
import { openRound, pointsOf } from '#test/support/awarding.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { awardRound } from '../rounds/server/tables.ts'
import { awardEntry } from '../server/tables.ts'

setUpScoring()

const close = async (by = desks.awards) => by.post('/staff/award/round/close', { id, version: (await shown()).version })
const result = async () => (await desks.awards.get('/staff/award/round/result', { id })).data
const scoreAll = async (totals: [number, number][]) => {
  for (const [i, both] of totals.entries())
    for (const [j, total] of both.entries()) await score(panel[i]!, total, '评语', entries[j]!.entryId)
}

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
