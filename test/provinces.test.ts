import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { provincial } from '../src/modules/accounts/permissions.ts'
import { organisation } from '../src/modules/members/server/tables.ts'
import { application } from '../src/modules/review/server/tables.ts'
import { callsByType } from './support/callsByType.ts'
import { type Divided, HERE, NOT_HERE, startDivided } from './support/limits/divided.ts'
import { ABOUT, CALLS_WITHOUT_PROVINCE, LISTS } from './support/limits/limitedCalls.ts'
import { asStaff } from './support/make.ts'
import { sheetOf, textsOf } from './support/workbooks.ts'

/** Calls with provincial permissions; those still refused to limited staff have no data by province. */
const endpoints = callsByType(contract).filter(([, { who }]) => provincial.some(permission => permission === who))

let divided: Divided
beforeAll(async () => {
  divided = await startDivided()
  // The tag of the example is a word that the association has made.
  const admin = await asStaff(divided.site, 'admin')
  const form = { dictionary: 'personTag', code: 'lecturer', name: '讲师', state: 'offered' }
  await admin.post('/staff/record/save', { type: 'dictionaryEntry', form })
})
afterAll(() => divided.site.close())

/** The same as workbooks. */
const WORKBOOKS: typeof LISTS = Object.fromEntries(
  Object.entries(LISTS).map(([key, of]) => [key.replace('/list', '/export'), of]),
)
/** Further lists, compared with what an administrator sees: the application or organisation that a row belongs to. */
const SEEN: Record<string, (row: Row) => { application: number } | { organisation: number }> = {
  'GET /staff/qualification/site/list': ({ id }) => ({ application: id }),
  'GET /staff/notice/list': ({ applicationId }) => ({ application: applicationId! }),
  'GET /staff/qualification/shortfall/list': ({ organisationId }) => ({ organisation: organisationId! }),
  'GET /staff/qualification/annual/list': ({ organisationId }) => ({ organisation: organisationId! }),
}
type Row = { id: number; applicationId?: number; organisationId?: number }
/** Bulk acts, with the kind of record they apply to. */
const MANY: Record<string, 'member' | 'certificate' | 'organisation' | 'person'> = {
  'POST /staff/organisation/tag': 'organisation',
  'POST /staff/person/tag': 'person',
  'POST /staff/member/bulk': 'member',
  'POST /staff/fee/raiseFor': 'member',
  'POST /staff/fee/cancelFor': 'member',
  'POST /staff/certificate/bulk': 'certificate',
  'POST /staff/certificate/renewMany': 'certificate',
}
/** Calls with a test of their own below. */
const OTHERS = [
  'GET /staff/review/counts',
  'GET /staff/review/place',
  'GET /staff/review/workload',
  'GET /staff/review/assignable',
  'POST /staff/review/assign',
  'POST /staff/review/assign/undo',
  'POST /staff/review/distribute',
  'POST /staff/review/bulk',
  'POST /staff/review/note/remove',
  'POST /staff/decision/record',
  'POST /staff/fee/confirm',
  'POST /staff/certificate/issue',
  'POST /staff/organisation/add',
  'POST /staff/organisation/note/remove',
  'GET /staff/organisation/merge',
  'POST /staff/organisation/merge',
  'GET /staff/holder/list',
  'POST /staff/person/add',
  'GET /staff/fee/totals',
  'GET /staff/fee/remind',
  'GET /staff/fee/remind/reach',
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
  ...Object.keys(MANY),
]
test('every call behind a permission that can be limited keeps to the limit, is free of it, or is refused', () => {
  const kept = endpoints.flatMap(([key, { provinces }]) => (provinces === 'within' ? key : []))
  const seen = Object.keys(SEEN).flatMap(key => [key, key.replace('/list', '/export')])
  const proved = [...[LISTS, WORKBOOKS, ABOUT].flatMap(table => Object.keys(table)), ...seen]
  expect([...proved, ...OTHERS].toSorted()).toEqual(kept.toSorted())
  const free = endpoints.flatMap(([key, { provinces }]) => (provinces === 'free' ? key : []))
  expect(Object.keys(CALLS_WITHOUT_PROVINCE).toSorted()).toEqual(free.toSorted())
  const said = Object.entries(contract as Record<Key, Endpoint>).filter(([, { provinces }]) => provinces)
  expect(said.every(([, { who }]) => provincial.some(permission => permission === who))).toBe(true)
})

test.each(endpoints.filter(([, { provinces }]) => !provinces))('%s is refused to who is limited', async key => {
  expect(await divided.call(key, {})).toMatchObject({ code: 403, msg: expect.stringContaining('不能按地区办理') })
})

test.each(Object.entries(LISTS))('%s lists and counts what is of the province', async (key, [what, query]) => {
  const { data } = await divided.call(key, { ...query, pageSize: '100' })
  const n = await divided.countHere(what)
  expect(n).toBeGreaterThan(0)
  expect(data.total).toBe(n)
  expect(data.list).toHaveLength(Math.min(n, 100))
  expect(data.list.map(({ id }: { id: number }) => id)).not.toContain(divided.there[what])
})

test.each(Object.entries(WORKBOOKS))('%s holds what is of the province', async (key, [what, query]) => {
  const { bytes } = await divided.call(key, query)
  expect(textsOf(await sheetOf(bytes)).length - 1).toBe(await divided.countHere(what))
})

test.each(Object.entries(SEEN))(
  '%s shows of what an administrator sees what is of the province',
  async (key, whose) => {
    const { db } = divided.site.services
    const path = key.replace('GET ', '')
    const admin = await asStaff(divided.site, 'admin')
    const all: Row[] = (await admin.get(path, { pageSize: 100 })).data.list
    const organisationOf = async (row: Row): Promise<number | null> => {
      const of = whose(row)
      if ('organisation' in of) return of.organisation
      const [about] = await db.select().from(application).where(eq(application.id, of.application))
      return about!.organisationId
    }
    const owners = await Promise.all(all.map(organisationOf))
    const chosen = owners.find(
      id => id !== null && id !== divided.here.organisation && id !== divided.there.organisation,
    )
    const move = (provinceCode: string) =>
      chosen ? db.update(organisation).set({ provinceCode }).where(eq(organisation.id, chosen)) : undefined
    await move(HERE)
    const expected = all.flatMap(({ id }, i) =>
      owners[i] === chosen || owners[i] === divided.here.organisation ? id : [],
    )
    const { data } = await divided.call(key, { pageSize: '100' })
    const { bytes } = await divided.call(key.replace('/list', '/export'), {})
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
    expect(await divided.call(key, { ...example, id: divided.there[what] })).toMatchObject({ code: 403, msg: NOT_HERE })
  })
  test('is not refused for its province of one of the own', async () => {
    expect((await divided.call(key, { ...example, id: divided.here[what] })).msg).not.toBe(NOT_HERE)
  })
})

test.each(['GET /staff/organisation/merge', 'POST /staff/organisation/merge'])(
  '%s: neither of the two may be of another province',
  async key => {
    const { example } = (contract as Record<string, Endpoint>)[key]!
    const [own, other] = [divided.here.organisation!, divided.there.organisation!]
    for (const pair of [
      { id: own, intoId: other },
      { id: other, intoId: own },
    ])
      expect(await divided.call(key, { ...example, ...pair })).toMatchObject({ code: 403, msg: NOT_HERE })
  },
)

test.each(Object.entries(MANY))(
  '%s does it to those of the province, and says of the others why not',
  async (key, what) => {
    const { example } = (contract as Record<string, Endpoint>)[key]!
    const { data } = await divided.call(key, { ...example, ids: [divided.there[what], divided.here[what]] })
    const [there, here] = data
    expect(there).toMatchObject({ id: divided.there[what], done: false, message: NOT_HERE })
    expect(here).toMatchObject({ id: divided.here[what] })
    expect(here.message).not.toBe(NOT_HERE)
  },
)
