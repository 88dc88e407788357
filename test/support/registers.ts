import { expect } from 'vitest'
import { readAs } from '../../src/lib/server/search/readings.ts'
import type { Site } from './app.ts'
import { staffSession } from './make.ts'
import { sheetOf, textsOf } from './workbooks.ts'

type Row = { id: number; cells: Record<string, string> }
type Head = { key: string; heading: string; sortable: boolean }
type Query = Record<string, string | number>

/**
 * A register of the back office as its screen reads it, and as its workbook has it. `listPath` and `exportPath`: of the
 * calls of its list and of its workbook.
 */
export async function openRegister(
  site: Site,
  path: string,
  userName = 'admin',
  listPath = `${path}/list`,
  exportPath = `${path}/export`,
) {
  const session = await staffSession(site, userName)
  const staff = site.as(session)
  const page = async (query: Query) => (await staff.get(listPath, query)).data

  /** Reads all rows, page by page. */
  async function list(query: Query = {}): Promise<{ rows: Row[]; columns: Head[]; total: number }> {
    const rows: Row[] = []
    for (let pageNum = 1; ; pageNum++) {
      const { list, columns, total, pages } = await page({ ...query, pageNum, pageSize: 100 })
      rows.push(...list)
      if (pageNum >= pages) return { rows, columns, total }
    }
  }

  /** The workbook's rows below its headings, each by heading. */
  async function workbook(query: Query = {}): Promise<Record<string, string>[]> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const headers = { cookie: session.cookie, 'sec-fetch-site': 'same-origin' }
    const response = await site.app.inject({ url: `/api${exportPath}?${search}`, headers })
    const [headings = [], ...rows] = textsOf(await sheetOf(response.rawPayload))
    return rows.map(row => Object.fromEntries(headings.map((heading, i) => [heading, row[i] ?? ''])))
  }
  return { staff, page, list, workbook }
}
type Opened = Awaited<ReturnType<typeof openRegister>>

/** Row by row the workbook says what the screen says, apart from the words for what is missing. */
export async function expectSameRows({ list, workbook }: Opened, query: Query, missing: Record<string, string> = {}) {
  const { rows, columns } = await list(query)
  const sheet = await workbook(query)
  expect(rows.length).toBeGreaterThan(1)
  expect(sheet).toHaveLength(rows.length)
  const both = columns.filter(({ heading }) => heading in sheet[0]!)
  expect(both.length).toBeGreaterThan(2)
  for (const { key, heading } of both) {
    const shown = rows.map(({ cells }) => (cells[key] === missing[key] ? '' : cells[key]))
    expect(shown, heading).toEqual(sheet.map(row => row[heading]))
  }
}

/**
 * Checks that these columns sort all rows, in both directions, in the list and in the workbook, and that rows and columns
 * can be picked out. Which columns sort at all is checked in `src/modules/registers/sorting.test.ts`.
 */
export async function expectSorted(register: Opened, query: Query, orders: Orders) {
  const { list, workbook } = register
  const { rows, columns } = await list(query)
  const idsOf = (of: Row[]) => of.map(({ id }) => id)
  const sortable = columns.filter(column => column.sortable).map(({ key }) => key)
  expect(sortable).toEqual(expect.arrayContaining(Object.keys(orders)))
  for (const [key, compare] of Object.entries(orders)) {
    const up = (await list({ ...query, sort: key })).rows
    const down = (await list({ ...query, sort: `-${key}` })).rows
    expect(idsOf(up).sort(), key).toEqual(idsOf(rows).sort())
    expect(idsOf(down), key).toEqual(idsOf(up).reverse())
    const steps = up.slice(1).map((row, i) => compare(up[i], row))
    expect(Math.max(...steps), key).toBeLessThanOrEqual(0)
    expect(Math.min(...steps), key).toBeLessThan(0)
    const first = columns[0]!
    for (const [sort, sorted] of [
      [`-${key}`, down],
      [key, up],
    ] as const) {
      const sheet = await workbook({ ...query, sort })
      expect(sheet.map(row => row[first.heading])).toEqual(sorted.map(({ cells }) => cells[first.key]))
    }
  }
  await expectPicked(register, query)
}

// biome-ignore lint/suspicious/noExplicitAny: a row of whichever register.
type Any = any
type Orders = Record<string, (a: Any, b: Any) => number>

/** Compares rows by a value, from small to large. */
export const by = (read: (row: Any) => string | number) => (a: Any, b: Any) => {
  const [one, other] = [read(a), read(b)]
  if (one === other) return 0
  return one < other ? -1 : 1
}

const pinyin = new Intl.Collator('zh')
/** Compares rows by a Chinese name, surnames and places as they are read. */
export const byName = (nameOf: (row: Any) => string) => (a: Any, b: Any) =>
  pinyin.compare(readAs(nameOf(a)), readAs(nameOf(b)))

/**
 * Checks that each filter keeps some rows, not all of them, and exactly those that match, in the list and in the
 * workbook.
 */
export async function expectNarrowed({ list, workbook }: Opened, ways: [Query, (row: Any) => boolean][]) {
  const { rows, columns } = await list()
  const first = columns[0]!
  expect(await workbook()).toHaveLength(rows.length)
  for (const [query, fits] of ways) {
    const narrowed = await list(query)
    const wanted = rows.filter(fits)
    const named = JSON.stringify(query)
    expect(
      narrowed.rows.map(({ id }) => id),
      named,
    ).toEqual(wanted.map(({ id }) => id))
    expect(narrowed.total, named).toBe(wanted.length)
    expect(wanted.length, named).toBeGreaterThan(0)
    expect(wanted.length, named).toBeLessThan(rows.length)
    const sheet = await workbook(query)
    expect(
      sheet.map(row => row[first.heading]),
      named,
    ).toEqual(wanted.map(({ cells }) => cells[first.key]))
  }
}

/** Checks that list and workbook have the columns that were chosen, the workbook the rows, and that pages follow one another. */
export async function expectPicked({ page, list, workbook }: Opened, query: Query = {}) {
  const { rows, columns } = await list(query)
  const [first, last] = [columns[0]!, columns.at(-1)!]
  const whole = await workbook(query)
  expect(whole).toHaveLength(rows.length)
  const narrow = await workbook({ ...query, columns: last.key })
  expect(narrow.map(row => Object.keys(row))).toEqual(rows.map(() => [first.heading, last.heading]))
  const picked = await workbook({ ...query, ids: String(rows[1]!.id) })
  expect(picked.map(row => row[first.heading])).toEqual([rows[1]!.cells[first.key]])
  const chosen = await list({ ...query, columns: last.key })
  expect(chosen.columns.map(({ key }) => key)).toEqual([first.key, last.key])
  for (const n of [0, 1]) {
    const { list: single } = await page({ ...query, columns: last.key, pageNum: n + 1, pageSize: 1 })
    expect(single.map(({ id }: Row) => id)).toEqual([rows[n]!.id])
    expect(Object.keys(single[0].cells)).toEqual([first.key, last.key])
  }
}

/** Checks that an unknown sort key is refused with a message that lists the valid ones. */
export async function expectNoOtherSort({ staff }: Opened, path: string) {
  for (const sort of ['nonsense', '-id', 'constructor'])
    for (const call of ['list', 'export']) {
      const { code, msg, data } = await staff.get(`${path}/${call}`, { sort })
      expect(code, sort).toBe(400)
      expect(msg).toMatch(/不能按这一列排序，可以排序的有：\w+（[\p{Script=Han}]+）/u)
      expect(data.fields).toHaveProperty('sort')
    }
}
