import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { called, choose, desks, ids, panel, plan, setUpRounds, shown } from '#test/setups/rounds.ts'
import { site, today } from '#test/setups/site.ts'
import { awardRound } from './server/tables.ts'

setUpRounds()

const list = async (query: Record<string, number>) => (await desks.awards.get('/staff/award/round/list', query)).data

describe('a round that meets', () => {
  const meeting = { name: '答辩', kind: 'defence', place: '北京，第一会议室', startsAt: '2026-12-20T09:00:00+08:00' }
  const save = async (more: object) =>
    desks.awards.post('/staff/award/round/save', {
      ...meeting,
      callId: called.call.id,
      dueOn: addDays(today, 5),
      entryIds: ids(),
      ...more,
    })

  test('says where and when, in the list and to its experts', async () => {
    const { id } = (await save({})).data
    expect(await shown(id)).toMatchObject({ place: meeting.place, startsAt: meeting.startsAt, groupCode: null })
    const { list: rows } = await list({ callId: called.call.id })
    expect(rows.find((row: { id: number }) => row.id === id)).toMatchObject({
      place: meeting.place,
      startsAt: meeting.startsAt,
    })
    await choose(id, panel)
    const { version } = await shown(id)
    expect((await desks.awards.post('/staff/award/round/open', { id, version })).code).toBe(200)
    const invited = await desks.awards.post('/staff/award/round/invite', { id, version: (await shown(id)).version })
    expect(invited.code).toBe(200)
    expect((await shown(id)).invitedAt).toMatch(/^\d{4}-/)
  })

  test('is changed by who saw it last, and is then of one group', async () => {
    const { id } = (await save({})).data
    const { version } = await shown(id)
    const changed = { id, version, place: '线上', groupCode: '05' }
    expect((await save(changed)).code).toBe(200)
    expect(await shown(id)).toMatchObject({ place: '线上', groupCode: '05' })
    expect((await save(changed)).code).toBe(409)
  })
})

test('a round that is not closed in time is overdue', async () => {
  const { id } = await plan()
  expect(await shown(id)).toMatchObject({ isOverdue: false })
  await site.services.db
    .update(awardRound)
    .set({ dueOn: addDays(today, -1) })
    .where(eq(awardRound.id, id))
  expect(await shown(id)).toMatchObject({ isOverdue: true })
  const { list: rows } = await list({ callId: called.call.id })
  expect(rows.find((row: { id: number }) => row.id === id)).toMatchObject({ isOverdue: true })
})
