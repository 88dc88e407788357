import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { open } from './data.ts'
import { type Program, startSite } from './programs.ts'
import { median, ms, type Row } from './table.ts'
import { importParticipants, issueCertificates, openCourses } from './trainingWork.ts'

const PEOPLE = 5_000
const CERTIFIED = 1_000
/** Maximum 99th percentile of answer times, in ms. */
const MAX_P99_MS = 500
const VISITORS = 4
/** Pause in ms between two requests of a visitor. */
const REQUEST_INTERVAL_MS = 5

/**
 * Measures how long visitors wait while staff import thousands of participants and issue certificates to a thousand.
 */
export async function measureTraining(dataDir: string, seconds: number): Promise<Row[]> {
  const own = await mkdtemp(join(tmpdir(), 'hangxie-training-'))
  try {
    await cp(dataDir, own, { recursive: true })
    const site = await startSite(own)
    const opened = await open(own)
    try {
      const paths = await pathsOf(opened.pool)
      const courses = await openCourses(opened, PEOPLE / CERTIFIED, CERTIFIED)
      const idle = await measureLoadDuring(site, paths, () => wait(seconds * 1000))
      const importing = await measureLoadDuring(site, paths, () => importParticipants(site, opened, courses, PEOPLE))
      const issuing = await measureLoadDuring(site, paths, () => issueCertificates(site, opened, courses[0]!))
      return [
        ...rowsOf(`检查并导入 ${PEOPLE} 名学员`, importing, idle),
        ...rowsOf(`编批、审核并签发 ${CERTIFIED} 张证书`, issuing, idle),
      ]
    } finally {
      await opened.close()
      await site.stop()
    }
  } finally {
    await rm(own, { recursive: true })
  }
}

async function pathsOf(pool: Pool): Promise<[name: string, path: string][]> {
  const { rows } = await pool.query(`select number from certificate where register = 'personnel' order by id limit 1`)
  return [
    ['首页', '/admin/home'],
    ['培训班列表', '/api/app/training/list'],
    ['核验证书', `/api/cert/verify?number=${encodeURIComponent(rows[0].number)}`],
  ]
}

/** Times in ms: each answer by the name of its request, and the work itself. */
type LoadResult = { took: number; answers: Map<string, number[]> }

/** Sends requests in turn, some at the same time, until the work is done. */
async function measureLoadDuring(
  { port }: Program,
  paths: [string, string][],
  work: () => Promise<unknown>,
): Promise<LoadResult> {
  const answers = new Map<string, number[]>(paths.map(([name]) => [name, []]))
  let isOver = false
  let visitor = 0
  const ask = async () => {
    for (visitor++; !isOver; visitor++)
      for (const [name, path] of paths) {
        answers.get(name)!.push(await timed(`http://127.0.0.1:${port}${path}`, visitor))
        await wait(REQUEST_INTERVAL_MS)
      }
  }
  const begun = performance.now()
  const doing = work().finally(() => {
    isOver = true
  })
  await Promise.all([doing, ...Array.from({ length: VISITORS }, ask)])
  return { took: performance.now() - begun, answers }
}

/** Limits count by address. */
async function timed(url: string, visitor: number): Promise<number> {
  const headers = { 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` }
  const begun = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  return performance.now() - begun
}

const rowsOf = (work: string, { took, answers }: LoadResult, idle: LoadResult): Row[] => [
  { name: work, ours: `${(took / 1000).toFixed(1)} s` },
  ...[...answers].map(([name, times]) => ({
    name: `  其间：${name}（${times.length} 次）`,
    ours: wordsOf(times),
    floor: `平时 ${wordsOf(idle.answers.get(name)!)}`,
    goal: { most: MAX_P99_MS, value: late(times) },
  })),
]

const late = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
const wordsOf = (times: number[]) => `中位 ${ms(median(times))}，p99 ${ms(late(times))}`
