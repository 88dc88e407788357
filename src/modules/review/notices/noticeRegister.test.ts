import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provinces } from '#lib/provinces.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import type { NoticeState } from '../objection.ts'
import { publicNotice } from '../server/tables.ts'

setUpSite({ demo: true })

type Row = { title: string; kind: string; state: NoticeState; openObjections: number; toDay: string }

test('notices are sorted by each heading, narrowed by each filter, and their workbook with them', async () => {
  const notices = await openRegister(site, '/staff/notice')
  const [one] = (await notices.list()).rows
  await site.services.db.update(publicNotice).set({ endedAt: new Date() }).where(eq(publicNotice.id, one!.id))
  const { rows } = await notices.list()
  const all = rows as never as Row[]
  await expectSameRows(notices, {})
  await expectSameRows(notices, { columns: 'number,provinceName,openObjections' })
  await expectSorted(
    notices,
    { columns: 'number,provinceName,fromDay,toDay' },
    {
      title: byName(row => row.title),
      number: by(row => row.cells.number),
      provinceName: by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
      fromDay: by(row => row.fromDay),
      toDay: by(row => row.toDay),
    },
  )
  const [first] = all
  await expectNarrowed(notices, [
    [{ key: first!.title }, row => row.title === first!.title],
    [{ kind: first!.kind }, row => row.kind === first!.kind],
    [{ state: 'ended' }, row => row.state === 'ended'],
    [{ state: 'open' }, row => row.state === 'open'],
  ])
  const urgency = all.map(of => (of.openObjections > 0 ? '0' : of.state === 'ended' ? '2' : `1 ${of.toDay}`))
  expect(urgency).toEqual(urgency.toSorted())
})
