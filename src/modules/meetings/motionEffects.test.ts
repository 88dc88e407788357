import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffRole } from '#modules/accounts/server/tables.ts'
import { levelFee, memberLevel } from '#modules/membership/server/tables.ts'
import { appointment, body, post } from '#modules/posts/server/tables.ts'
import { changeGroup } from '#modules/settings/server/settings.ts'
import { clerk, heldMeeting, holders, mine, setUpSeats, today } from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { applied } from '#test/support/applying.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { bodyIdOf, onAgenda } from '#test/support/meeting.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'

setUpSeats()

type Held = Awaited<ReturnType<typeof heldMeeting>>
let serial = 0
const YEAR = Number(today.slice(0, 4)) + 3

/** A level that nobody has paid by. */
async function newLevel() {
  const code = 700 + ++serial
  const [level] = await site.services.db
    .insert(memberLevel)
    .values({ code, name: `级别${code}`, kind: 'organisation', fee: 2000, condition: '', votes: 1, sort: code })
    .returning()
  return level!
}
const feesOf = async (code: number) =>
  (await site.services.db.select().from(levelFee).where(eq(levelFee.levelCode, code))).map(({ fromYear, amount }) => [
    fromYear,
    amount,
  ])

async function newPost(rules: object = {}) {
  const { db } = site.services
  const [of] = await db
    .insert(body)
    .values({ code: `effect${++serial}`, name: `技术委员会${serial}`, kind: 'committee' })
    .returning()
  const [made] = await db.insert(post).values({ bodyId: of!.id, name: '主任委员', rules }).returning()
  return made!
}
const heldIn = (postId: number) =>
  site.services.db.select().from(appointment).where(eq(appointment.postId, postId)).orderBy(appointment.id)

const prepare = (of: Held, kind: string, form: object, by = clerk) =>
  by.post('/staff/meeting/effect', { itemId: of.itemIds[0], kind, form })
const fees = (level: { code: number }, amount = 2400) => ({
  fromYear: YEAR,
  fees: [{ levelCode: String(level.code), amount }],
})
const people = (postId: number, personName: string, more: object = {}) => ({
  people: [{ postId: String(postId), personName, ...more }],
})
async function record(of: Held, more: object = {}) {
  const votes = of.itemIds.map(itemId => ({ itemId, yes: 2, no: 0, abstained: 0, recused: 0 }))
  const about = { opinion: '会议同意', attendance: { chair: '主持', recorder: '记录' }, votes }
  return clerk.post('/staff/meeting/record', { id: of.id, version: of.version, ...about, ...more })
}
const reopen = (of: { id: number; version: number }) =>
  clerk.post('/staff/meeting/reopen', { id: of.id, version: of.version, reason: '票数录入有误' })
const detail = async (id: number) => (await clerk.get('/staff/meeting/detail', { id })).data

test('a fee schedule is told beforehand, comes into force with the record, and goes with it', async () => {
  const one = await holders(2)
  const of = await heldMeeting(one)
  const level = await newLevel()
  const sentence = `会费标准自 ${YEAR}-01-01 起：${level.name}每年 2,400 元（此前为 2,000 元）`
  const { data, code, msg } = await prepare(of, 'levelFees', fees(level))
  expect([code, data?.sentences], msg).toEqual([200, [sentence]])
  expect((await detail(of.id)).agenda[0].effect).toMatchObject({ name: '会费调整', isDone: false })
  expect((await mine(one[0]!, of.id)).agenda[0].effects).toEqual([sentence])
  expect(await feesOf(level.code)).toEqual([])
  const done = await record(of)
  expect(done.code, done.msg).toBe(200)
  expect(await feesOf(level.code)).toEqual([[YEAR, 2400]])
  expect((await detail(of.id)).agenda[0].effect).toMatchObject({ isDone: true })
  const back = await reopen(done.data)
  expect(back.code, back.msg).toBe(200)
  expect(await feesOf(level.code)).toEqual([])
  expect(await detail(of.id)).toMatchObject({ state: 'held', agenda: [{ outcome: null, effect: { isDone: false } }] })
})

test('a motion that is lost brings nothing about', async () => {
  const of = await heldMeeting(await holders(2))
  const level = await newLevel()
  await prepare(of, 'levelFees', fees(level))
  const itemId = of.itemIds[0]
  const lost = {
    votes: [{ itemId, yes: 0, no: 2, abstained: 0, recused: 0 }],
    exceptions: [{ itemId, outcome: 'reject', reason: '多数反对' }],
  }
  expect((await record(of, lost)).code).toBe(200)
  expect(await feesOf(level.code)).toEqual([])
})

test('fees take a second person where they do without a meeting: nothing is prepared before', async () => {
  const of = await heldMeeting(await holders(2))
  const level = await newLevel()
  for (const _ of [1, 2]) await staffWith(site, ['admin'])
  await changeGroup(site.ctx(), 'secondPerson', { rules: ['fees', 'roles'] })
  try {
    const asked = await prepare(of, 'levelFees', fees(level))
    expect(asked.code).toBe(202)
    expect((await detail(of.id)).agenda[0].effect).toBeNull()
    const agreed = await agreeToLast(site)
    expect(agreed.code, agreed.msg).toBe(200)
    expect((await detail(of.id)).agenda[0].effect).toMatchObject({ kind: 'levelFees' })
  } finally {
    await changeGroup(site.ctx(), 'secondPerson', { rules: [] })
  }
  // The meeting has decided, and two people have prepared what it decided on: recording takes one.
  expect((await record(of)).code).toBe(200)
  expect(await feesOf(level.code)).toEqual([[YEAR, 2400]])
})

test('who may not do it without a meeting may not prepare it, and what is wrong is told by field', async () => {
  const of = await heldMeeting(await holders(2))
  const level = await newLevel()
  await site.services.db
    .insert(staffRole)
    .values({ code: 'recorder', name: '会议记录', permissions: ['staff:decide'] })
    .onConflictDoNothing()
  const recorder = await asStaff(site, await staffWith(site, ['recorder']))
  const refused = await prepare(of, 'levelFees', fees(level), recorder)
  expect([refused.code, refused.msg]).toEqual([403, expect.stringContaining('准备会费调整须有')])
  expect((await recorder.get('/staff/meeting/effects', {})).data.list).toEqual([])
  const twice = { fromYear: YEAR, fees: [...fees(level).fees, ...fees(level).fees] }
  expect((await prepare(of, 'levelFees', twice)).data.fields).toEqual({ 'fees.1.levelCode': '这个级别写了两次' })
  expect(Object.keys((await prepare(of, 'levelFees', {})).data.fields).sort()).toEqual(['fees', 'fromYear'])
  expect((await prepare(of, 'magic', {})).data.fields).toHaveProperty('kind')
  const { list } = (await clerk.get('/staff/meeting/effects')).data
  expect(list.map(({ kind }: { kind: string }) => kind)).toEqual(['levelFees', 'appointments'])
  const voted = await clerk.post('/staff/meeting/vote/open', { ...of, itemIds: [of.itemIds[0]], way: 'hands' })
  expect(voted.code, voted.msg).toBe(200)
  expect((await prepare(of, 'levelFees', fees(level))).msg).toContain('已开始表决')
})

test('appointments begin by the decision of the meeting, which they name; withdrawn with it, unless somebody follows', async () => {
  const of = await heldMeeting(await holders(2))
  const held = await newPost()
  const badly = await prepare(of, 'appointments', people(held.id, '程远', { bornMonth: '很久以前' }))
  expect(badly.data.fields).toEqual({ 'people.0.bornMonth': expect.stringContaining('年月') })
  const { data } = await prepare(of, 'appointments', people(held.id, '程远', { organisationName: '某某公司' }))
  expect(data.sentences).toEqual([expect.stringMatching(/^程远（某某公司）自 .+ 任技术委员会\d+主任委员$/)])
  const done = await record(of)
  expect(done.code, done.msg).toBe(200)
  const { title } = await detail(of.id)
  const [made] = await heldIn(held.id)
  expect(made).toMatchObject({
    personName: '程远',
    organisationName: '某某公司',
    fromDay: today,
    decision: `${title}第 1 项议题`,
    decidedOn: today,
  })
  const back = await reopen(done.data)
  expect(back.code, back.msg).toBe(200)
  expect(await heldIn(held.id)).toEqual([])

  const again = await record({ ...of, version: back.data.version })
  const [second] = await heldIn(held.id)
  await site.services.db
    .update(appointment)
    .set({ version: 2, position: '董事长' })
    .where(eq(appointment.id, second!.id))
  const refused = await reopen(again.data)
  expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('任命不能撤回，会议记录没有撤回')])
  expect(await detail(of.id)).toMatchObject({ state: 'recorded', agenda: [{ outcome: 'pass' }] })
})

test('what cannot be done when the meeting is recorded is refused with its reason, and nothing is recorded', async () => {
  const of = await heldMeeting(await holders(2))
  const held = await newPost({ maxHolders: 1 })
  await prepare(of, 'appointments', people(held.id, '程远'))
  await site.services.db
    .insert(appointment)
    .values({ bodyId: held.bodyId, postId: held.id, personName: '尹航', fromDay: today })
  const refused = await record(of)
  expect([refused.code, refused.data.fields]).toEqual([
    409,
    { [of.itemIds[0]!]: expect.stringMatching(/通过后的任命现在不能办理.+任期内已有 1 人/) },
  ])
  expect(await heldIn(held.id)).toHaveLength(1)
  expect(await detail(of.id)).toMatchObject({ state: 'held', agenda: [{ outcome: null }] })
  expect((await clerk.post('/staff/meeting/effect/remove', { itemId: of.itemIds[0] })).code).toBe(200)
  expect((await clerk.post('/staff/meeting/effect/remove', { itemId: of.itemIds[0] })).code).toBe(409)
  expect((await record(of)).code).toBe(200)
})

test('the record of a meeting that decided on an application stands: its applicant knows', async () => {
  const company = await applied(site, await asStaff(site, await staffWith(site, ['reviewer'])))
  const bodyId = await bodyIdOf(site, 'secretariat')
  let of = (await clerk.post('/staff/meeting/save', { title: '秘书长办公会', bodyId, meetsOn: today })).data
  of = (await clerk.post('/staff/meeting/items', { ...of, items: onAgenda(company.id) })).data
  of = (await clerk.post('/staff/meeting/move', { ...of, to: 'held' })).data
  const done = await clerk.post('/staff/meeting/record', { ...of, opinion: '会议同意' })
  expect(done.code, done.msg).toBe(200)
  const refused = await reopen(done.data)
  expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('的申请已按决定办理')])
  const [last] = await site.services.db.select().from(appointment).orderBy(desc(appointment.id)).limit(1)
  expect(last).toBeDefined()
})

test('an application that was put off and taken up by another meeting keeps the first record', async () => {
  const company = await applied(site, await asStaff(site, await staffWith(site, ['reviewer'])))
  const bodyId = await bodyIdOf(site, 'secretariat')
  const meetingOn = async () => {
    const made = (await clerk.post('/staff/meeting/save', { title: '秘书长办公会', bodyId, meetsOn: today })).data
    return (await clerk.post('/staff/meeting/items', { ...made, items: onAgenda(company.id) })).data
  }
  const held = (await clerk.post('/staff/meeting/move', { ...(await meetingOn()), to: 'held' })).data
  const [{ itemId }] = (await detail(held.id)).agenda
  const exceptions = [{ itemId, outcome: 'postpone', reason: '材料待补' }]
  const done = await clerk.post('/staff/meeting/record', { ...held, opinion: '会议决定', exceptions })
  expect(done.code, done.msg).toBe(200)
  const other = await meetingOn()
  expect((await reopen(done.data)).msg).toContain('已列入另一次会议')
  await clerk.post('/staff/meeting/items', { ...other, items: [] })
  expect((await reopen(done.data)).code).toBe(200)
})
