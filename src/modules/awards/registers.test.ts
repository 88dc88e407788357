import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { entryStates } from './entries/entryStates.ts'
import { type CallState, callStates, type RoundState, roundStates } from './rules.ts'

setUpSite({ demo: true })

const staff = setUpStaff('admin')
const today = dayOf(new Date())

test('winners are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const winners = await openRegister(site, '/staff/award-winner')
  const { rows: demo } = await winners.list()
  const { kindId, year, name } = demo[0] as never as { kindId: number; year: number; name: string }
  const enter = async (name: string) => {
    const form = { kindId: String(kindId), year: 2015, name, levelName: '二等奖', awardedOn: '2015-11-20' }
    return (await staff.post('/staff/award-winner/save', { form: { ...form, organisations: '示例大学' } })).data
  }
  await enter('链条炉排节能改造')
  const taken = await enter('余热锅炉清灰装置')
  const later = await enter('给水除氧')
  await staff.post('/staff/award-winner/withdraw', { ...taken, effectiveOn: today, reason: '申报材料不实' })
  await staff.post('/staff/award-winner/publish', { ids: [later.id], on: '2199-01-01' })

  const missing = { shownFrom: '—', withdrawnOn: '—', withdrawnReason: '—', subTypeName: '—', groupName: '—' }
  const columns = 'subTypeName,groupName,persons,awardedOn,shownFrom,withdrawnOn,withdrawnReason,year,kindName'
  await expectSameRows(winners, {}, missing)
  await expectSameRows(winners, { columns }, missing)
  const states = ['unpublished', 'published', 'scheduled', 'withdrawn']
  const day = (key: string) => by(row => row.cells[key].replace('—', ''))
  await expectSorted(
    winners,
    { columns: `${columns},levelName,stateName,certificates` },
    {
      name: byName(row => row.name),
      year: by(row => row.year),
      kindName: byName(row => row.kindName),
      subTypeName: byName(row => row.subTypeName),
      groupName: byName(row => row.groupName),
      levelName: by(row => row.sort),
      awardedOn: by(row => row.awardedOn),
      stateName: by(row => states.indexOf(row.state)),
      shownFrom: day('shownFrom'),
      withdrawnOn: day('withdrawnOn'),
      certificates: by(row => row.certificates),
    },
  )
  await expectNarrowed(winners, [
    [{ key: name }, row => row.name === name],
    [{ kindId }, row => row.kindId === kindId],
    [{ year }, row => row.year === year],
    [{ level: '二等奖' }, row => row.levelName === '二等奖'],
    ...states.map((state): [{ state: string }, (row: { state: string }) => boolean] => [
      { state },
      row => row.state === state,
    ]),
  ])
  expect((await winners.list()).rows.map(({ id }) => id).slice(0, demo.length)).toEqual(demo.map(({ id }) => id))
})

test('entries are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const entries = await openRegister(site, '/staff/award/entry')
  const { rows } = await entries.list()
  const [first] = rows as never as { name: string; year: number; status: string; groupName: string }[]
  const { groups } = (await staff.get('/staff/award/entry/options', {})).data
  const missing = { groupName: '不分组', levelWanted: '未指定', score: '未评', rank: '—' }
  const columns = 'applyNo,applicant,year,kindName,levelWanted,score,rank,submittedOn,nominator,intro,keywords'
  await expectSameRows(entries, {}, missing)
  await expectSameRows(entries, { columns }, missing)
  const states = rows.map(row => (row as never as { status: string }).status)
  expect(new Set(states).size).toBeGreaterThan(2)
  await expectSorted(
    entries,
    { columns: `${columns},statusName` },
    {
      name: byName(row => row.name),
      applyNo: by(row => row.applyNo),
      applicant: byName(row => row.applicant),
      year: by(row => row.year),
      kindName: byName(row => row.kindName),
      statusName: by(row => entryStates.indexOf(row.status)),
      score: by(row => row.score ?? -1),
      rank: by(row => row.rank ?? 0),
      submittedOn: by(row => row.submittedOn),
    },
  )
  const group = groups.find(({ name }: { name: string }) => name === first!.groupName)
  const [call] = (await staff.get('/staff/award/call/list', { year: first!.year })).data.list
  await expectNarrowed(entries, [
    [{ key: first!.name }, row => row.name === first!.name],
    [{ callId: call.id }, row => row.year === call.year && row.kindName === call.kindName],
    [{ year: first!.year }, row => row.year === first!.year],
    [{ group: group.code }, row => row.groupName === group.name],
    [{ status: first!.status }, row => row.status === first!.status],
  ])
})

test('the workbook of entries has a sheet of each table in their forms, of the same entries', async () => {
  const headers = await staffSession(site, 'admin')
  const { rows } = await (await openRegister(site, '/staff/award/entry')).list({ sort: 'applyNo' })
  const [first, second] = rows.map(({ cells }) => cells.applyNo)
  const numbersIn = async (sheet: string, query = '') => {
    const { rawPayload } = await site.app.inject({ url: `/api/staff/award/entry/export?${query}`, headers })
    const [, ...lines] = textsOf(await sheetOf(rawPayload, sheet))
    return new Set(lines.map(([number]) => number))
  }
  for (const sheet of ['单位', '人员', '经济效益', '知识产权', '曾获奖励'])
    expect([...(await numbersIn(sheet)).difference(new Set(rows.map(({ cells }) => cells.applyNo)))]).toEqual([])
  expect(await numbersIn('单位')).toContain(second)
  expect([...(await numbersIn('单位', `ids=${rows[0]!.id}`))]).toEqual([first])
})

test('rounds are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const rounds = await openRegister(site, '/staff/award/round')
  const { rows } = await rounds.list()
  const [first] = rows as never as { name: string; callId: number; state: RoundState }[]
  const missing = { leader: '—', closedAt: '—' }
  const columns = 'callTitle,groupName,kindName,dueOn,entryCount,experts,assigned,submitted,leader,closedAt'
  await expectSameRows(rounds, {}, missing)
  await expectSameRows(rounds, { columns }, missing)
  await expectSorted(
    rounds,
    { columns: 'stateName,dueOn,closedAt' },
    {
      name: byName(row => row.name),
      stateName: by(row => roundStates.indexOf(row.state)),
      dueOn: by(row => row.dueOn),
      closedAt: by(row => row.closedAt ?? ''),
    },
  )
  await expectNarrowed(rounds, [
    [{ key: first!.name }, row => row.name === first!.name],
    [{ callId: first!.callId }, row => row.callId === first!.callId],
    [{ state: first!.state }, row => row.state === first!.state],
  ])
})

test('calls are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const calls = await openRegister(site, '/staff/award/call')
  const { rows } = await calls.list()
  const [first] = rows as never as { kindId: number; year: number; status: CallState }[]
  await expectSameRows(calls, {})
  await expectSorted(
    calls,
    {},
    {
      title: byName(row => row.title),
      kindName: byName(row => row.kindName),
      year: by(row => row.year),
      statusName: by(row => callStates.indexOf(row.status)),
      opensOn: by(row => row.opensOn),
      closesOn: by(row => row.closesOn),
    },
  )
  await expectNarrowed(calls, [
    [{ kindId: first!.kindId }, row => row.kindId === first!.kindId],
    [{ year: first!.year }, row => row.year === first!.year],
    [{ status: first!.status }, row => row.status === first!.status],
  ])
})
