import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { start } from '../operation/sites.ts'

/** `SOAK_MINUTES=10 npm run faults soak`. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
/** The first part fills caches and compiles code: growth is measured after it. */
const WARM = 0.3

const PATHS = [
  '/admin/home',
  '/admin/news/list/26',
  '/admin/news/list/21',
  '/api/config/public',
  '/api/catalog/a?catalogId=26',
  '/api/search?key=%E6%A0%87%E5%87%86',
  '/nowhere',
  '/api/nowhere',
]

type Sample = { minute: number; rss: number; fds: number }

async function sampleOf(pid: number, since: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const fds = (await readdir(`/proc/${pid}/fd`)).length
  return { minute: (Date.now() - since) / 60_000, rss: Number(status.match(/^VmRSS:\s+(\d+)/m)![1]) / 1024, fds }
}

/** Slope per minute of the least-squares line through the samples. */
function slopeOf(points: readonly Sample[], of: 'rss' | 'fds'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map(point => point[of]))]
  const above = points.reduce((sum, point) => sum + (point.minute - x) * (point[of] - y), 0)
  return above / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

test('mixed load for long: memory and file descriptors stay as they are, and nothing fails', async () => {
  const site = await start({ demo: true })
  const begun = Date.now()
  const end = begun + MINUTES * 60_000
  const samples: Sample[] = []
  const counts = new Map<number, number>()
  const visitor = async (first: number) => {
    for (let n = first; Date.now() < end; n++) {
      const isWrite = n % 7 === 0
      const answer = isWrite
        ? await fetch(`${site.url}/api/catalog/a/view`, {
            method: 'POST',
            body: '{"id":3467}',
            headers: { 'content-type': 'application/json' },
          })
        : await fetch(`${site.url}${PATHS[n % PATHS.length]}${n % 3 === 0 ? `?_=${n}` : ''}`, { redirect: 'manual' })
      await answer.arrayBuffer()
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    }
  }
  const sampling = setInterval(async () => samples.push(await sampleOf(site.pid, begun)), 2_000)
  await Promise.all(Array.from({ length: 6 }, (_, n) => visitor(n * 11)))
  clearInterval(sampling)

  const settled = samples.filter(({ minute }) => minute > MINUTES * WARM)
  const [rss, fds] = [slopeOf(settled, 'rss'), slopeOf(settled, 'fds')]
  const last = settled.at(-1)!
  console.log(
    `${MINUTES} minutes, answers ${JSON.stringify(Object.fromEntries(counts))}, RSS ${Math.round(last.rss)} MB ` +
      `${rss.toFixed(2)} MB/min, descriptors ${last.fds} ${fds.toFixed(2)}/min`,
  )
  expect([...counts.keys()].filter(status => status >= 500)).toEqual([])
  expect(rss).toBeLessThan(1)
  expect(Math.abs(fds)).toBeLessThan(1)
  expect(await site.stop()).toBe(0)
})
