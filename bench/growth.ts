import type { Pool } from 'pg'
import { call } from '../src/app.ts'
import { staffOf } from './actors.ts'
import { contextOf } from './calls.ts'
import { type Case, lists, lookups } from './cases.ts'
import { type Opened, open } from './data.ts'
import { prepareRegisters } from './registers.ts'
import { staffLists } from './staffCases.ts'
import { type Statement, statementsOf } from './statements.ts'
import { printCells } from './table.ts'
import { tenfold } from './tenfold.ts'

/** Maximum ratio of the cost with a hundred times the records to the cost before. */
const MAX_COST_RATIO = 1.3
const TIMES = 9

/**
 * `npm run bench growth`: what registers cost in the database with 10,000 certificates and with 1,000,000, and a
 * hundredth and all of the other records. By the server's own clock, the best of several: what else the machine does
 * counts little. Words: only what has one of them in its name. `--tenfold`: certificates alone, 1,000,000 and ten times
 * as many.
 */
const words = process.argv.slice(3).filter(word => !word.startsWith('--'))
const quick = process.argv.includes('--quick')
const isTenfold = process.argv.includes('--tenfold')
const most = await prepareRegisters(quick ? 100_000 : 1_000_000)
const big = await open(isTenfold ? await tenfold(most) : most)
const small = await open(isTenfold ? most : await prepareRegisters(10_000))
const cases = [...lookups, ...lists, ...staffLists].filter(
  ({ name, grows }) =>
    (isTenfold ? name.includes('证') || name.startsWith('核验') : !grows) &&
    (words.length === 0 || words.some(word => name.includes(word))),
)
const lines: string[][] = []
let isWithin = true
for (const one of cases) {
  const [before, after] = [await costOf(one, small), await costOf(one, big)]
  const ratio = after.ms / before.ms
  isWithin &&= ratio <= MAX_COST_RATIO
  lines.push([
    one.name,
    `${before.total} → ${after.total}`,
    `${before.blocks} → ${after.blocks}`,
    `${before.ms.toFixed(2)} → ${after.ms.toFixed(2)} ms`,
    `${ratio.toFixed(2)}${ratio > MAX_COST_RATIO ? ' *' : ''}`,
  ])
}
printCells(`名册随记录增长（数据库里最少的用时，比值高于 ${MAX_COST_RATIO} 的标 *）`, [
  ['', '条数', '读的块', '用时', '比值'],
  ...lines,
])
await Promise.all([big.close(), small.close()])
process.exitCode = isWithin ? 0 : 1

type Cost = { ms: number; blocks: number; total: string }

async function costOf({ key, input, isStaffs }: Case, { services, pool }: Opened): Promise<Cost> {
  const asked = await input(pool)
  const actor = isStaffs ? await staffOf(pool) : undefined
  let answer: { total?: number; more?: boolean } | undefined
  const ask = async () => {
    answer = (await call(contextOf(services, actor), key as never, asked as never)) as typeof answer
  }
  await ask()
  await ask()
  const statements = (await statementsOf(pool, ask)).flat()
  let [ms, blocks] = [0, 0]
  for (const statement of statements) {
    const runs: Run[] = []
    for (let i = 0; i < TIMES; i++) runs.push(await run(pool, statement))
    ms += Math.min(...runs.map(one => one.ms))
    blocks += Math.min(...runs.map(one => one.blocks))
  }
  const { total, more } = answer ?? {}
  return { ms, blocks, total: total === undefined ? '–' : `${total}${more ? '+' : ''}` }
}

type Run = { ms: number; blocks: number }
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Explained = { Plan: Plan; 'Planning Time': number; 'Execution Time'?: number }

/** A statement that is itself an EXPLAIN costs only planning. */
async function run(pool: Pool, { text, values }: Statement): Promise<Run> {
  const isOfPlanner = /^\s*explain/i.test(text)
  const explain = isOfPlanner
    ? text.replace('(format json)', '(format json, summary on)')
    : `explain (analyze, buffers, timing off, format json) ${text}`
  const { rows } = await pool.query(explain, values)
  const { Plan, ...times } = rows[0]['QUERY PLAN'][0] as Explained
  return {
    ms: times['Planning Time'] + (times['Execution Time'] ?? 0),
    blocks: isOfPlanner ? 0 : Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
  }
}
