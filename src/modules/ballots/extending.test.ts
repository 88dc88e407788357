import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { iso } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { castSecretly, closeEarly, detailOf, newVoters, openedBallot, phoneOf, pick } from '#test/support/balloting.ts'
import { asStaff, staffWith, textsTo } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { ballot } from './server/tables.ts'

setUpSite({ demo: true })

let staff: Awaited<ReturnType<typeof asStaff>>
beforeEach(async () => {
  staff = await asStaff(site, await staffWith(site, ['secretary']))
})

const inMinutes = (minutes: number) => iso(new Date(Date.now() + minutes * 60_000))
const ask = async (id: number, more: object) => {
  const { version } = await detailOf(staff, id)
  return staff.post('/staff/ballot/extend', { id, version, reason: '参加人数不足', ...more })
}
const extend = async (id: number, closesAt: string) => {
  const asked = await ask(id, { closesAt })
  return asked.code === 202 ? agreeToLast(site) : asked
}
const setEnd = (id: number, minutes: number) =>
  site.services.db
    .update(ballot)
    .set({ closesAt: new Date(Date.now() + minutes * 60_000) })
    .where(eq(ballot.id, id))

describe('the end of an open ballot', () => {
  test('is moved to a later time by two persons, and everybody on the roll is told why, who voted too', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters, { secrecy: 'secret' })
    await castSecretly(site, voters[0]!.mobile, [pick('yes')])
    const closesAt = inMinutes(1200)
    expect((await extend(of.id, closesAt)).code).toBe(200)
    for (const { mobile } of voters) expect((await textsTo(site, mobile))[0]).toContain('延长到')
    const { extensions, ...after } = await detailOf(staff, of.id)
    expect(after).toMatchObject({ closesAt, state: 'open' })
    expect(extensions).toEqual([{ from: of.closesAt, to: closesAt, reason: '参加人数不足', at: expect.any(String) }])
    // The token of before opens the ballot, and the page says why it lasts longer.
    const phone = await phoneOf(site, voters[1]!.mobile)
    expect((await phone.paper()).extensions).toMatchObject([{ reason: '参加人数不足' }])
    expect((await site.get('/ballot/result', { key: of.key })).data.extensions).toMatchObject([{ to: closesAt }])
  })

  test('is never moved to an earlier time, and not once it has passed or the ballot was closed', async () => {
    const of = await openedBallot(site, staff, newVoters(1))
    const refused = await extend(of.id, inMinutes(30))
    expect(refused).toMatchObject({ code: 400, data: { fields: { closesAt: expect.stringContaining('只能延长') } } })
    await setEnd(of.id, -1)
    expect(await extend(of.id, inMinutes(60))).toMatchObject({ code: 409, msg: expect.stringContaining('截止') })
    // Nor does anybody get a token that opens nothing.
    expect(await staff.post('/staff/ballot/remind', { id: of.id })).toMatchObject({ code: 409 })
    await setEnd(of.id, 60)
    await closeEarly(staff, of.id)
    expect(await extend(of.id, inMinutes(120))).toMatchObject({ code: 409 })
    expect((await detailOf(staff, of.id)).extensions).toEqual([])
  })

  test('that passes while the second person thinks it over is not brought back', async () => {
    const of = await openedBallot(site, staff, newVoters(1))
    expect((await ask(of.id, { closesAt: inMinutes(1200) })).code).toBe(202)
    await setEnd(of.id, -1)
    expect((await agreeToLast(site)).code).toBe(409)
  })
})
