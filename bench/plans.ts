import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { call } from '../src/app.ts'
import type { Pages } from '../src/lib/server/pages/pages.ts'
import { contextOf } from './calls.ts'
import { lists, lookups } from './cases.ts'
import { open } from './data.ts'
import { prepareRegisters } from './registers.ts'
import { type Statement, statementsOf } from './statements.ts'

const PAGES = [
  '/admin/home',
  '/admin/news/list/41',
  '/admin/news/list-info/3467',
  '/admin/publicity/member',
  '/admin/publicity/person',
  '/admin/publicity/qualification',
  '/admin/publicity/training',
]
const STATEMENT_COUNT = 10

/** `npm run bench plans`: the statements that public pages and registers ask most, with the plans that PostgreSQL has for them. */
const quick = process.argv.includes('--quick')
const certificates = quick ? 100_000 : 1_000_000
const { services, pool, close } = await open(await prepareRegisters(certificates))
const { render } = (await import(fileURLToPath(new URL('../build/pages/server/index.js', import.meta.url)))) as {
  render: Pages['render']
}
const ask = (key: never, input: never) => call(contextOf(services), key, input) as Promise<never>

const asked = new Map<string, Statement & { times: number }>()
async function collect(work: () => Promise<unknown>) {
  for (const { text, values } of (await statementsOf(pool, work)).flat()) {
    const known = asked.get(text)
    asked.set(text, { text, values, times: (known?.times ?? 0) + 1 })
  }
}
for (const path of PAGES) await collect(() => render(new Request(`http://localhost${path}`), ask, 'bench'))
for (const { key, input } of [...lookups, ...lists]) {
  const given = await input(pool)
  await collect(() => ask(key as never, given as never))
}
const frequent = [...asked.values()].filter(({ text }) => /^select/i.test(text)).toSorted((a, b) => b.times - a.times)
for (const statement of frequent.slice(0, STATEMENT_COUNT)) await explain(pool, statement)
await close()

async function explain(pool: Pool, { text, values, times }: Statement & { times: number }) {
  const { rows } = await pool.query(`explain (analyze, buffers, costs off, timing off) ${text}`, values)
  console.log(`\n${times} 次  ${text.replace(/\s+/g, ' ').slice(0, 300)}`)
  for (const { 'QUERY PLAN': line } of rows) console.log(`    ${line}`)
}
