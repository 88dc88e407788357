import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Contract, Endpoint, Key } from '../src/lib/contract.ts'
import { setUpSite, site } from './setups/site.ts'
import { staffSession, staffWith } from './support/make.ts'
import { textOf } from './support/pdfText.ts'
import { partsIn } from './support/workbooks.ts'

/**
 * Walks every call by which staff read a list or take a file, and looks in the answers for whole identity numbers, mobiles
 * and bank accounts of the demo data. In bulk they leave by `POST /staff/import/export/personal` and
 * `POST /staff/address-list/export` alone, which take two; the phones of one class go to who runs it.
 */
const readable = (Object.entries(contract as Contract) as [Key, Endpoint][]).filter(
  ([key, { who }]) => who.startsWith('staff') && key.startsWith('GET '),
)

// The test downloads every file of the contract within a minute.
setUpSite({ demo: true, env: { DOCUMENTS_PER_MINUTE: '10000' } })

let headers: Record<string, string>
/** Columns that store each number. */
let numbers: Map<string, Set<string>>
let importKinds: string[]
beforeAll(async () => {
  headers = { ...(await staffSession(site, await staffWith(site, ['admin']))), 'sec-fetch-site': 'same-origin' }
  numbers = await wholeNumbers()
  const { data } = await site.as({ cookie: headers.cookie! }).get('/staff/import/kinds')
  importKinds = data.map(({ kind }: { kind: string }) => kind)
})

const SEALED = ['id_number_sealed', 'mobile_sealed', 'contact_mobile_sealed', 'phone_sealed', 'account_sealed']

async function wholeNumbers(): Promise<Map<string, Set<string>>> {
  const { db, encryption } = site.services
  const { rows: columns } = await db.execute<{ table: string; column: string; type: string }>(
    sql`select table_name "table", column_name "column", data_type "type" from information_schema.columns
      where table_schema = 'public'`,
  )
  const found = new Map<string, Set<string>>()
  const keep = (number: string, place: string) => found.set(number, (found.get(number) ?? new Set()).add(place))
  for (const { table, column, type } of columns) {
    const isForm = column === 'form' && type === 'jsonb'
    if (!isForm && !SEALED.includes(column)) continue
    const { rows } = await db.execute<{ kept: string }>(
      sql`select ${sql.identifier(column)}::text kept from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    )
    for (const { kept } of rows) {
      if (!isForm) keep(encryption.decrypt(kept), `${table}.${column}`)
      // Personal values inside the form of an application.
      else
        for (const [, sealed] of kept.matchAll(/"sealed": "([^"]+)"/g))
          keep(String(JSON.parse(encryption.decrypt(sealed!))), `${table}.${column}`)
    }
  }
  return found
}

/** The inputs of a call: as its documentation has it, and for the first records where it is about one. */
function inputsOf(key: Key, { example = {} }: Endpoint): Record<string, unknown>[] {
  if (key.startsWith('GET /staff/import/') && 'kind' in example) return importKinds.map(kind => ({ kind }))
  const about = Object.keys(example).filter(name => /^(id|\w+Id)$/.test(name))
  const { pageSize: _, pageNum: __, ...asked } = example
  if (about.length === 0) return [{}, asked]
  return Array.from({ length: 12 }, (_, i) => ({ ...asked, ...Object.fromEntries(about.map(name => [name, i + 1])) }))
}

async function ask(key: Key, input: Record<string, unknown>) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const url = `/api${key.slice(4).replace(/\{\w+\}/g, '1')}?${query}`
  return site.app.inject({ method: 'GET', url, headers })
}

/** All readable text of a file: the parts of a workbook or another archive, the text of a PDF. */
async function wordsIn(bytes: Buffer, type: string): Promise<string> {
  if (type.includes('pdf')) return textOf(bytes)
  if (bytes.subarray(0, 2).toString() === 'PK') return (await partsIn(bytes)).join('\n')
  return bytes.toString('utf8')
}

const found = (text: string) =>
  (text.match(/(?<!\d)\d{11,30}[Xx]?(?!\d)/g) ?? []).flatMap(one => [...(numbers.get(one) ?? [])])

test('the demo data have numbers to look for', () => {
  const kept = ['person.id_number_sealed', 'person.mobile_sealed', 'account.phone_sealed', 'expert.mobile_sealed']
  expect([...numbers.values()].flatMap(places => [...places])).toEqual(
    expect.arrayContaining([...kept, 'application_event.form']),
  )
})

/** Files of which the demo data have none, or which this colleague may not take. */
const notThere = [
  'GET /staff/approval/file',
  'GET /staff/award-winner/zip',
  'GET /staff/import/errors',
  'GET /staff/letter/batch/file',
  'GET /staff/letter/file',
  'GET /staff/message/file',
  'GET /staff/old-site/export',
  'GET /staff/receipt/file',
  'GET /staff/report/file',
  'GET /staff/report/issue/file',
  'GET /staff/training/batch/export',
  'GET /staff/training/batch/zip',
]

describe.each(readable)('%s', (key, endpoint) => {
  test('hands out no whole number', async () => {
    const places = new Set<string>()
    let isAnswered = false
    for (const input of inputsOf(key, endpoint)) {
      const response = await ask(key, input)
      isAnswered ||= response.headers['content-disposition'] !== undefined
      for (const place of found(await wordsIn(response.rawPayload, String(response.headers['content-type']))))
        places.add(place)
    }
    expect([...places]).toEqual([])
    if (endpoint.output === 'file') expect(isAnswered).toBe(!notThere.includes(key))
  })
})
