import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import { cpuOf, type Program, startFloor } from './programs.ts'
import { type Row, us } from './table.ts'

const PAGES = [
  ['首页', '/admin/home'],
  ['列表页', '/admin/news/list/41'],
  ['文章页', '/admin/news/list-info/3467'],
  ['列表 JSON', '/api/catalog/a?catalogId=41'],
] as const

const ROUNDS = 7
const NONE: Speed = { perSecond: 0, cpu: Number.POSITIVE_INFINITY }
/** Encodings that browsers accept. */
const accepts = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * Compares cached answers with a bare `node:http` that sends the same headers and bytes: the best of seven rounds of
 * each, in turns. Compares CPU time, since the client may limit the number of answers.
 */
export async function measureKept(site: Program, seconds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hangxie-floor-'))
  const rows: Row[] = []
  for (const [name, path] of PAGES) {
    const { body, headers } = await fetchRaw(site.port, path)
    const file = join(folder, 'body')
    await writeFile(file, body)
    const { date: _, connection: _own, 'keep-alive': _too, ...same } = headers as Record<string, string>
    const floor = await startFloor(file, same)
    const best = { ours: NONE, floor: NONE }
    for (let round = 0; round < ROUNDS; round++) {
      best.floor = better(best.floor, await measure(floor, '/', seconds))
      best.ours = better(best.ours, await measure(site, path, seconds))
    }
    await floor.stop()
    rows.push({
      name: `${name}（${body.length} 字节）`,
      ours: `${Math.round(best.ours.perSecond)} 次/s ${us(best.ours.cpu)}`,
      floor: `${Math.round(best.floor.perSecond)} 次/s ${us(best.floor.cpu)}`,
      ratio: best.floor.cpu / best.ours.cpu,
      goal: { least: 0.85 },
    })
  }
  const { headers } = await fetchRaw(site.port, PAGES[0][1])
  const unchanged = await measure(site, PAGES[0][1], seconds, { headers: { 'if-none-match': headers.etag! } })
  rows.push({ name: '首页，304', ours: `${Math.round(unchanged.perSecond)} 次/s ${us(unchanged.cpu)}` })
  await rm(folder, { recursive: true })
  return rows
}

type RequestOptions = { headers?: Record<string, string>; connections?: number }
export type Speed = { perSecond: number /** µs of the server's processor for one request. */; cpu: number }

/** Formats the speed of rendered pages, in ms per page and pages per second. */
export const formatSpeed = ({ cpu, perSecond }: Speed) => `${(cpu / 1000).toFixed(2)} ms ${Math.round(perSecond)} 次/s`

const better = (a: Speed, b: Speed) => (b.cpu < a.cpu ? b : a)

export async function measure(
  program: Program,
  path: string,
  seconds: number,
  asked: RequestOptions = {},
): Promise<Speed> {
  const before = cpuOf(program.pid)
  const begun = performance.now()
  const { headers, connections } = asked
  const count = await load({ port: program.port, path, seconds, connections, headers: { ...accepts, ...headers } })
  return {
    perSecond: (count * 1000) / (performance.now() - begun),
    cpu: (cpuOf(program.pid) - before) / count,
  }
}

/** Undecoded. */
export function fetchRaw(port: number, path: string): Promise<{ body: Buffer; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', headers: accepts, agent: false }, async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      if (response.statusCode !== 200) return reject(new Error(`${path}: HTTP ${response.statusCode}`))
      resolve({ body: Buffer.concat(chunks), headers: response.headers })
    }).once('error', reject)
  })
}
