import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import {
  agreement,
  asStaff,
  codeFor,
  newAddress,
  newCreditCode,
  newPhone,
  newUserName,
  PASSWORD,
  signUp,
  staffWith,
  textsTo,
} from '#test/support/make.ts'
import { invitation } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

const staff = setUpStaff('admin')

let made = 0
type Reach = 'mobile' | 'mail' | 'post'
/** Companies of the register that nobody signs in for, members unless told otherwise. */
async function companies(count: number, reach: Reach = 'mobile', isMember = true) {
  const { db, encryption } = site.services
  const rows = Array.from({ length: count }, () => ({
    name: `待邀请机电有限公司${++made}`,
    creditCode: newCreditCode(),
    provinceCode: '320000',
    city: '苏州市',
    address: '演示路 1 号',
    postcode: '215000',
  }))
  const kept = await db.insert(organisation).values(rows).returning()
  const phones = kept.map(() => newPhone())
  await db.insert(organisationContact).values(
    kept.map(({ id }, i) => ({
      organisationId: id,
      role: 'liaison' as const,
      name: '李晓明',
      mobileSealed: reach === 'mobile' ? encryption.encrypt(phones[i]!) : null,
      email: reach === 'mail' ? `liaison${id}@example.com` : '',
    })),
  )
  if (isMember)
    await db.insert(member).values(
      kept.map(({ id }) => ({
        number: `YQ-${id}`,
        kind: 'organisation' as const,
        levelCode: 10,
        joinedOn: '2020-01-01',
        organisationId: id,
        status: 'active' as const,
      })),
    )
  return kept.map(({ id, name }, i) => ({ id, name, phone: phones[i]! }))
}

const send = (given: object = {}) => staff.post('/staff/invitation/send', { key: '待邀请', ...given })
const tokenOf = async (organisationId: number) => {
  const [row] = await site.services.db.select().from(invitation).where(eq(invitation.organisationId, organisationId))
  return site.services.encryption.decrypt(row!.tokenSealed!)
}
const idOf = async (organisationId: number) =>
  (await site.services.db.select().from(invitation).where(eq(invitation.organisationId, organisationId)))[0]!.id
const open = (token: string) => site.from(newAddress()).post('/invitation/open', { token })

/** Input of a new account, with the code sent to the phone. */
async function typed(token: string) {
  const phone = newPhone()
  const code = await codeFor(site, { scene: 'register', phone })
  return { token, userName: newUserName(), phone, code, password: PASSWORD, agree: await agreement(site) }
}
/** A server that has too much to do says so, and whoever is told presses the button again. */
async function untilTaken(given: object) {
  let answer = await accept(given)
  for (let tries = 0; answer.status === 503 && tries < 30; tries++) answer = await accept(given)
  return answer
}

const accept = async (given: object) => site.from(newAddress()).post('/invitation/accept', given)

describe('an invitation', () => {
  test('goes by text, mail or letter, as the company can be reached, and only to who has no account', async () => {
    const [texted] = await companies(1)
    await companies(1, 'mail')
    await companies(1, 'post')
    await companies(1, 'mobile', false)
    const seen = (await staff.get('/staff/invitation/candidates', { key: '待邀请' })).data
    expect(seen).toMatchObject({ total: 3, ways: { sms: 1, mail: 1, letter: 1 } })
    expect(seen.sample[0]).toMatchObject({ name: texted!.name, way: 'sms', to: expect.stringMatching(/^139\*{4}/) })
    expect(await send()).toMatchObject({ code: 200, data: { made: 3, left: 0, ways: { sms: 1, mail: 1, letter: 1 } } })
    expect((await textsTo(site, texted!.phone))[0]).toMatch(
      new RegExp(`“${texted!.name}”.*/invite ，输入邀请码 (\\w{4}-){3}\\w{4}。`),
    )
    expect((await send()).code).toBe(409)
    const { list } = (await staff.get('/staff/invitation/list', { key: texted!.name })).data
    expect(list).toMatchObject([{ name: texted!.name, state: 'sent', to: expect.stringMatching(/\*/), reminders: 0 }])
  })

  test('goes to the members that were picked out in the register, and to no other', async () => {
    const { db } = site.services
    const [one, two] = await companies(2)
    const [chosen] = await db.select().from(member).where(eq(member.organisationId, one!.id))
    const names = async (query: object) => {
      const { sample } = (await staff.get('/staff/invitation/candidates', { key: '待邀请', ...query })).data
      return sample.map(({ name }: { name: string }) => name)
    }
    expect(await names({})).toEqual([one!.name, two!.name])
    expect(await names({ chosen: String(chosen!.id) })).toEqual([one!.name])
    expect(await send({ chosen: String(chosen!.id) })).toMatchObject({ data: { made: 1, left: 0 } })
    expect(await names({})).toEqual([two!.name])
    await send()
  })

  test('shows whose it is, and makes an account that is the company’s at once', async () => {
    const [company] = await companies(1)
    await send()
    const token = await tokenOf(company!.id)
    expect((await open(token)).data).toMatchObject({ name: company!.name, creditCode: expect.stringMatching(/\*{10}/) })
    expect((await staff.get('/staff/invitation/list', { state: 'opened' })).data.list).toMatchObject([
      { name: company!.name },
    ])
    const wrong = await accept({ ...(await typed(token)), userName: '1', password: '123' })
    expect(Object.keys(wrong.data.fields).sort()).toEqual(['password', 'userName'])
    const given = await typed(token)
    const done = await accept(given)
    expect(done).toMatchObject({ code: 200, data: { needComplete: false } })
    expect((await site.as(done.data.token).get('/member/info')).data).toMatchObject({
      orgName: company!.name,
      isComplete: true,
      memberStatus: 'active',
    })
    expect(await open(token)).toMatchObject({ code: 409, msg: expect.stringContaining('请直接登录') })
    const row = (await staff.get('/staff/invitation/list', { key: company!.name })).data.list[0]
    expect(row).toMatchObject({ state: 'accepted', stateName: '已开通' })
  })

  test('can be taken by an account that is of nobody yet, and by no other', async () => {
    const [company] = await companies(1)
    await send()
    const token = await tokenOf(company!.id)
    const person = await signUp(site, { accountType: 'person' })
    expect((await person.api.post('/invitation/take', { token })).msg).toContain('个人账号')
    const own = await signUp(site)
    expect(await own.api.post('/invitation/take', { token })).toMatchObject({
      code: 200,
      data: { name: company!.name },
    })
    expect((await own.api.get('/member/info')).data.orgName).toBe(company!.name)
    const [other] = await companies(1)
    await send()
    expect((await own.api.post('/invitation/take', { token: await tokenOf(other!.id) })).msg).toContain('已经登记')
  })

  test('that is expired, withdrawn or unknown says so, each in its own words', async () => {
    const [expired, withdrawn] = await companies(2)
    await send()
    const tokens = [await tokenOf(expired!.id), await tokenOf(withdrawn!.id)]
    await site.services.db
      .update(invitation)
      .set({ expiresAt: new Date() })
      .where(eq(invitation.organisationId, expired!.id))
    const ids = [await idOf(withdrawn!.id)]
    expect((await staff.post('/staff/invitation/withdraw', { ids })).data).toEqual({ withdrawn: 1, skipped: 0 })
    expect((await staff.post('/staff/invitation/withdraw', { ids })).data).toEqual({ withdrawn: 0, skipped: 1 })
    const counts = (await staff.get('/staff/invitation/count')).data
    expect(counts.find(({ state }: { state: string }) => state === 'withdrawn')).toMatchObject({ count: 1 })
    expect((await open(tokens[0]!)).msg).toContain('已过期')
    expect((await open(tokens[1]!)).msg).toContain('撤回')
    expect((await open('nothing')).msg).toContain('不存在')
    expect((await accept(await typed(tokens[1]!))).code).toBe(409)
    // Invites a company again after its invitation expired.
    expect((await send({ key: expired!.name })).data.made).toBe(1)
  })

  test('is sent again once a day', async () => {
    const [company] = await companies(1)
    await send()
    const ids = [await idOf(company!.id)]
    const remind = async () => (await staff.post('/staff/invitation/remind', { ids })).data
    expect(await remind()).toEqual({ sent: 0, skipped: 1 })
    await site.services.db
      .update(invitation)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(inArray(invitation.id, ids))
    expect(await remind()).toEqual({ sent: 1, skipped: 0 })
    expect(await remind()).toEqual({ sent: 0, skipped: 1 })
    expect(await textsTo(site, company!.phone)).toHaveLength(2)
    const [row] = (await staff.get('/staff/invitation/list', { key: company!.name })).data.list
    expect([row.reminders, row.remindedAt.slice(0, 10)]).toEqual([1, dayOf(new Date())])
  })

  test('is a matter of who keeps accounts', async () => {
    const other = await asStaff(site, await staffWith(site, ['reviewer']))
    for (const path of ['/staff/invitation/send', '/staff/invitation/remind', '/staff/invitation/letters'])
      expect((await other.post(path, { ids: [1] })).code, path).toBe(403)
  })
})

test('a thousand are made in one act, three hundred accepted at once, none twice', { timeout: 240_000 }, async () => {
  const { db } = site.services
  const all = await companies(1000)
  expect((await send()).data).toMatchObject({ made: 1000 })
  const chosen = all.slice(0, 300)
  const tokens: string[] = []
  for (const { id } of chosen) tokens.push(await tokenOf(id))
  // The first of them five times over, by five phones.
  tokens.push(...Array.from({ length: 4 }, () => tokens[0]!))
  const given: Awaited<ReturnType<typeof typed>>[] = []
  for (const token of tokens) given.push(await typed(token))
  const answers = await Promise.all(given.map(untilTaken))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(300)
  expect(answers.filter(({ code }) => code !== 200).map(({ code }) => code)).toEqual([409, 409, 409, 409])
  const held = await db
    .select({ id: account.organisationId, count: sql<number>`count(*)` })
    .from(account)
    .where(
      inArray(
        account.organisationId,
        all.map(({ id }) => id),
      ),
    )
    .groupBy(account.organisationId)
  expect(held).toHaveLength(300)
  expect(held.every(({ count }) => count === 1)).toBe(true)
  expect(await db.$count(invitation, isNull(invitation.tokenSealed))).toBeGreaterThanOrEqual(300)
})
