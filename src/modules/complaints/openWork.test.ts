import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { complaint } from './server/tables.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')
const reviewer = setUpStaff('reviewer')

type Figure = { count: number; route: string }
type Row = { assigneeId: number | null; name: string; cells: Figure[]; overdue: Figure; all: Figure }

test('complaints stand beside applications, for whoever may see them, and each figure has its list', async () => {
  const [kind] = (await admin.get('/staff/record/list', { type: 'complaintKind' })).data.list
  const [one] = await site.services.db.select().from(account).where(eq(account.userName, 'admin'))
  const day = dayOf(new Date())
  const row = { kindId: kind.id, channel: 'phone' as const, content: '反映收费', createdBy: one!.id, dueOn: day }
  await site.services.db.insert(complaint).values([
    { ...row, number: 'TS2011-1', receivedOn: day, handlerId: one!.id },
    { ...row, number: 'TS2011-2', receivedOn: addDays(day, -60), dueOn: addDays(day, -30) },
  ])
  const { otherWork } = (await admin.get('/staff/review/workload')).data
  const found = otherWork.find(({ name }: { name: string }) => name === '投诉与请求') as { rows: Row[]; total: Row }
  expect(found.rows.find(({ assigneeId }) => assigneeId === one!.id)!.cells[0]!.count).toBeGreaterThan(0)
  expect(found.rows.find(({ assigneeId }) => assigneeId === null)!.overdue.count).toBeGreaterThan(0)
  for (const { name, cells, overdue, all } of [...found.rows, found.total])
    for (const { count, route } of [...cells, overdue, all]) {
      const { searchParams } = new URL(route, 'http://site.test')
      const { data } = await admin.get('/staff/complaint/list', Object.fromEntries(searchParams))
      expect(data.total, `${name} ${route}`).toBe(count)
    }
  expect((await reviewer.get('/staff/review/workload')).data.otherWork).toEqual([])
  expect((await admin.get('/staff/review/workload', { kind: 'membership' })).data.otherWork).toEqual([])
})
