import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import type { AdvertStatus } from './advertStatus.ts'
import type { Position } from './positions.ts'

setUpSite({ demo: true })

type Row = { title: string; status: AdvertStatus; position: Position; startDate: string; endDate: string }

test('adverts are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const adverts = await openRegister(site, '/staff/advert', 'admin', '/staff/adverts')
  const { rows } = await adverts.list()
  const [first] = rows as never as Row[]
  await expectSameRows(adverts, {}, { amount: '—', feeName: '—' })
  await expectSorted(
    adverts,
    {},
    {
      title: byName(row => row.title),
      advertiser: byName(row => row.advertiser),
      number: by(row => row.number),
      positionName: by(row => row.position),
      startDate: by(row => row.startDate),
      endDate: by(row => row.endDate),
      amount: by(row => row.amount ?? -1),
      views: by(row => row.views),
      clicks: by(row => row.clicks),
    },
  )
  await expectNarrowed(adverts, [
    [{ key: first!.title }, row => row.title === first!.title],
    [{ status: first!.status }, row => row.status === first!.status],
    [{ position: first!.position }, row => row.position === first!.position],
    [{ from: first!.startDate }, row => row.endDate >= first!.startDate],
    [{ to: first!.startDate }, row => row.startDate <= first!.startDate],
  ])
  const due = await adverts.list({ invoice: 'due' })
  const issued = await adverts.list({ invoice: 'issued' })
  const ids = (of: typeof due) => new Set(of.rows.map(({ id }) => id))
  expect(due.total + issued.total).toBeLessThan(rows.length)
  expect(ids(due).isDisjointFrom(ids(issued))).toBe(true)
  expect(await adverts.workbook()).toHaveLength(rows.length)
  expect(await adverts.workbook({ invoice: 'due' })).toHaveLength(due.total)
  for (const { cells } of [...due.rows, ...issued.rows]) expect(cells.feeName).toBe('已确认')
})
