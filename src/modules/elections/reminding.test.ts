import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { body, post } from '#modules/posts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { remindOfElections } from './server/reminding.ts'
import { election } from './server/tables.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())

/** An election of a body of its own whose committee is due in three days. */
async function newElection(staff: Awaited<ReturnType<typeof asStaff>>, code: string) {
  const { db } = site.services
  const [of] = await db.insert(body).values({ code, name: code, kind: 'council' }).returning()
  await db.insert(post).values({ bodyId: of!.id, name: '理事' })
  const days = { termEnds: addDays(today, 63), termFrom: addDays(today, 70), termNumber: '第二届' }
  const { data } = await staff.post('/staff/election/save', {
    title: `${code}换届`,
    bodyId: of!.id,
    votingBodyId: of!.id,
    ...days,
  })
  return data as { id: number; version: number }
}
const at = (day: string) => ({ ...site.ctx(), now: new Date(`${day}T09:12:00+08:00`) })

test('staff are told of the next step a week before, on its last day and once it is late, each once; the desk counts it', async () => {
  const userName = await staffWith(site, ['secretary'])
  const staff = await asStaff(site, userName)
  const seen = await newElection(staff, 'reminded')
  const [self] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  const told = async () => {
    const rows = await site.services.db
      .select({ title: message.title })
      .from(message)
      .where(and(eq(message.accountId, self!.id), eq(message.objectType, 'election'), eq(message.objectId, seen.id)))
      .orderBy(message.id)
    return rows.map(({ title }) => title.replace('reminded换届：成立换届工作机构，', ''))
  }
  await remindOfElections(at(addDays(today, -5)))
  expect(await told()).toEqual([])
  for (const days of [0, 1, 3, 3, 4, 5]) await remindOfElections(at(addDays(today, days)))
  expect(await told()).toEqual(['还有 3 天', '今天到期', '已晚 1 天'])
  const tasks = async () => (await staff.get('/staff/overview')).data.tasks as { code: string; count: number }[]
  const dueNow = (await staff.get('/staff/election/list', { due: 'soon' })).data
  expect(dueNow.list.map(({ id }: { id: number }) => id)).toContain(seen.id)
  expect((await tasks()).find(({ code }) => code === 'electionsDue')?.count).toBe(dueNow.total)
  // The next step comes in place of the one that was done.
  const committee = [{ name: '甲组长', duty: 'head' }]
  expect((await staff.post('/staff/election/committee', { ...seen, committee })).code).toBe(200)
  const [after] = await site.services.db.select().from(election).where(eq(election.id, seen.id))
  expect(after).toMatchObject({ nextStep: 'report', nextDay: addDays(today, 33) })
})

test('two processes remind once, and an election that was cancelled reminds nobody', async () => {
  const staff = await asStaff(site, await staffWith(site, ['secretary']))
  const [open, gone] = [await newElection(staff, 'twice'), await newElection(staff, 'gone')]
  expect((await staff.post('/staff/election/cancel', { ...gone, reason: '延期' })).code).toBe(200)
  const before = await site.services.db.$count(message, eq(message.objectId, open.id))
  await Promise.all([remindOfElections(at(today)), remindOfElections(at(today))])
  const holders = await site.services.db
    .select({ accountId: message.accountId })
    .from(message)
    .where(and(eq(message.objectType, 'election'), eq(message.objectId, open.id)))
  expect(holders.length).toBeGreaterThan(before)
  expect(new Set(holders.map(({ accountId }) => accountId)).size).toBe(holders.length)
  const ofGone = and(eq(message.objectType, 'election'), eq(message.objectId, gone.id))
  expect(await site.services.db.$count(message, ofGone)).toBe(0)
})
