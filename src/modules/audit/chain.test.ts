import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { headOf } from './server/chain.ts'
import { record } from './server/record.ts'
import { retireAudit } from './server/retention.ts'
import { sealPending } from './server/sealing.ts'
import { formatLink, verifyNoted, verifyRange } from './server/verifying.ts'

setUpSite()

const DAY = 86_400_000
const ctx = (now = new Date()) =>
  ({ ...site.services, now, actor: anonymous, address: '10.0.0.1', headers: {} }) as unknown as Ctx
const run = (query: string) => site.services.db.execute(sql.raw(query))
/** Changes rows like an owner of the database, without triggers. */
const behind = (query: string) =>
  site.services.db.transaction(async db => {
    await db.execute(sql`set local session_replication_role = replica`)
    await db.execute(sql.raw(query))
  })
const write = (count: number, now?: Date) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      record(ctx(now), { action: 'account.signIn', objectName: `第 ${i} 行`, detail: { nested: { b: 1, a: ['x'] } } }),
    ),
  )
const verify = () => verifyRange(site.services, 0, 100_000)

beforeEach(() => behind('delete from audit_anchor; delete from audit_event'))

describe('the database itself', () => {
  test.each([
    "update audit_event set actor_name = 'somebody else'",
    "update audit_event set seal_no = 9, hash = 'x'",
    'update audit_event set seal_no = null, hash = null',
    'delete from audit_event',
    'truncate audit_event',
    "insert into audit_anchor (seal_no, hash) values (1, 'x')",
  ])('refuses: %s', async query => {
    await write(2)
    await sealPending(site.services)
    await expect(run(query)).rejects.toMatchObject({ cause: { code: '42501' } })
    expect((await verify()).broken).toBeNull()
  })

  test('lets a line be sealed only as it is', async () => {
    await write(1)
    await expect(run("update audit_event set seal_no = 1, hash = 'x', address = '::1'")).rejects.toThrow()
  })
})

describe('the chain', () => {
  test('joins every committed line once, in order, whoever seals at the same time', async () => {
    await write(1_200)
    const sealed = await Promise.all([1, 2, 3, 4].map(() => sealPending(site.services)))
    expect(sealed.reduce((sum, count) => sum + count)).toBe(1_200)
    const { rows } = await run('select seal_no, id from audit_event order by seal_no')
    expect(rows.map(({ seal_no }) => seal_no)).toEqual(rows.map((_, i) => i + 1))
    expect(await verify()).toMatchObject({ broken: null, isEnd: true, link: { sealNo: 1_200 } })
  })

  test('is checked piece by piece', async () => {
    await write(30)
    await sealPending(site.services)
    const first = await verifyRange(site.services, 0, 20)
    expect(first).toMatchObject({ link: { sealNo: 20 }, isEnd: false, broken: null })
    expect(await verifyRange(site.services, 20, 20)).toMatchObject({ link: { sealNo: 30 }, isEnd: true })
  })

  test.each([
    ["actor_name = 'somebody else'", 'changed'],
    ["detail = '{}'", 'changed'],
    ["at = at + interval '1 microsecond'", 'changed'],
    ["hash = repeat('0', 64)", 'changed'],
  ])('does not hold where a line was changed: %s', async (change, why) => {
    await write(10)
    await sealPending(site.services)
    await behind(`update audit_event set ${change} where seal_no = 4`)
    expect((await verify()).broken).toMatchObject({ sealNo: 4, why })
  })

  test('does not hold where a line is gone, or one was put in its place', async () => {
    await write(10)
    await sealPending(site.services)
    await behind('delete from audit_event where seal_no = 7')
    expect((await verify()).broken).toEqual({ sealNo: 7, id: null, why: 'missing' })
    await behind(
      'update audit_event set seal_no = -seal_no where seal_no > 7; update audit_event set seal_no = -1 - seal_no where seal_no < 0',
    )
    expect((await verify()).broken).toMatchObject({ sealNo: 7, why: 'changed' })
  })

  test('whose end was cut off betrays it to who noted its head before, however it goes on', async () => {
    await write(10)
    await sealPending(site.services)
    const noted = await headOf(site.services.db)
    await write(2)
    await sealPending(site.services)
    expect(await verifyNoted(site.services, noted)).toBeNull()
    await behind('delete from audit_event where seal_no > 8')
    expect((await verify()).broken).toBeNull()
    expect(await verifyNoted(site.services, noted)).toMatchObject({ sealNo: 10, why: 'cut' })
    await write(5)
    await sealPending(site.services)
    expect(await verifyNoted(site.services, noted)).toMatchObject({ why: 'cut' })
  })

  test('begins after the lines that were kept long enough, and says that they were removed', async () => {
    const old = new Date(Date.now() - 1_200 * DAY)
    await write(6, old)
    await write(4)
    await sealPending(site.services)
    expect(await retireAudit(ctx())).toBe(6)
    expect(await verify()).toMatchObject({ broken: null, isEnd: true, link: { sealNo: 10 } })
    await write(1)
    await sealPending(site.services)
    expect(await verify()).toMatchObject({ broken: null, link: { sealNo: 12 } })
    const { rows } = await run("select detail from audit_event where action = 'audit.retire'")
    expect(rows).toMatchObject([{ detail: { lines: 6 } }])
    expect(await retireAudit(ctx())).toBe(0)
    await behind('delete from audit_event where seal_no = 7')
    expect((await verify()).broken).toMatchObject({ sealNo: 7, why: 'missing' })
  })

  test('keeps half a year, whatever is asked for', async () => {
    await write(3, new Date(Date.now() - 100 * DAY))
    await sealPending(site.services)
    const soon = { ...ctx(), config: { ...site.services.config, auditDays: 30 } }
    await expect(retireAudit(soon)).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})

test('an auditor checks the chain, and compares it with a head that was noted before', async () => {
  await write(5)
  await sealPending(site.services)
  const auditor = await asStaff(site, await staffWith(site, ['auditor']))
  const { data } = await auditor.get('/staff/audit/verify')
  expect(data).toMatchObject({ checked: 5, total: 5, broken: null, isEnd: true, unsealed: 0 })
  expect(data.head).toBe(formatLink(await headOf(site.services.db)))
  expect((await auditor.get('/staff/audit/verify', { after: 9 })).data.broken).toMatchObject({ sealNo: 9 })
  const { rows } = await run('select id, hash from audit_event where seal_no = 3')
  const [third] = rows as [{ id: number; hash: string }]
  const { list } = (await auditor.get('/staff/audit/list', { pageSize: 100 })).data
  const line = list.find(({ id }: { id: number }) => id === Number(third.id))
  expect(line.isSealed).toBe(true)
  const { data: whole } = await auditor.get('/staff/audit/detail', { id: line.id })
  expect(whole).toMatchObject({ isSealed: true, sealNo: 3, hash: third.hash })
  await behind('delete from audit_event where seal_no = 5')
  const after = await auditor.get('/staff/audit/verify', { noted: data.head })
  expect(after.data.broken).toMatchObject({ sealNo: 5, why: expect.stringMatching(/删除或改写/) })
  await behind("update audit_event set actor_name = 'somebody else' where seal_no = 3")
  expect((await auditor.get('/staff/audit/verify')).data.broken).toMatchObject({ sealNo: 3, id: line.id })
  expect(await auditor.get('/staff/audit/verify', { noted: '5' })).toMatchObject({ code: 400 })
})
