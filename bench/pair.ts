import { startPostgres } from '../src/lib/server/database/postgres.ts'
import { prepareData } from './data.ts'
import { formatSpeed, measure, type Speed } from './pages.ts'
import { type Program, spreadOverProcessors, startSite } from './programs.ts'
import { print, type Row } from './table.ts'

/** The parameter `_` keeps these pages out of the cache. */
const PAGES = [
  ['首页', '/admin/home?_=1'],
  ['列表页', '/admin/news/list/41?_=1'],
  ['文章页', '/admin/news/list-info/3467?_=1'],
] as const
const ROUNDS = 3
const CONNECTIONS = 32

/**
 * `npm run bench pair`: how many more pages two processes make than one, on one database, each on a processor of its
 * own. What asks takes a quarter of one of the two, so that what counts is the processor's time for a page: were it the
 * same, two would make twice as many.
 */
const seconds = process.argv.includes('--quick') ? 1 : 5
const dataDir = await prepareData({ articles: 1000, certificates: 10_000 })
const postgres = await startPostgres({ dataDir })
const env = { DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${postgres.connection.host}` }
const first = await startSite(dataDir, env)
const alone = await measureEach([first])
const second = await startSite(dataDir, env, 1)
spreadOverProcessors()
const both = await measureEach([first, second])
const rows: Row[] = PAGES.map(([name], i) => ({
  name,
  ours: formatSpeed(both[i]!),
  floor: formatSpeed(alone[i]!),
  ratio: (2 * alone[i]!.cpu) / both[i]!.cpu,
  goal: { least: 1.8 },
}))
const isMet = print('不保存的页面，左为两个进程，右为一个', rows)
await Promise.all([first.stop(), second.stop()])
await postgres.stop()
process.exitCode = isMet ? 0 : 1

/** Measures each page over all sites together: the best of several rounds, after one for warm-up. */
async function measureEach(sites: Program[]): Promise<Speed[]> {
  const best: Speed[] = []
  for (const [, path] of PAGES) {
    const rounds: Speed[] = []
    for (let round = 0; round <= ROUNDS; round++) rounds.push(await measureOnce(sites, path))
    best.push(rounds.slice(1).toSorted((a, b) => a.cpu - b.cpu)[0]!)
  }
  return best
}

async function measureOnce(sites: Program[], path: string): Promise<Speed> {
  const connections = CONNECTIONS / sites.length
  const speeds = await Promise.all(sites.map(site => measure(site, path, seconds, { connections })))
  const perSecond = speeds.reduce((sum, one) => sum + one.perSecond, 0)
  const cpu = speeds.reduce((sum, one) => sum + one.cpu * one.perSecond, 0) / perSecond
  return { perSecond, cpu }
}
