import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { provincial } from '../src/modules/accounts/colleagues/permissions.ts'
import { account, staffRole } from '../src/modules/accounts/server/tables.ts'
import { certificate } from '../src/modules/certificates/server/tables.ts'
import { file } from '../src/modules/files/server/tables.ts'
import { organisation, person } from '../src/modules/members/server/tables.ts'
import { member, memberFee } from '../src/modules/membership/server/tables.ts'
import { application } from '../src/modules/review/server/tables.ts'
import { startApp } from './support/app.ts'
import { asStaff, putFile, signInAs, staffSession, staffWith } from './support/make.ts'
import { sheetOf, textsOf } from './support/workbooks.ts'

const HERE = '320000'
const THERE = '370000'
/** What is still refused to whoever is limited is all that says nothing of provinces. */
const endpoints = (Object.entries(contract) as [Key, Endpoint][]).filter(([, { who }]) =>
  provincial.some(permission => permission === who),
)

/** Nothing in these is of a province. */
const FREE: Record<string, string> = {
  'GET /staff/review/colleagues': 'names of colleagues',
  'GET /staff/review/view/list': 'own filters',
  'POST /staff/review/view/save': 'own filters',
  'POST /staff/review/view/remove': 'own filters',
  'GET /staff/review/reasons': 'words that recur in opinions, of nobody',
  'GET /staff/certificate/kinds': 'the catalogue, which is public',
  'GET /staff/person/kinds': 'the catalogue, which is public',
}

let site: Awaited<ReturnType<typeof startApp>>
let limited: Awaited<ReturnType<typeof asStaff>>
let session: { cookie: string }
/** Of each table one record of the province and one of another. */
const here: Record<string, number> = {}
const there: Record<string, number> = {}

beforeAll(async () => {
  site = await startApp({ demo: true })
  const { db } = site.services
  await db
    .insert(staffRole)
    .values({ code: 'role-here', name: '江苏专员', permissions: [...provincial], provinces: [HERE] })
  const userName = await staffWith(site, ['role-here'])
  limited = await asStaff(site, userName)
  session = await staffSession(site, userName)
  await divide()
})
afterAll(() => site.close())

/** Two companies with everything, one of the province and one of another; everybody else is of neither. */
async function divide() {
  const { db } = site.services
  await db.update(organisation).set({ provinceCode: '110000' })
  await db.update(person).set({ provinceCode: '110000' })
  await db.update(certificate).set({ provinceCode: '110000' })
  const members = await db
    .select({ member: member.id, organisation: organisation.id, fee: memberFee.id })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .innerJoin(memberFee, and(eq(memberFee.memberId, member.id), isNotNull(memberFee.memberId)))
    .where(sql`exists (select 1 from account where account.organisation_id = ${organisation.id})`)
  const [one] = members
  const other = members.find(({ organisation: id }) => id !== one!.organisation)!
  const persons = await db.select({ id: person.id }).from(person).limit(2)
  const certificates = await db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(eq(certificate.register, 'qualification'), eq(certificate.status, 'valid')))
    .limit(2)
  const applications = await db
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.state, ['submitted', 'checking']))
    .orderBy(asc(application.id))
    .limit(2)
  for (const [i, [ids, of, code]] of (
    [
      [here, one, HERE],
      [there, other, THERE],
    ] as const
  ).entries()) {
    Object.assign(ids, of, {
      person: persons[i]!.id,
      certificate: certificates[i]!.id,
      application: applications[i]!.id,
    })
    await db.update(organisation).set({ provinceCode: code }).where(eq(organisation.id, ids.organisation!))
    await db.update(person).set({ provinceCode: code }).where(eq(person.id, ids.person!))
    await db.update(certificate).set({ provinceCode: code }).where(eq(certificate.id, ids.certificate!))
    await db
      .update(application)
      .set({ organisationId: ids.organisation!, personId: null, state: 'submitted', submittedAt: new Date() })
      .where(eq(application.id, ids.application!))
  }
}

/** How many records of the province there are, by other means than the calls under test. */
async function countHere(what: string): Promise<number> {
  const ofApplicant = sql`organisation_id in (select id from organisation where province_code = ${HERE})
    or person_id in (select id from person where province_code = ${HERE})`
  const queries = {
    application: sql`select 1 from application where submitted_at is not null and state <> 'draft' and (${ofApplicant})`,
    member: sql`select 1 from member where ${ofApplicant}`,
    organisation: sql`select 1 from organisation where province_code = ${HERE}`,
    person: sql`select 1 from person where province_code = ${HERE}`,
    certificate: sql`select 1 from certificate where province_code = ${HERE}`,
    fee: sql`select 1 from member_fee where member_id in (select id from member where ${ofApplicant})
      or (member_id is null and application_id in (select id from application where ${ofApplicant}))`,
  }
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql`select count(*)::int n from (${queries[what as keyof typeof queries]}) found`,
  )
  return rows[0]!.n
}

/** Lists, with what narrows nothing. */
const LISTS: Record<string, [what: string, query: Record<string, string>]> = {
  'GET /staff/review/list': ['application', { status: 'all' }],
  'GET /staff/certificate/list': ['certificate', {}],
  'GET /staff/organisation/list': ['organisation', {}],
  'GET /staff/member/list': ['member', {}],
  'GET /staff/person/list': ['person', {}],
  'GET /staff/fee/list': ['fee', {}],
}
/** The same as workbooks. */
const WORKBOOKS: typeof LISTS = Object.fromEntries(
  Object.entries(LISTS).map(([key, of]) => [key.replace('/list', '/export'), of]),
)
/** Calls about one record: each with the record of another province is refused, and not with the own. */
const ABOUT: Record<string, string> = {
  'GET /staff/review/detail': 'application',
  'POST /staff/review/reveal': 'application',
  'POST /staff/review/note': 'application',
  'POST /staff/review/decide': 'application',
  'GET /staff/certificate/detail': 'certificate',
  'GET /staff/certificate/file': 'certificate',
  'POST /staff/certificate/act': 'certificate',
  'POST /staff/certificate/correct': 'certificate',
  'POST /staff/certificate/replace': 'certificate',
  'GET /staff/organisation/detail': 'organisation',
  'GET /staff/organisation/calendar': 'organisation',
  'POST /staff/organisation/edit': 'organisation',
  'POST /staff/organisation/reveal': 'organisation',
  'GET /staff/member/detail': 'member',
  'POST /staff/member/act': 'member',
  'GET /staff/person/detail': 'person',
  'POST /staff/person/edit': 'person',
  'POST /staff/person/reveal': 'person',
  'GET /staff/fee/detail': 'fee',
  'POST /staff/fee/adjust': 'fee',
  'POST /staff/fee/settle': 'fee',
  'POST /staff/fee/receipt': 'fee',
}
/** More lists, held against what an administrator sees: of whose application or organisation a row is. */
const SEEN: Record<string, (row: Row) => { application: number } | { organisation: number }> = {
  'GET /staff/qualification/site/list': ({ id }) => ({ application: id }),
  'GET /staff/notice/list': ({ applicationId }) => ({ application: applicationId! }),
  'GET /staff/qualification/shortfall/list': ({ organisationId }) => ({ organisation: organisationId! }),
  'GET /staff/qualification/annual/list': ({ organisationId }) => ({ organisation: organisationId! }),
}
type Row = { id: number; applicationId?: number; organisationId?: number }
/** Calls with a test of their own below. */
const OTHERS = [
  'GET /staff/review/counts',
  'GET /staff/review/place',
  'POST /staff/review/assign',
  'POST /staff/review/bulk',
  'POST /staff/review/note/remove',
  'POST /staff/decision/record',
  'POST /staff/fee/confirm',
  'POST /staff/certificate/issue',
  'POST /staff/organisation/add',
  'GET /staff/holder/list',
  'POST /staff/person/add',
  'GET /staff/fee/totals',
  'GET /staff/fee/remind',
  'POST /staff/fee/remind',
  'POST /staff/fee/settleMany',
  'GET /staff/qualification/site/detail',
  'GET /staff/qualification/site/experts',
  'GET /staff/qualification/site/sheet',
  'POST /staff/qualification/site/arrange',
  'POST /staff/qualification/site/declare',
  'POST /staff/qualification/site/record',
  'POST /staff/qualification/site/verify',
  'POST /staff/qualification/site/reject',
  'GET /staff/notice/detail',
  'POST /staff/notice/prolong',
  'POST /staff/qualification/shortfall/remind',
]
const NOT_HERE = '您的权限限于江苏，这条记录不在其中'

async function call(key: string, given: Record<string, unknown>) {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const url = `/api${path}${method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>)}` : ''}`
  const headers = { ...session, 'sec-fetch-site': 'same-origin' }
  const response = await site.app.inject({ method, url, headers, ...(method === 'POST' && { payload: given }) })
  const isFile = response.headers['content-disposition'] !== undefined
  return { isFile, bytes: response.rawPayload, ...(isFile ? { code: 200, msg: '' } : response.json()) }
}

test('every call behind a permission that can be limited keeps to the limit, is free of it, or is refused', () => {
  const kept = endpoints.flatMap(([key, { provinces }]) => (provinces === 'within' ? key : []))
  const seen = Object.keys(SEEN).flatMap(key => [key, key.replace('/list', '/export')])
  const proved = [...[LISTS, WORKBOOKS, ABOUT].flatMap(table => Object.keys(table)), ...seen]
  expect([...proved, ...OTHERS].toSorted()).toEqual(kept.toSorted())
  const free = endpoints.flatMap(([key, { provinces }]) => (provinces === 'free' ? key : []))
  expect(Object.keys(FREE).toSorted()).toEqual(free.toSorted())
  const said = Object.entries(contract as Record<Key, Endpoint>).filter(([, { provinces }]) => provinces)
  expect(said.every(([, { who }]) => provincial.some(permission => permission === who))).toBe(true)
})

test.each(endpoints.filter(([, { provinces }]) => !provinces))('%s is refused to who is limited', async key => {
  expect(await call(key, {})).toMatchObject({ code: 403, msg: expect.stringContaining('不能按地区办理') })
})

test.each(Object.entries(LISTS))('%s lists and counts what is of the province', async (key, [what, query]) => {
  const { data } = await call(key, { ...query, pageSize: '100' })
  const n = await countHere(what)
  expect(n).toBeGreaterThan(0)
  expect(data.total).toBe(n)
  expect(data.list).toHaveLength(Math.min(n, 100))
  expect(data.list.map(({ id }: { id: number }) => id)).not.toContain(there[what])
})

test.each(Object.entries(WORKBOOKS))('%s holds what is of the province', async (key, [what, query]) => {
  const { bytes } = await call(key, query)
  expect(textsOf(await sheetOf(bytes)).length - 1).toBe(await countHere(what))
})

test.each(Object.entries(SEEN))(
  '%s shows of what an administrator sees what is of the province',
  async (key, whose) => {
    const { db } = site.services
    const path = key.replace('GET ', '')
    const admin = await asStaff(site, 'admin')
    const all: Row[] = (await admin.get(path, { pageSize: 100 })).data.list
    const organisationOf = async (row: Row): Promise<number | null> => {
      const of = whose(row)
      if ('organisation' in of) return of.organisation
      const [about] = await db.select().from(application).where(eq(application.id, of.application))
      return about!.organisationId
    }
    const owners = await Promise.all(all.map(organisationOf))
    const chosen = owners.find(id => id !== null && id !== here.organisation && id !== there.organisation)
    const move = (provinceCode: string) =>
      chosen ? db.update(organisation).set({ provinceCode }).where(eq(organisation.id, chosen)) : undefined
    await move(HERE)
    const expected = all.flatMap(({ id }, i) => (owners[i] === chosen || owners[i] === here.organisation ? id : []))
    const { data } = await call(key, { pageSize: '100' })
    const { bytes } = await call(key.replace('/list', '/export'), {})
    await move('110000')
    if (chosen) expect(expected.length).toBeGreaterThan(0)
    expect(data.list.map(({ id }: Row) => id).toSorted()).toEqual(expected.toSorted())
    expect(data.total).toBe(expected.length)
    expect(textsOf(await sheetOf(bytes)).length - 1).toBe(expected.length)
  },
)

describe.each(Object.entries(ABOUT))('%s', (key, what) => {
  const { example } = (contract as Record<string, Endpoint>)[key]!
  test('is refused of a record of another province', async () => {
    expect(await call(key, { ...example, id: there[what] })).toMatchObject({ code: 403, msg: NOT_HERE })
  })
  test('is not refused for its province of one of the own', async () => {
    expect((await call(key, { ...example, id: here[what] })).msg).not.toBe(NOT_HERE)
  })
})

describe('who is limited to a province', () => {
  test('decides on applications of that province only, one by one and many at once', async () => {
    const version = async (id: number) =>
      (await site.services.db.select().from(application).where(eq(application.id, id)))[0]!.version
    const items = [
      { id: there.application, version: await version(there.application!) },
      { id: here.application, version: await version(here.application!) },
    ]
    const { data } = await limited.post('/staff/review/bulk', { items, action: 'pass', opinion: '' })
    expect(data).toMatchObject([
      { id: there.application, done: false, message: NOT_HERE },
      { id: here.application, done: true },
    ])
    for (const [state, path] of [
      ['deciding', '/staff/decision/record'],
      ['paying', '/staff/fee/confirm'],
    ] as const) {
      await site.services.db.update(application).set({ state }).where(eq(application.id, there.application!))
      const decision = { ...items[0], action: 'pass', opinion: '' }
      expect(await limited.post(path, decision)).toMatchObject({ code: 403, msg: NOT_HERE })
    }
    await site.services.db.update(application).set({ state: 'submitted' }).where(eq(application.id, there.application!))
  })

  test('assigns applications of that province, and is assigned no others', async () => {
    const ids = [there.application, here.application]
    expect((await limited.post('/staff/review/assign', { ids, assigneeId: null })).data).toMatchObject([
      { done: false, message: NOT_HERE },
      { done: true },
    ])
    const own = (await limited.get('/staff/me')).data.id
    const admin = await asStaff(site, 'admin')
    const { data } = await admin.post('/staff/review/assign', { ids, assigneeId: own })
    expect(data).toMatchObject([{ done: false, message: expect.stringContaining('负责的地区') }, { done: true }])
  })

  test('counts at the desk and on the workbench what is of the province', async () => {
    const { data } = await limited.get('/staff/review/counts')
    const { data: list } = await limited.get('/staff/review/list', { status: 'open' })
    const sum = (rows: { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
    expect(sum(data.states)).toBe(list.total)
    expect(sum(data.kinds)).toBe(list.total)
    expect(data.mine).toBe((await limited.get('/staff/review/list', { status: 'mine' })).data.total)
    const { data: overview } = await limited.get('/staff/overview')
    expect(overview.tasks.map(({ code }: { code: string }) => code)).toContain('submitted')
    expect(overview.tasks.map(({ code }: { code: string }) => code)).not.toContain('handovers')
    for (const { route } of overview.deadlines) {
      const { code } = await limited.get('/staff/review/detail', { id: route.split('/').at(-1) })
      expect(code).toBe(200)
    }
    const place = await limited.get('/staff/review/place', { id: there.application!, status: 'all' })
    expect(place.data).toMatchObject({ n: null, previous: null, next: null })
  })

  test('enters organisations, persons and certificates of that province only', async () => {
    const form = { name: '山东某某锅炉清洗有限公司', creditCode: '91110105MA00DEM14D', provinceCode: THERE }
    expect(await limited.post('/staff/organisation/add', { form })).toMatchObject({ code: 403, msg: NOT_HERE })
    const someone = { name: '李晓明', idType: 'passport', idNumber: 'E12345678', provinceCode: THERE }
    expect(await limited.post('/staff/person/add', { form: someone })).toMatchObject({ code: 403, msg: NOT_HERE })
    const issue = { kindCode: 'QX01', levelCode: 'A', issuedOn: '2026-11-01', organisationId: there.organisation }
    expect(await limited.post('/staff/certificate/issue', issue)).toMatchObject({ code: 403, msg: NOT_HERE })
    const { data } = await limited.get('/staff/organisation/detail', { id: here.organisation! })
    const moved = { id: here.organisation, version: data.version, form: { provinceCode: THERE } }
    expect(await limited.post('/staff/organisation/edit', moved)).toMatchObject({ code: 403, msg: NOT_HERE })
  })

  test('finds holders of that province only', async () => {
    const [other] = await site.services.db.select().from(organisation).where(eq(organisation.id, there.organisation!))
    const found = await limited.get('/staff/holder/list', { kind: 'organisation', key: other!.name })
    expect(found.data).toEqual([])
    const byId = await limited.get('/staff/holder/list', { kind: 'organisation', key: '', id: there.organisation! })
    expect(byId.data).toEqual([])
    const persons = await limited.get('/staff/holder/list', { kind: 'person', key: '', id: there.person! })
    expect(persons.data).toEqual([])
  })

  test('sums up, reminds of and settles fees of that province only', async () => {
    const { data: totals } = await limited.get('/staff/fee/totals')
    const states = totals.states.reduce((n: number, { count }: { count: number }) => n + count, 0)
    expect(states).toBe(await countHere('fee'))
    await site.services.db.update(memberFee).set({ state: 'due' }).where(eq(memberFee.id, there.fee!))
    await site.services.db.update(memberFee).set({ state: 'due' }).where(eq(memberFee.id, here.fee!))
    const { data: waiting } = await limited.get('/staff/fee/remind')
    expect(waiting.count).toBeLessThanOrEqual(await countHere('fee'))
    expect((await limited.post('/staff/fee/remind', { sms: false, expected: waiting.count })).data).toEqual({
      count: waiting.count,
    })
    const [other] = await site.services.db.select().from(memberFee).where(eq(memberFee.id, there.fee!))
    expect(other!.remindedAt).toBeNull()
    const { data } = await limited.post('/staff/fee/settleMany', { ids: [there.fee] })
    expect(data).toEqual([{ id: there.fee, name: '', done: false, msg: NOT_HERE }])
  })

  test('looks at no site, notice or shortfall of another province', async () => {
    const own = eq(organisation.id, here.organisation!)
    await site.services.db.update(organisation).set({ provinceCode: THERE }).where(own)
    const admin = await asStaff(site, 'admin')
    const first = async (path: string) => (await admin.get(path)).data.list[0]
    const { id } = await first('/staff/qualification/site/list')
    for (const name of ['detail', 'experts', 'sheet'])
      expect(await call(`GET /staff/qualification/site/${name}`, { id })).toMatchObject({ code: 403, msg: NOT_HERE })
    for (const name of ['arrange', 'declare', 'record', 'verify', 'reject']) {
      const key = `POST /staff/qualification/site/${name}`
      const { example } = (contract as Record<string, Endpoint>)[key]!
      expect(await call(key, { ...example, id }), name).toMatchObject({ code: 403, msg: NOT_HERE })
    }
    const notice = await first('/staff/notice/list')
    expect(await limited.get('/staff/notice/detail', { id: notice.id })).toMatchObject({ code: 403, msg: NOT_HERE })
    const prolonged = { id: notice.id, days: 3, reason: '有人反映情况' }
    expect(await limited.post('/staff/notice/prolong', prolonged)).toMatchObject({ code: 403, msg: NOT_HERE })
    const shortfall = await first('/staff/qualification/shortfall/list')
    const reminder = { ids: [shortfall.id], demand: '请在 30 天内补足人员' }
    expect(await limited.post('/staff/qualification/shortfall/remind', reminder)).toMatchObject({ code: 409 })
    await site.services.db.update(organisation).set({ provinceCode: HERE }).where(own)
  })

  test('takes no note back on an application that has gone to another province', async () => {
    const { data } = await limited.post('/staff/review/note', { id: here.application, text: '已电话核实' })
    const own = eq(organisation.id, here.organisation!)
    await site.services.db.update(organisation).set({ provinceCode: THERE }).where(own)
    const answer = await limited.post('/staff/review/note/remove', { id: data.id })
    await site.services.db.update(organisation).set({ provinceCode: HERE }).where(own)
    expect(answer).toMatchObject({ code: 403, msg: NOT_HERE })
  })

  test('reads the files of members of that province only', async () => {
    const { db } = site.services
    const token = await signInAs(site, 'qingyuan')
    const id = await putFile(site, token, '材料.png')
    const owner = (organisationId: number) =>
      db.update(account).set({ organisationId }).where(eq(account.userName, 'qingyuan'))
    const read = async () =>
      (await site.app.inject({ url: `/api/file/${id}`, headers: session })).headers['content-type']
    await owner(there.organisation!)
    expect(await read()).toContain('json')
    await owner(here.organisation!)
    expect(await read()).toContain('image/')
    await db.update(file).set({ isConfined: true }).where(eq(file.id, id))
    expect(await read()).toContain('json')
  })

  test('is not limited in a permission that another role gives everywhere, and by two limits in both provinces', async () => {
    const { db } = site.services
    await db.insert(staffRole).values({
      code: 'role-there',
      name: '山东专员',
      permissions: ['staff:members'],
      provinces: [THERE],
    })
    const both = await asStaff(site, await staffWith(site, ['role-here', 'role-there']))
    for (const id of [here.organisation!, there.organisation!])
      expect((await both.get('/staff/organisation/detail', { id })).code).toBe(200)
    expect((await both.get('/staff/certificate/detail', { id: there.certificate! })).code).toBe(403)
    const [elsewhere] = await db
      .select()
      .from(organisation)
      .where(and(ne(organisation.provinceCode, HERE), ne(organisation.provinceCode, THERE)))
    expect((await both.get('/staff/organisation/detail', { id: elsewhere!.id })).code).toBe(403)
    const free = await asStaff(site, await staffWith(site, ['role-here', 'secretary']))
    expect((await free.get('/staff/organisation/detail', { id: elsewhere!.id })).code).toBe(200)
    expect((await free.get('/staff/handover/list')).code).toBe(200)
    expect((await free.get('/staff/fee/detail', { id: there.fee! })).code).toBe(403)
  })

  test('is told of what arrives from that province, and of nothing else', async () => {
    const { data: before } = await limited.get('/staff/message/unread')
    const admin = await asStaff(site, 'admin')
    const note = async (id: number) => admin.post('/staff/review/note', { id, text: `@${name} 请看` })
    const name = (await limited.get('/staff/me')).data.displayName
    await note(there.application!)
    expect((await limited.get('/staff/message/unread')).data).toEqual(before)
    await note(here.application!)
    expect((await limited.get('/staff/message/unread')).data).not.toEqual(before)
  })
})
