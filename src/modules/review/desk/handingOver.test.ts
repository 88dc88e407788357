import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { message } from '#modules/messages/server/tables.ts'
import { admin, applied, cashier, lines, setUpReviewDesk, staffId } from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { application } from '../server/tables.ts'

setUpReviewDesk()

type Piece = { work: string; workName: string; id: number; title: string; note: string; route: string }
const workOf = async (id: number): Promise<Piece[]> => (await admin.get('/staff/colleague/work', { id })).data
const colleague = async (roles: string[]) => staffId(await staffWith(site, roles))
const today = dayOf(new Date())

test('all that lies with a colleague on leave goes to another, each by its own rules, and comes back', async () => {
  const [away, other] = [await colleague(['reviewer']), await colleague(['reviewer'])]
  const principal = await colleague(['cashier'])
  const [one, two] = [await applied(), await applied()]
  await admin.post('/staff/review/assign', { ids: [one.id, two.id], assigneeId: away })
  const term = { deputyId: away, fromDay: today, toDay: addDays(today, 20) }
  await admin.post('/staff/colleague/nameDeputy', { id: principal, ...term })

  const pieces = await workOf(away)
  expect(pieces).toMatchObject([
    { work: 'application', workName: '申请', id: one.id, title: one.name, note: expect.stringMatching(/待.+起$/) },
    { work: 'application', id: two.id, route: `/staff/review/${two.id}` },
    { work: 'deputy', workName: '代理', title: expect.stringMatching(/^代理/), note: expect.stringMatching(/^至/) },
  ])
  expect(await workOf(other)).toEqual([])

  const handOver = (given: object) => admin.post('/staff/colleague/handOver', { fromId: away, toId: other, ...given })
  const moved = await handOver({ work: 'application', ids: [one.id, two.id, 999_999] })
  expect(moved.data).toMatchObject([
    { id: one.id, done: true, message: expect.stringMatching(/^已指派给/) },
    { id: two.id, done: true },
    { id: 999_999, done: false, message: '已不在这位同事手上' },
  ])
  const stood = await handOver({ work: 'deputy', ids: [pieces[2]!.id] })
  expect(stood.data).toMatchObject([{ done: true, message: expect.stringMatching(/^改由其代理至/) }])
  expect(await workOf(away)).toEqual([])
  expect((await workOf(other)).map(({ work }) => work)).toEqual(['application', 'application', 'deputy'])
  const told = await site.services.db.select().from(message).where(eq(message.accountId, other))
  expect(told.filter(({ title }) => title.startsWith('交您办理'))).toHaveLength(2)
  const noted = (await lines('colleague.handOver', away)).map(({ detail }) => detail)
  expect(noted).toContainEqual(expect.objectContaining({ 工作: '申请', 件数: 2 }))
  expect(noted).toContainEqual(expect.objectContaining({ 工作: '代理', 件数: 1 }))

  const back = { fromId: other, toId: away, work: 'application', ids: [one.id] }
  expect((await admin.post('/staff/colleague/handOver', back)).data).toMatchObject([{ done: true }])
  const [of] = await site.services.db.select().from(application).where(eq(application.id, one.id))
  expect(of!.assigneeId).toBe(away)
})

test('what another cannot do stays where it is, and nobody moves what they may not', async () => {
  const [away, cashierId] = [await colleague(['reviewer']), await staffId('cashier')]
  const one = await applied()
  await admin.post('/staff/review/assign', { ids: [one.id], assigneeId: away })
  const given = { fromId: away, toId: cashierId, work: 'application', ids: [one.id] }
  expect((await admin.post('/staff/colleague/handOver', given)).data).toMatchObject([
    { done: false, message: expect.stringContaining('岗位') },
  ])
  expect(await admin.post('/staff/colleague/handOver', { ...given, toId: away })).toMatchObject({ code: 400 })
  expect(await admin.post('/staff/colleague/handOver', { ...given, work: 'nothing' })).toMatchObject({ code: 400 })
  expect(await cashier.post('/staff/colleague/handOver', given)).toMatchObject({ code: 403 })
  const reviewerNow = await asStaff(site, 'reviewer')
  expect(await reviewerNow.get('/staff/colleague/work', { id: away })).toMatchObject({ code: 403 })
})
