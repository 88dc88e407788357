import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { called, desks, ids, panel, plan, setUpRounds, shown } from '#test/setups/rounds.ts'
import { site, today } from '#test/setups/site.ts'
import { judge, openRound, scoreEntry } from '#test/support/awarding.ts'
import { awardRound } from './server/tables.ts'

setUpRounds()

test('a round of one group says of which, and takes no entry of another', async () => {
  const given = { callId: called.call.id, name: '节能组初评', kind: 'online', dueOn: today, entryIds: ids() }
  const { data } = await desks.awards.post('/staff/award/round/save', { ...given, groupCode: '05' })
  expect(await shown(data.id)).toMatchObject({ groupCode: '05', entryCount: 3 })
  await desks.awards.post('/staff/award/round/remove', data)
  const other = await desks.awards.post('/staff/award/round/save', { ...given, groupCode: 'none' })
  expect(other.data.fields).toEqual({ groupCode: '请从列表中选择' })
  expect((await shown((await plan()).id)).groupCode).toBeNull()
})

test('the result says whose score is left out, who is tied, who handed nothing in and who stepped aside', async () => {
  const [first, second] = ids() as [number, number]
  const judges = [...panel, await judge(site), await judge(site)]
  const names = judges.map(({ name }) => name)
  const { id } = await openRound(desks.awards, { callId: called.call.id, entryIds: [first, second], judges })
  const { rules } = called.call
  // The first has thought again.
  await scoreEntry(judges[0]!, id, first, { rules, total: 75 })
  for (const [i, total] of [70, 80, 80, 80, 90].entries()) await scoreEntry(judges[i]!, id, first, { rules, total })
  for (const one of panel) await scoreEntry(one, id, second, { rules, total: 80 })
  const reason = '与第 2 完成人为师生关系'
  expect((await judges[3]!.api.post('/award/scoring/recuse', { id, entryId: second, reason })).code).toBe(200)
  const yesterday = addDays(today, -1)
  await site.services.db.update(awardRound).set({ dueOn: yesterday }).where(eq(awardRound.id, id))
  const late = await shown(id)
  expect(late).toMatchObject({ dueOn: yesterday, isOverdue: true })
  const asked = { callId: called.call.id, state: 'open' }
  expect((await desks.awards.get('/staff/award/round/list', asked)).data.list).toMatchObject([{ id, isOverdue: true }])
  expect((await desks.awards.post('/staff/award/round/close', { id, version: late.version })).code).toBe(200)
  const { entries } = (await desks.awards.get('/staff/award/round/result', { id })).data
  expect(entries).toMatchObject([
    { entryId: first, rank: 1, score: 80, isTied: true, missing: [], recused: [] },
    { entryId: second, rank: 1, score: 80, isTied: true, missing: [names[4]], recused: [names[3]] },
  ])
  expect(entries[0].scores.map(({ changes }: { changes: number }) => changes)).toEqual([1, 0, 0, 0, 0])
  const leftOut = entries[0].scores.filter(({ isLeftOut }: { isLeftOut: boolean }) => isLeftOut)
  expect(leftOut.map(({ total }: { total: number }) => total).toSorted()).toEqual([70, 90])
})
