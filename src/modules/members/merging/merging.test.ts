import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, signUpComplete, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { organisationColumns } from './server/references.ts'

setUpSite({ demo: true })

const clerk = async () => asStaff(site, await staffWith(site, ['admin']))
type Clerk = Awaited<ReturnType<typeof clerk>>
let made = 0

async function entered(by: Clerk, more: object = {}) {
  made += 1
  const form = {
    name: `合并第${'一二三四五六七八九十'[made % 10]}${made}机电有限公司`,
    creditCode: newCreditCode(),
    provinceCode: '110000',
  }
  const { data, msg } = await by.post('/staff/organisation/add', { form: { ...form, ...more } })
  if (!data) throw new Error(msg)
  return { id: data.id as number, ...form }
}
const pairOf = async (by: Clerk, id: number, intoId: number) =>
  (await by.get('/staff/organisation/merge', { id, intoId })).data
async function askToMerge(by: Clerk, id: number, intoId: number, taken: string[] = []) {
  const { from, into } = await pairOf(by, id, intoId)
  const input = { id, version: from.version, intoId, intoVersion: into.version, taken, reason: '登记了两次' }
  return by.post('/staff/organisation/merge', input)
}
const rowOf = async (id: number) =>
  (await site.services.db.select().from(organisation).where(eq(organisation.id, id)))[0]

test('every column that holds an organisation is led on when one is merged: a later table, too', async () => {
  const { rows } = await site.services.db.execute<{ table: string }>(
    sql`select tgrelid::regclass::text as table from pg_trigger where tgname = 'organisation_moved'`,
  )
  const columns = (await organisationColumns(site.services)).filter(({ column }) => column === 'organisation_id')
  expect(rows.map(({ table }) => table).toSorted()).toEqual(columns.map(({ table }) => table).toSorted())
})

describe('two records of one company', () => {
  test('become one, by two people: the chosen values stay, everything moves, the old address leads on', async () => {
    const by = await clerk()
    const { db } = site.services
    const old = await entered(by, { phone: '010-55500001', website: 'https://old.example.com', city: '北京市' })
    const kept = await entered(by, { phone: '010-55500002', city: '北京市' })
    const [worker] = await db.insert(person).values({ name: '王小明', organisationId: old.id }).returning()
    const day = '2020-01-01'
    await db.execute(
      sql`insert into employment (person_id, organisation_id, from_day, began) values (${worker!.id}, ${old.id}, ${day}, 'register')`,
    )
    await by.post('/staff/organisation/note', { id: old.id, text: '已电话核实' })

    const third = await entered(by)
    const pair = await pairOf(by, old.id, kept.id)
    expect([pair.into.name, (await pairOf(by, old.id, third.id)).into.name]).toEqual([kept.name, third.name])
    expect(pair.obstacles).toEqual([])
    expect(pair.fields.map(({ name, isFilled }: { name: string; isFilled: boolean }) => [name, isFilled])).toEqual(
      expect.arrayContaining([
        ['phone', false],
        ['website', true],
      ]),
    )
    expect(pair.moves).toEqual(
      expect.arrayContaining([
        { name: '在职人员', count: 1 },
        { name: '备注', count: 1 },
      ]),
    )

    expect(await askToMerge(by, old.id, kept.id, ['phone'])).toMatchObject({ code: 202 })
    expect(await rowOf(old.id)).toBeDefined()
    expect(await agreeToLast(site)).toMatchObject({ code: 200 })
    expect(await rowOf(old.id)).toBeUndefined()
    expect(await rowOf(kept.id)).toMatchObject({
      name: kept.name,
      phone: '010-55500001',
      website: 'https://old.example.com',
    })
    expect((await db.select().from(person).where(eq(person.id, worker!.id)))[0]).toMatchObject({
      organisationId: kept.id,
    })

    const { data: file } = await by.get('/staff/organisation/detail', { id: old.id })
    expect(file.id).toBe(kept.id)
    const merged = file.parts.find(({ name }: { name: string }) => name === 'mergedFrom')
    expect(merged.rows).toMatchObject([{ title: old.name, route: expect.stringContaining(`objectId=${old.id}`) }])
    const [line] = await db.select().from(auditEvent).where(eq(auditEvent.action, 'organisation.merge'))
    expect(line).toMatchObject({ objectId: kept.id, detail: expect.objectContaining({ reason: '登记了两次' }) })
    const history = await by.get('/staff/history/list', { objectType: 'organisation', objectId: old.id })
    expect(history.data.list.length).toBeGreaterThan(0)
  })

  test('are told apart where both are members: that stands in the way', async () => {
    const by = await clerk()
    const { rows } = await site.services.db.execute<{ id: number }>(
      sql`select organisation_id as id from member where organisation_id is not null order by id limit 2`,
    )
    const [one, other] = rows
    const { obstacles } = await pairOf(by, one!.id, other!.id)
    expect(obstacles[0]).toMatchObject({
      text: expect.stringContaining('两家都登记为会员'),
      route: expect.stringContaining('/staff/members/'),
    })
    expect(await askToMerge(by, one!.id, other!.id)).toMatchObject({ code: 409 })
  })

  test('of which one has an account: it signs in for the other from then on', async () => {
    const by = await clerk()
    const company = await signUpComplete(site)
    const [own] = await site.services.db.select().from(account).where(eq(account.id, company.accountId))
    const kept = await entered(by)
    await askToMerge(by, own!.organisationId!, kept.id)
    expect(await agreeToLast(site)).toMatchObject({ code: 200 })
    const [after] = await site.services.db.select().from(account).where(eq(account.id, company.accountId))
    expect(after).toMatchObject({ organisationId: kept.id, displayName: kept.name, creditCode: kept.creditCode })
    expect((await company.api.get('/member/info')).code).toBe(200)
  })

  test('are not merged on what was read before somebody changed one of them', async () => {
    const by = await clerk()
    const [old, kept] = [await entered(by), await entered(by)]
    expect(await askToMerge(by, old.id, kept.id)).toMatchObject({ code: 202 })
    const { version } = (await by.get('/staff/organisation/detail', { id: kept.id })).data
    await by.post('/staff/organisation/edit', { id: kept.id, version, form: { city: '北京市' } })
    expect(await agreeToLast(site)).toMatchObject({ code: 409 })
    expect(await rowOf(old.id)).toBeDefined()
  })

  test('asked to go into two others at once go into one', async () => {
    const [by, other] = [await clerk(), await clerk()]
    const [old, kept, third] = [await entered(by), await entered(by), await entered(by)]
    await askToMerge(by, old.id, kept.id)
    await askToMerge(other, old.id, third.id)
    const { rows } = await site.services.db.execute<{ id: number }>(
      sql`select id from approval order by id desc limit 2`,
    )
    const agreeing = await Promise.all(
      rows.map(async ({ id }) => (await clerk()).post('/staff/approval/agree', { id })),
    )
    expect(agreeing.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await rowOf(old.id)).toBeUndefined()
  })
})

test('an application that is written while its company is merged belongs to the other one', async () => {
  const by = await clerk()
  const { db } = site.services
  const [old, kept] = [await entered(by), await entered(by)]
  const [writer] = await db.select({ id: account.id }).from(account).limit(1)
  await askToMerge(by, old.id, kept.id)
  const values = {
    kind: 'membership',
    accountId: writer!.id,
    organisationId: old.id,
    title: '入会申请',
    state: 'withdrawn',
  } as const
  let merging: Promise<{ code: number }> | undefined
  const [early] = await db.transaction(async tx => {
    const written = await tx.insert(application).values(values).returning()
    // Waits for this transaction: what is written here is moved as well.
    merging = agreeToLast(site)
    await new Promise(resolve => setTimeout(resolve, 300))
    return written
  })
  expect(await merging).toMatchObject({ code: 200 })
  const [late] = await db.insert(application).values(values).returning()
  const { rows } = await db.execute<{ id: number }>(
    sql`select organisation_id as id from application where id in (${early!.id}, ${late!.id})`,
  )
  expect(rows).toEqual([{ id: kept.id }, { id: kept.id }])
})

describe('a company', () => {
  test('about which nothing is recorded is removed by two people', async () => {
    const by = await clerk()
    const { id } = await entered(by)
    const { data } = await by.get('/staff/organisation/removal', { id })
    expect(data.obstacles).toEqual([])
    const asked = { id, version: data.version, reason: '误登记' }
    expect(await by.post('/staff/organisation/remove', asked)).toMatchObject({ code: 202 })
    expect(await agreeToLast(site)).toMatchObject({ code: 200 })
    expect(await rowOf(id)).toBeUndefined()
    expect(await by.get('/staff/organisation/detail', { id })).toMatchObject({ code: 404 })
  })

  test('with a certificate is not, and says what stands in the way', async () => {
    const by = await clerk()
    const [held] = await site.services.db
      .select({ id: certificate.organisationId })
      .from(certificate)
      .where(sql`organisation_id is not null`)
      .limit(1)
    const { data } = await by.get('/staff/organisation/removal', { id: held!.id! })
    expect(data.obstacles).toContainEqual({
      text: expect.stringMatching(/^证书 \d+ 条$/),
      route: expect.stringContaining('/staff/certificates?key='),
    })
    const asked = { id: held!.id!, version: data.version, reason: '误登记' }
    expect(await by.post('/staff/organisation/remove', asked)).toMatchObject({ code: 409 })
  })
})

test('answers to own fields come along: filled where there is none, taken where that is chosen, also of removed fields', async () => {
  const by = await clerk()
  const about = {
    recordType: 'organisation',
    kind: 'number',
    filledBy: 'staff',
    required: 'no',
    shown: 'no',
    state: 'asked',
  }
  const codes: string[] = []
  for (const label of ['车辆', '仓库', '旧栏目']) {
    const { data } = await by.post('/staff/record/save', { type: 'ownField', form: { ...about, label } })
    const { list } = (await by.get('/staff/record/list', { type: 'ownField', within: 'organisation' })).data
    codes.push(list.find(({ id }: { id: number }) => id === data.id).code)
  }
  const [vehicles, stores, gone] = codes as [string, string, string]
  const from = await entered(by, { [vehicles]: 7, [stores]: 2, [gone]: 5 })
  const into = await entered(by, { [vehicles]: 3 })
  const { list } = (await by.get('/staff/record/list', { type: 'ownField', within: 'organisation' })).data
  const { id, version } = list.find(({ code }: { code: string }) => code === gone)
  await by.post('/staff/record/remove', { type: 'ownField', id, version })
  const { fields } = await pairOf(by, from.id, into.id)
  expect(fields.filter(({ name }: { name: string }) => name.startsWith('own_'))).toMatchObject([
    { name: vehicles, from: '7', into: '3', isFilled: false },
    { name: stores, from: '2', into: '', isFilled: true },
  ])
  await askToMerge(by, from.id, into.id, [vehicles])
  await agreeToLast(site)
  expect((await rowOf(into.id))!.own).toEqual({ [vehicles]: 7, [stores]: 2, [gone]: 5 })
})
