import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member, memberEvent, memberLevel } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  appointmentsMade,
  endAppointment,
  type NewAppointment,
  replaceAppointment,
  resumeAppointment,
} from './server/appointing.ts'
import { bodyByCode } from './server/bodies.ts'
import { seatsOf } from './server/seats.ts'
import { body, post, term } from './server/tables.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
let companies: { id: number; name: string }[]
const ctx = () =>
  ({ ...site.services, now: new Date(), actor: { kind: 'anonymous' }, address: '', headers: {} }) as unknown as Ctx

let serial = 0
/** A body of the test's own, with a term and a post. */
async function bodyWith(
  rules: (typeof post.$inferInsert)['rules'] = {},
  more: Partial<typeof body.$inferInsert> = {},
  weight = 1,
) {
  const { db } = site.services
  serial++
  const [of] = await db
    .insert(body)
    .values({ code: `test${serial}`, name: `测试委员会${serial}`, kind: 'committee', ...more })
    .returning()
  const [held] = await db.insert(post).values({ bodyId: of!.id, name: '委员', rules, voteWeight: weight }).returning()
  const [during] = await db
    .insert(term)
    .values({ bodyId: of!.id, number: '第一届', fromDay: addDays(today, -300), toDay: addDays(today, 1200) })
    .returning()
  return { bodyId: of!.id, postId: held!.id, termId: during!.id }
}
const appoint = (postId: number, more: Partial<NewAppointment> = {}, reason = '') =>
  inTransaction(ctx(), tx =>
    appointmentsMade(tx, [{ postId, personName: `委员${++serial}`, fromDay: addDays(today, -300), ...more }], reason),
  ).then(([made]) => made!)
const refusal = (work: Promise<unknown>): Promise<Record<string, string>> =>
  work.then(
    () => ({}),
    error => {
      if (!isRefusal(error)) throw error
      return error.fields ?? { '': error.message }
    },
  )
const namesIn = async (bodyId: number, day = today) => (await seatsOf(ctx(), bodyId, day)).map(seat => seat.personName)

beforeAll(async () => {
  companies = await site.services.db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .orderBy(organisation.id)
    .limit(10)
})

describe('seats of a body', () => {
  test('are those of whoever holds a post there that day, by company, with the votes of the post', async () => {
    const { bodyId, postId } = await bodyWith({}, {}, 2)
    const [company] = companies
    const of = await appoint(postId, { personName: '程远', organisationId: company!.id, toDay: addDays(today, -1) })
    await appoint(postId, { personName: '尹航', fromDay: today })
    expect(await seatsOf(ctx(), bodyId, addDays(today, -1))).toEqual([
      {
        key: `appointment:${of.id}`,
        name: company!.name,
        organisationId: company!.id,
        personName: '程远',
        accountId: null,
        postName: '委员',
        weight: 2,
      },
    ])
    expect(await namesIn(bodyId)).toEqual(['尹航'])
    expect(await namesIn(bodyId, addDays(today, 1201))).toEqual([])
  })

  test('are also those of posts in other bodies that carry one, and nobody has two', async () => {
    const council = await bodyWith()
    const standing = await bodyWith()
    await site.services.db
      .update(post)
      .set({ seatBodyIds: [council.bodyId] })
      .where(eq(post.id, standing.postId))
    await appoint(council.postId, { personName: '程远', organisationId: companies[0]!.id })
    await appoint(standing.postId, { personName: '程远', organisationId: companies[0]!.id })
    await appoint(standing.postId, { personName: '程远', organisationId: companies[1]!.id })
    expect(await namesIn(council.bodyId)).toEqual(['程远', '程远'])
    expect(await namesIn(standing.bodyId)).toEqual(['程远', '程远'])
  })

  test('of the assembly are the members in good standing that day, with the votes of their level', async () => {
    const { db } = site.services
    const assembly = await bodyByCode(ctx(), 'assembly')
    const seats = await seatsOf(ctx(), assembly.id, today)
    const [{ n }] = (
      await db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${member} where status in ('active', 'unpaid')`,
      )
    ).rows as [{ n: number }]
    expect(seats).toHaveLength(n)
    const [one] = await db
      .select({ of: member, level: memberLevel, legalPerson: organisation.legalPerson })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .where(eq(member.status, 'active'))
      .limit(1)
    const key = `organisation:${one!.of.organisationId}`
    await db.update(memberLevel).set({ votes: 3 }).where(eq(memberLevel.code, one!.level.code))
    expect((await seatsOf(ctx(), assembly.id, today)).find(seat => seat.key === key)).toMatchObject({
      organisationId: one!.of.organisationId,
      postName: one!.level.name,
      personName: expect.stringMatching(/./),
      weight: 3,
    })
    const keysOn = async (day: string) => (await seatsOf(ctx(), assembly.id, day)).map(seat => seat.key)
    expect(await keysOn(addDays(one!.of.joinedOn, -1))).not.toContain(key)
    await db.update(member).set({ status: 'suspended' }).where(eq(member.id, one!.of.id))
    await db.insert(memberEvent).values({
      memberId: one!.of.id,
      kind: 'suspend',
      effectiveOn: addDays(today, -5),
      reason: '试',
      actorName: '试',
    })
    expect(await keysOn(today)).not.toContain(key)
    expect(await keysOn(addDays(today, -6))).toContain(key)
  })

  test('are there for every kind of meeting of applications', async () => {
    for (const code of ['council', 'standing', 'secretariat', 'awards'])
      expect((await bodyByCode(ctx(), code)).code).toBe(code)
  })
})

describe('an appointment', () => {
  test('that breaks rules names them beside their fields, all at once; with a reason it stands where that is allowed', async () => {
    const strict = await bodyWith({ ageLimit: 70, needsLegalPerson: true })
    const old = { personName: '年高者', bornMonth: '1940-01', organisationId: companies[0]!.id }
    const wrong = await refusal(
      appoint(strict.postId, { ...old, termId: strict.termId, fromDay: addDays(today, -301) }, '德高望重'),
    )
    expect(Object.keys(wrong).toSorted()).toEqual(['bornMonth', 'fromDay', 'personName'])
    const lenient = await bodyWith({ ageLimit: 70, allowsExceptions: true })
    const asked = await refusal(appoint(lenient.postId, old))
    expect(Object.keys(asked).toSorted()).toEqual(['bornMonth', 'exceptionReason'])
    expect(await appoint(lenient.postId, old, '主管单位同意')).toMatchObject({
      exceptionReason: '主管单位同意',
      exceptions: [expect.stringContaining('70 周岁')],
    })
  })

  test('of two who are appointed at once to the one place is made once', async () => {
    const { bodyId, postId } = await bodyWith({ maxHolders: 1 })
    const both = await Promise.all([refusal(appoint(postId)), refusal(appoint(postId))])
    expect(both.map(fields => Object.keys(fields)).toSorted()).toEqual([[], ['postId']])
    expect(await namesIn(bodyId)).toHaveLength(1)
  })

  test('of many are held against each other, and none is made where one is wrong', async () => {
    const { bodyId, postId } = await bodyWith({ maxHolders: 2 })
    const list = ['甲一', '乙二', '丙三'].map(personName => ({ postId, personName, fromDay: today }))
    const fields = await refusal(inTransaction(ctx(), tx => appointmentsMade(tx, list)))
    expect(Object.keys(fields)).toEqual(['2.postId'])
    expect(await namesIn(bodyId)).toEqual([])
  })

  test('is replaced from a day on: the former goes the day before, and is followed once', async () => {
    const { bodyId, postId } = await bodyWith({ maxHolders: 1 })
    const before = await appoint(postId, { personName: '前任者', organisationId: companies[2]!.id })
    const replace = (personName: string) =>
      inTransaction(ctx(), tx =>
        replaceAppointment(tx, { id: before.id }, { personName, fromDay: today, reason: '工作调动' }),
      )
    const results = await Promise.allSettled([replace('后任甲'), replace('后任乙')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await namesIn(bodyId, addDays(today, -1))).toEqual(['前任者'])
    const [seat] = await seatsOf(ctx(), bodyId, today)
    expect(seat).toMatchObject({ organisationId: companies[2]!.id, personName: expect.stringMatching(/^后任/) })
    expect(await refusal(inTransaction(ctx(), tx => resumeAppointment(tx, { id: before.id })))).toEqual({
      '': expect.stringContaining('接替'),
    })
  })

  test('that was ended is taken back, unless somebody else has the place by then', async () => {
    const { bodyId, postId } = await bodyWith({ maxHolders: 1 })
    const of = await appoint(postId, { personName: '先走者' })
    const act = <T>(work: (tx: Ctx) => Promise<T>) => inTransaction(ctx(), work)
    const end = () => act(tx => endAppointment(tx, { id: of.id, toDay: addDays(today, -1), reason: '辞任' }))
    await end()
    expect(await namesIn(bodyId)).toEqual([])
    expect(await refusal(end())).toEqual({ '': expect.stringContaining('已于') })
    await act(tx => resumeAppointment(tx, { id: of.id }))
    expect(await namesIn(bodyId)).toEqual(['先走者'])
    await end()
    await appoint(postId, { fromDay: today })
    expect(await refusal(act(tx => resumeAppointment(tx, { id: of.id })))).toEqual({
      '': expect.stringContaining('任期内已有 1 人'),
    })
  })
})
