import { contract } from '../src/api/contract.ts'
import { call } from '../src/app.ts'
import type { Endpoint } from '../src/lib/contract.ts'
import type { Actor } from '../src/lib/server/api/context.ts'
import { memberOf, staffOf } from './actors.ts'
import { contextOf } from './calls.ts'
import { open } from './data.ts'
import { prepareRegisters } from './registers.ts'
import { printCells } from './table.ts'

/** Threshold in ms on a large association's database; slower calls are investigated. */
const SLOW_MS = 100
const TIMES = 3

/**
 * `npm run bench every`: every call that only reads, with its own example, where there are 10,000 members, 100,000 articles
 * and 1,000,000 certificates; the slow ones by their names. What an example does not fit is named, too.
 */
const quick = process.argv.includes('--quick')
const { services, pool, close } = await open(await prepareRegisters(quick ? 100_000 : 1_000_000))
const [staff, member] = [await staffOf(pool), await memberOf(pool)]
const actorOf = (who: Endpoint['who']): Actor | undefined =>
  who === 'anyone' ? undefined : who.startsWith('staff') ? staff : member

const slow: { key: string; ms: number }[] = []
const unasked: string[] = []
let asked = 0
for (const [key, { who, input, output, example = {} }] of Object.entries<Endpoint>(contract)) {
  if (!key.startsWith('GET ') || output === 'file') continue
  const given = input.safeParse(example)
  const ms = given.success ? await timeOf(key, given.data, actorOf(who)) : undefined
  if (ms === undefined) {
    unasked.push(key)
    continue
  }
  asked++
  if (ms > SLOW_MS) slow.push({ key, ms })
}
slow.sort((one, other) => other.ms - one.ms)
await close()
printCells(`${asked} 个只读接口，慢于 ${SLOW_MS} ms 的`, [
  ['', '用时'],
  ...slow.map(({ key, ms }) => [key, `${ms.toFixed(0)} ms`]),
])
console.log(`\n示例不合这些数据、没有问的 ${unasked.length} 个：${unasked.join('、')}`)
process.exit(slow.length > 0 ? 1 : 0)

/** The least of several; undefined where it is refused. */
async function timeOf(key: string, input: unknown, actor: Actor | undefined): Promise<number | undefined> {
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const begun = performance.now()
    const isAnswered = await call(contextOf(services, actor), key as never, input as never).then(
      () => true,
      () => false,
    )
    if (!isAnswered) return undefined
    times.push(performance.now() - begun)
  }
  return Math.min(...times)
}
