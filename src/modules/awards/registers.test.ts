import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'

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
