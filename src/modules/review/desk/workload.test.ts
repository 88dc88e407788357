import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { message } from '#modules/messages/server/tables.ts'
import { admin, applied, lines, reviewer, setUpReviewDesk, staffId } from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { application } from '../server/tables.ts'

setUpReviewDesk()

type Figure = { count: number; route: string }
type Row = { assigneeId: number | null; name: string; cells: Figure[]; overdue: Figure; all: Figure }

const workload = async (by = admin) => (await by.get('/staff/review/workload')).data as { rows: Row[]; total: Row }
const colleague = async (roles: string[]) => staffId(await staffWith(site, roles))
const several = async (count: number) => {
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push((await applied()).id)
  return ids
}
const assigneesOf = async (ids: number[]) =>
  (await site.services.db.select().from(application).where(inArray(application.id, ids))).map(
    ({ assigneeId }) => assigneeId,
  )
const distribute = (ids: number[], assigneeIds: number[], by = admin) =>
  by.post('/staff/review/distribute', { ids, assigneeIds })
const titlesTo = async (accountId: number) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, accountId))).map(({ title }) => title)

test('each figure of the open work opens a queue of exactly so many, and the ages add up', async () => {
  const ids = await several(4)
  const [one, other] = [await colleague(['reviewer']), await colleague(['reviewer'])]
  await distribute(ids.slice(0, 2), [one])
  await distribute(ids.slice(2, 3), [other])
  const waits = (id: number, days: number) =>
    site.services.db
      .update(application)
      .set({ stateSince: new Date(Date.now() - days * 86_400_000) })
      .where(eq(application.id, id))
  await waits(ids[0]!, 40)
  await waits(ids[2]!, 6)
  const { rows, total } = await workload()
  for (const { name, cells, overdue, all } of [...rows, total]) {
    for (const { count, route } of [...cells, overdue, all]) {
      const { data } = await admin.get(
        '/staff/review/list',
        Object.fromEntries(new URL(route, 'http://site.test').searchParams),
      )
      expect(data.total, `${name} ${route}`).toBe(count)
    }
    expect(
      cells.reduce((sum, { count }) => sum + count, 0),
      name,
    ).toBe(all.count)
  }
  const rowOf = (id: number | null) => rows.find(({ assigneeId }) => assigneeId === id)!
  expect(rowOf(one)).toMatchObject({ all: { count: 2 }, overdue: { count: 1 } })
  expect(rowOf(one).cells.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1])
  expect(rowOf(other).cells[2]!.count + rowOf(other).cells[1]!.count).toBe(1)
  expect(rowOf(null).all.count).toBeGreaterThan(0)
  const editor = await asStaff(site, await staffWith(site, ['editor']))
  expect((await editor.get('/staff/review/workload')).code).toBe(403)
})

test('many are given evenly to those who may act on them, each is told once, and it can be undone', async () => {
  const ids = await several(5)
  const first = await colleague(['reviewer'])
  await distribute([ids[0]!], [first])
  const [one, other, cashier] = [
    await colleague(['reviewer']),
    await colleague(['reviewer']),
    await colleague(['cashier']),
  ]
  const { data: able } = await admin.get('/staff/review/assignable', { ids: ids.join(',') })
  const mayOf = (id: number) => able.colleagues.find((one: { id: number }) => one.id === id)
  expect(able.total).toBe(5)
  const { data: fewer } = await admin.get('/staff/review/assignable', { ids: ids.slice(0, 2).join(',') })
  expect(fewer.total).toBe(2)
  expect(mayOf(one)).toMatchObject({ may: 5, open: 0 })
  expect(mayOf(first)).toMatchObject({ may: 5, open: 1 })
  expect(mayOf(cashier)).toMatchObject({ may: 0 })

  const { data: done } = await distribute(ids, [one, other])
  expect(done.every((result: { done: boolean }) => result.done)).toBe(true)
  const given = await assigneesOf(ids)
  expect([one, other].map(id => given.filter(assignee => assignee === id).length).sort()).toEqual([2, 3])
  for (const id of [one, other]) expect(await titlesTo(id)).toEqual([expect.stringMatching(/^[23] 份申请交您办理$/)])
  const [line] = (await lines('application.assign', ids[0]!)).slice(-1)
  expect(line).toMatchObject({ before: { assignee: expect.anything() }, after: { assignee: expect.anything() } })

  // Somebody else has taken one of them on meanwhile: that one stays.
  const items = done.map(({ id, move }: { id: number; move: object }) => ({ id, ...move }))
  await distribute([ids[4]!], [first])
  const undone = await admin.post('/staff/review/assign/undo', { items })
  expect(undone.data.filter((result: { done: boolean }) => !result.done)).toEqual([
    { id: ids[4], done: false, message: '已改由别人负责，没有撤销' },
  ])
  expect(await assigneesOf([ids[0]!])).toEqual([first])
  expect(await assigneesOf(ids.slice(1, 4))).toEqual([null, null, null])
  expect(await titlesTo(one)).toContainEqual(expect.stringMatching(/^撤回交您办理的 [23] 份申请$/))
})

test('what a colleague may not act on is refused one by one, with the reason; no choice takes it from everybody', async () => {
  const ids = await several(2)
  const cashier = await colleague(['cashier'])
  const { data } = await distribute([...ids, 999_999], [cashier])
  expect(data).toMatchObject([
    { id: ids[0], done: false, move: null, message: expect.stringContaining('的岗位处理') },
    { id: ids[1], done: false, move: null },
    { id: 999_999, done: false, move: null },
  ])
  expect(await assigneesOf(ids)).toEqual([null, null])
  const editor = await colleague(['editor'])
  expect(await distribute(ids, [editor])).toMatchObject({
    code: 400,
    data: { fields: { assigneeIds: '请重新选择同事' } },
  })
  const own = await staffId('reviewer')
  await distribute(ids, [own])
  const { data: freed } = await distribute(ids, [])
  expect(freed[0]).toMatchObject({ done: true, message: '已取消指派', move: { assigneeId: null, formerId: own } })
  await reviewer.post('/staff/review/assign/undo', {
    items: freed.map((one: { id: number; move: object }) => ({ id: one.id, ...one.move })),
  })
  expect(await assigneesOf(ids)).toEqual([own, own])
})

test('two who distribute the same applications at once leave each with one of those chosen', async () => {
  const ids = await several(6)
  const [one, other] = [await colleague(['reviewer']), await colleague(['reviewer'])]
  const answers = await Promise.all([distribute(ids, [one]), distribute(ids.toReversed(), [other], reviewer)])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  const given = new Set(await assigneesOf(ids))
  expect(given.size).toBe(1)
})
