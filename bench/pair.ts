import { startPostgres } from '../src/lib/server/database/postgres.ts'
import { prepareData } from './data.ts'
import { load } from './load.ts'
import { accepts } from './pages.ts'
import { type Program, spreadOut, startSite } from './programs.ts'
import { median, print, type Row } from './table.ts'

/** Nothing of them is kept, because of `_`. */
const PAGES = [
  ['首页', '/admin/home?_=1'],
  ['列表页', '/admin/news/list/41?_=1'],
  ['文章页', '/admin/news/list-info/3467?_=1'],
] as const
const ROUNDS = 3
const CONNECTIONS = 32
/** What asks takes of the two processors, too. */
const LEAST = 1.8

/**
 * `npm run bench pair`: how many more pages two processes make than one, on one database, each on a processor of its
 * own. The one alone has the load on the other processor; the two share theirs with it.
 */
const seconds = process.argv.includes('--quick') ? 1 : 5
const dataDir = await prepareData({ articles: 1000, certificates: 10_000 })
const postgres = await startPostgres({ dataDir })
const env = { DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${postgres.connection.host}` }
const first = await startSite(dataDir, env)
const alone = await measureEach([first])
const second = await startSite(dataDir, env, 1)
spreadOut()
const both = await measureEach([first, second])
const rows: Row[] = PAGES.map(([name], i) => ({
  name,
  ours: `${Math.round(both[i]!)} 次/s`,
  floor: `${Math.round(alone[i]!)} 次/s`,
  ratio: both[i]! / alone[i]!,
  goal: { least: LEAST },
}))
const isMet = print('不保存的页面，左为两个进程，右为一个', rows)
await Promise.all([first.stop(), second.stop()])
await postgres.stop()
process.exitCode = isMet ? 0 : 1

/** Of each page, how many these make together in a second: the middle of several rounds. */
async function measureEach(sites: Program[]): Promise<number[]> {
  const measured: number[] = []
  for (const [, path] of PAGES) {
    const rounds: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const connections = CONNECTIONS / sites.length
      const counts = await Promise.all(
        sites.map(({ port }) => load({ port, path, seconds, connections, headers: accepts })),
      )
      // The first warms up.
      if (round > 0) rounds.push(counts.reduce((sum, count) => sum + count) / seconds)
    }
    measured.push(median(rounds))
  }
  return measured
}
