import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newAddress, signInAs } from '#test/support/make.ts'
import { certificate, certificateLookup, verifyKey } from '../server/tables.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
let staff: Staff
let own: typeof certificate.$inferSelect
const today = dayOf(new Date())
const office = {
  name: '某市市场监督管理局',
  contact: '王工 010-12345678',
  perMinute: 5,
  perDay: 8,
  expiresOn: addDays(today, 30),
}

beforeAll(async () => {
  staff = await asStaff(site, 'admin')
  const [holder] = await site.services.db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const rows = await site.services.db
    .select()
    .from(certificate)
    .where(eq(certificate.organisationId, holder!.organisationId!))
  own = rows.find(({ register, personId }) => register === 'qualification' && personId === null)!
})

const issue = async (change: object = {}) =>
  (await staff.post('/staff/verifyKey/issue', { ...office, ...change })).data as { id: number; key: string }
const rowOf = async (id: number) =>
  (await staff.get('/staff/verifyKey/list')).data.list.find((row: { id: number }) => row.id === id)

async function ask(key: string, numbers: string[], on?: string) {
  const { statusCode, headers, json } = await site.app.inject({
    method: 'POST',
    url: '/api/cert/verify/keyed',
    headers: { authorization: `Bearer ${key}` },
    payload: { numbers, on },
    remoteAddress: newAddress(),
  })
  return { status: statusCode, headers, ...json() }
}
const several = (count: number) => Array.from({ length: count }, (_, i) => `XH-KEYED-${i}`)

describe('a regulator with a key of its own', () => {
  test('asks for many at once: state by number, today or on a day, and the quota left in the headers', async () => {
    const { key } = await issue()
    const now = await ask(key, [own.number, 'XH-KEYED-0'])
    expect(now).toMatchObject({
      status: 200,
      code: 200,
      data: { asker: office.name, date: today, left: { minute: 3, day: 6 } },
    })
    expect(now.data.rows.map(({ number, status }: { number: string; status: string }) => [number, status])).toEqual([
      [own.number, expect.stringMatching(/valid|expiring/)],
      ['XH-KEYED-0', 'notFound'],
    ])
    expect(now.headers).toMatchObject({
      'ratelimit-policy': '"minute";q=5;w=60, "day";q=8;w=86400',
      'ratelimit-limit': '5',
      'ratelimit-remaining': '3',
    })
    const then = await ask(key, [own.number], addDays(own.issuedOn, -1))
    expect(then.data).toMatchObject({ date: addDays(own.issuedOn, -1), rows: [{ status: 'notYet' }] })
    expect(await ask(key, several(101))).toMatchObject({
      code: 400,
      msg: expect.stringContaining('一次最多 100 个编号'),
    })
  })

  test('is told in words when the minute or the day is used up, and when to go on; whoever asks at once gets no more', async () => {
    const { id, key } = await issue()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(key, several(2))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    const refused = answers.find(({ code }) => code === 429)!
    expect(refused.msg).toMatch(/每分钟可查 5 个编号，这一分钟已不够，请 \d+ 秒后再试/)
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '1', 'retry-after': expect.stringMatching(/^\d+$/) })
    expect(await ask(key, several(6))).toMatchObject({ code: 400, msg: expect.stringContaining('每分钟最多查 5 个') })
    // Half a minute later the quota of the minute is back in half a minute, not in a whole one.
    const running = new Date(Date.now() - 30_000)
    await site.services.db.update(verifyKey).set({ minuteAt: running }).where(eq(verifyKey.id, id))
    const { headers } = await ask(key, several(2))
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(30)
    expect(headers['retry-after']).toBe(headers['ratelimit-reset'])
    const past = new Date(Date.now() - 61_000)
    await site.services.db.update(verifyKey).set({ minuteAt: past }).where(eq(verifyKey.id, id))
    const tomorrow = await ask(key, several(5))
    expect(tomorrow).toMatchObject({ code: 429, msg: expect.stringContaining('请明天再查') })
    expect((await ask(key, several(4))).data.left).toEqual({ minute: 1, day: 0 })
    expect(await rowOf(id)).toMatchObject({ usedToday: 8, usedTotal: 8, lastUsedTime: expect.any(String) })
  })

  test('is named to the holder of the certificate, and to nobody else', async () => {
    const { key } = await issue({ name: '某招标平台' })
    await ask(key, [own.number], addDays(today, -3))
    const [last] = await site.services.db.select().from(certificateLookup).orderBy(desc(certificateLookup.id)).limit(1)
    expect(last).toMatchObject({ certificateId: own.id, via: 'key', askedFor: addDays(today, -3) })
    const holder = site.as(await signInAs(site, 'qingyuan'))
    const { data } = await holder.get('/member/certificate/lookup/list', { certId: own.id, via: 'key' })
    expect(data.list[0]).toMatchObject({ viaName: '接口密钥', askedBy: '某招标平台', askedFor: addDays(today, -3) })
    await site.get('/cert/verify', { number: own.number })
    const all = await holder.get('/member/certificate/lookup/list', { certId: own.id })
    expect(all.data.list[0]).toMatchObject({ via: 'number', askedBy: null })
  })

  test('without a good key is answered nothing: none, a wrong one, one that is over or was ended', async () => {
    const { id, key } = await issue()
    expect(await ask('', [own.number])).toMatchObject({
      status: 401,
      msg: expect.stringContaining('请求头 Authorization'),
    })
    expect(await ask(`${key}x`, [own.number])).toMatchObject({ status: 401, msg: '接口密钥不对，请核对是否完整' })
    const { db } = site.services
    await db
      .update(verifyKey)
      .set({ expiresOn: addDays(today, -1) })
      .where(eq(verifyKey.id, id))
    expect(await ask(key, [own.number])).toMatchObject({ status: 401, msg: expect.stringContaining('已到期') })
    expect(await rowOf(id)).toMatchObject({ state: 'expired' })
    expect(await staff.post('/staff/verifyKey/revoke', { id })).toMatchObject({ code: 200 })
    expect(await ask(key, [own.number])).toMatchObject({ status: 401, msg: expect.stringContaining('已停用') })
    expect(await staff.post('/staff/verifyKey/revoke', { id })).toMatchObject({ code: 409 })
    expect(await rowOf(id)).toMatchObject({ state: 'revoked', stateName: '已停用' })
  })
})

test('staff see whose the keys are and how they are used, and never the key again', async () => {
  const { id, key } = await issue()
  const row = await rowOf(id)
  expect(row).toMatchObject({
    name: office.name,
    contact: office.contact,
    perMinute: 5,
    perDay: 8,
    state: 'active',
    hint: `${key.slice(0, 8)}…`,
  })
  const { rows } = await site.services.db.execute<{ all: string }>(
    sql`select row_to_json(verify_key)::text as all from verify_key`,
  )
  expect(rows.map(({ all }) => all).join()).not.toContain(key.slice(12))
  expect(rows.map(({ all }) => all).join()).not.toContain('010-12345678')
  const wrong = { ...office, perDay: 3, expiresOn: addDays(today, -1) }
  expect((await staff.post('/staff/verifyKey/issue', wrong)).data.fields).toEqual({ expiresOn: '不能早于今天' })
  expect((await staff.post('/staff/verifyKey/issue', { ...office, perDay: 3 })).data.fields).toEqual({
    perDay: '不能少于每分钟的',
  })
})
