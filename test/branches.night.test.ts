import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Branched, startBranched } from './support/limits/branched.ts'
import {
  all,
  CALLS_WITHOUT_PROVINCE,
  closedCalls,
  endpointOf,
  LISTS,
  MAY_NAME,
  namesIn,
  OWN_RECORD_CALLS,
  provincialCalls,
  reading,
  UNGUARDED_RECORD_CALLS,
  writing,
} from './support/limits/limitedCalls.ts'
import { sheetOf, textsOf } from './support/workbooks.ts'

let branched: Branched
beforeAll(async () => {
  branched = await startBranched()
})
afterAll(() => branched.site.close())

type Answer = Awaited<ReturnType<Branched['call']>>
/** Text of an answer; for a workbook, every cell. */
const saidIn = async ({ type, bytes, text }: Answer): Promise<string> =>
  type.includes('spreadsheet') ? JSON.stringify(textsOf(await sheetOf(bytes))) : text
const told = (said: string, words: readonly string[]) => words.filter(word => said.includes(word))

test('every call that a role limited to a branch may make is known: kept to the branch, or of nobody else', () => {
  const behindNone = all.flatMap(([key, { who }]) => (who === 'staff' || who === 'signedIn' ? key : []))
  expect([...Object.keys(OWN_RECORD_CALLS), ...UNGUARDED_RECORD_CALLS].toSorted()).toEqual(behindNone.toSorted())
  const free = all.flatMap(([key, { provinces }]) => (provinces === 'free' ? key : []))
  expect(Object.keys(CALLS_WITHOUT_PROVINCE).toSorted()).toEqual(free.toSorted())
  expect(provincialCalls.length + closedCalls.length + free.length + Object.keys(OWN_RECORD_CALLS).length).toBe(
    all.length,
  )
  expect(Math.min(reading.length, writing.length)).toBeGreaterThan(20)
})

test('every other call of staff is refused to it', async () => {
  const open: string[] = []
  for (const key of closedCalls) if ((await branched.call(key)).code !== 403) open.push(key)
  expect(open).toEqual([])
})

/** Parameters that a search requires besides the id. */
const searching = (key: string) => (key === 'GET /staff/holder/list' ? { key: '' } : {})

/** Requests without parameters, with filters that exclude nothing, and with searches for records elsewhere. */
async function asksOf(key: string): Promise<Record<string, unknown>[]> {
  const names = namesIn(key)
  const wide = {
    ...(names.includes('status') && key.includes('/review/') && { status: 'all' }),
    ...(names.includes('pageSize') && { pageSize: 100 }),
  }
  const sought = branched.words.elsewhere.filter((_, i) => i % 25 === 0)
  const texts = names.filter(name => ['key', 'words', 'employer'].includes(name))
  const provinces = names.includes('provinceCode') ? [{ ...wide, provinceCode: '370000' }] : []
  const kinds = key === 'GET /staff/holder/list' ? ['organisation', 'person'] : []
  const searches = texts.flatMap(name => sought.map(word => ({ ...wide, [name]: word })))
  const asks = [{}, wide, ...provinces, ...searches]
  return kinds.length > 0 ? kinds.flatMap(kind => asks.map(ask => ({ key: '', ...ask, kind }))) : asks
}

describe('whose role is limited to a branch', () => {
  test.each(reading)('%s tells of nothing elsewhere', async key => {
    const asks = await asksOf(key)
    if (namesIn(key).includes('id'))
      for (const side of ['here', 'elsewhere'] as const)
        for (const id of await branched.someOf(side)) asks.push({ ...endpointOf(key).example, ...searching(key), id })
    const named = key in MAY_NAME ? await branched.wordsFound(MAY_NAME[key]![1]) : []
    for (const ask of asks) {
      const answer = await branched.call(key, ask)
      if (answer.isFile && answer.type.includes('pdf')) continue
      const leaks = told(await saidIn(answer), branched.words.elsewhere).filter(word => !named.includes(word))
      expect(leaks, JSON.stringify(ask)).toEqual([])
    }
  })

  test.each(Object.entries(LISTS))('%s lists, counts and exports all that is of it', async (key, [what, query]) => {
    const own = await branched.idsOf(what, 'here')
    const { data } = await branched.call(key, { ...query, pageSize: 100 })
    expect(own.length).toBeGreaterThan(1)
    expect(data.total).toBe(own.length)
    expect(own).toEqual(expect.arrayContaining(data.list.map(({ id }: { id: number }) => id)))
    const { bytes } = await branched.call(key.replace('/list', '/export'), query)
    expect(textsOf(await sheetOf(bytes)).length - 1).toBe(own.length)
  })

  test('the figures are those of the branch', async () => {
    const sum = (rows: { n?: number; count?: number }[]) =>
      rows.reduce((total, { n = 0, count = 0 }) => total + n + count, 0)
    const [counts, open, totals, fees, overview] = await Promise.all([
      branched.call('GET /staff/review/counts', { status: 'open' }),
      branched.call('GET /staff/review/list', { status: 'open' }),
      branched.call('GET /staff/fee/totals'),
      branched.call('GET /staff/fee/list'),
      branched.call('GET /staff/overview'),
    ])
    expect([sum(counts.data.states), sum(counts.data.kinds)]).toEqual([open.data.total, open.data.total])
    expect(sum(totals.data.states)).toBe(fees.data.total)
    expect(overview.data.tasks.length).toBeGreaterThan(3)
    const screens: Record<string, string> = {
      '/staff/approvals': 'GET /staff/approval/list',
      '/staff/review': 'GET /staff/review/list',
      '/staff/notices': 'GET /staff/notice/list',
      '/staff/fees': 'GET /staff/fee/list',
      '/staff/certificates': 'GET /staff/certificate/list',
    }
    for (const { route, count } of overview.data.tasks) {
      const { pathname, searchParams } = new URL(route, 'http://site.test')
      const { data } = await branched.call(screens[pathname]!, Object.fromEntries(searchParams))
      expect(data.total, route).toBe(count)
    }
  })

  test('no file of a member elsewhere is read', async () => {
    const owners = (province: string) => `select file.id::text word from file join account on account.id = file.owner_id
      left join organisation on organisation.id = account.organisation_id
      left join person on person.id = account.person_id
      where not is_public and deleted_at is null and coalesce(organisation.province_code, person.province_code) ${province}`
    const [here, elsewhere] = await Promise.all(
      ["<> '370000'", "= '370000'"].map(of => branched.wordsFound(owners(of))),
    )
    const refused = async (ids: readonly string[]) => {
      const answers = await Promise.all(ids.map(id => branched.call(`GET /file/${id}`)))
      return answers.flatMap(({ code, msg }, i) => (code === 200 ? [] : `${ids[i]}: ${code} ${msg}`))
    }
    expect(here!.length).toBeGreaterThan(0)
    expect(elsewhere!.length).toBeGreaterThan(0)
    expect(await refused(here!)).toEqual([])
    expect(await refused(elsewhere!)).toHaveLength(elsewhere!.length)
  })
})
