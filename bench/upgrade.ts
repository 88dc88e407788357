import { execFileSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPair } from '#test/operation/pair.ts'
import {
  checkoutOf,
  copyData,
  makeDataBy,
  makeNextRelease,
  missingHistory,
  OLDER_RELEASES,
} from '#test/support/otherReleases.ts'
import { home } from './data.ts'
import { failed, quantile, startLoad } from './steadyLoad.ts'
import { ms, print } from './table.ts'

/**
 * `npm run bench upgrade`: a site of the release before with 1,000,000 certificates, two processes behind a proxy, brought
 * to this version and to the next, which adds a column, an index and a backfill to the certificates, beside readers and
 * writers at 50 requests a second. `--from 0.8`: from another release. `--quick`: 10,000 certificates.
 */
const PER_SECOND = 50
const LONGEST_MS = 5_000
const [ARTICLES, CERTIFICATES] = [1_000, process.argv.includes('--quick') ? 10_000 : 1_000_000]
const BATCH = 5_000
/** How long both processes are left alone, to compare with. */
const CALM_MS = 30_000

const missing = await missingHistory()
if (missing) throw new Error(missing)
const from = (process.argv[process.argv.indexOf('--from') + 1] ?? '') as keyof typeof OLDER_RELEASES
const commit = OLDER_RELEASES[from] ?? Object.values(OLDER_RELEASES).at(-1)!
const old = await checkoutOf(commit)
const made = await makeDataBy(old, join(home, `by-${commit.slice(0, 8)}`), ARTICLES, CERTIFICATES)
const work = join(home, 'upgrade')
await rm(work, { recursive: true, force: true })
const [dataDir, next] = [join(work, 'data'), join(work, 'next')]
await mkdir(next, { recursive: true })
await copyData(made, dataDir)
await makeNextRelease(next, { batch: BATCH })
// Else the disk would be busy with the copy while the answers are timed.
execFileSync('sync')

const pair = await startPair(dataDir, old)
const load = await startLoad([pair.proxy], PER_SECOND)
const isMet: boolean[] = []

async function replaceBoth(checkout?: string): Promise<void> {
  for (const place of [0, 1]) {
    await pair.replace(place, checkout)
    for (const line of pair.sites[place]!.output().split('\n'))
      if (line.includes('升级数据库结构')) process.stderr.write(`${line}\n`)
  }
}

const phases: [name: string, work: () => Promise<void>][] = [
  ['旧版，刚启动', () => wait(CALM_MS)],
  ['旧版，没有更换', () => wait(CALM_MS)],
  ['到这一版', () => replaceBoth()],
  ['到下一版（另加列、索引、分批回填）', () => replaceBoth(next)],
  ['退回这一版', () => replaceBoth()],
]
for (const [name, work] of phases) {
  const before = load.answers.length
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const answers = load.answers.slice(before)
  const longest = answers.toSorted((a, b) => b.ms - a.ms)[0]!
  const faults = failed(answers)
  for (const fault of faults.slice(0, 5)) process.stderr.write(`${JSON.stringify(fault)}\n`)
  const writes = answers.filter(({ method }) => method === 'POST')
  isMet.push(
    print(`${name}：${CERTIFICATES} 张证书，${seconds.toFixed(0)} 秒`, [
      {
        name: `答复 ${answers.length} 次（其中写入 ${writes.length}），不成的`,
        ours: String(faults.length),
        goal: { most: 0, value: faults.length },
      },
      { name: 'p50', ours: ms(quantile(answers, 0.5)) },
      { name: 'p99', ours: ms(quantile(answers, 0.99)) },
      { name: `最久的一次（${longest.path}）`, ours: ms(longest.ms), goal: { most: LONGEST_MS, value: longest.ms } },
      { name: '最久的一次写入', ours: ms(quantile(writes, 1)), goal: { most: LONGEST_MS, value: quantile(writes, 1) } },
    ]),
  )
}
await load.stop()
await pair.stop()
await rm(work, { recursive: true })
process.exitCode = isMet.every(Boolean) ? 0 : 1
