import autocannon from 'autocannon'
import { expect, test } from 'vitest'
import { start } from '../operation/sites.ts'

const TOKEN = 'of the tests of faults'
const SECONDS = 60
const RATE = 500

test('500 requests a second for a minute at the home page and the search are answered, and nobody waits', async () => {
  const site = await start({ demo: true, env: { METRICS_TOKEN: TOKEN } })
  const requests = [
    '/admin/home',
    '/api/search?key=%E6%A0%87%E5%87%86',
    '/admin/home',
    '/api/search?key=%E7%84%8A%E6%8E%A5',
  ]
  const seen = await autocannon({
    url: site.url,
    connections: 50,
    overallRate: RATE,
    duration: SECONDS,
    requests: requests.map(path => ({ method: 'GET' as const, path })),
  })
  const metrics = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const lag = Number((await metrics.text()).match(/^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)$/m)![1]) * 1_000
  const { latency, statusCodeStats = {} } = seen
  console.log(
    `${seen.requests.total} requests, p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${JSON.stringify(statusCodeStats)}, event loop p99 ${Math.round(lag)} ms`,
  )
  expect(seen.requests.total).toBeGreaterThan(RATE * SECONDS * 0.9)
  expect(Object.keys(statusCodeStats).filter(status => !/^(2|429)/.test(status))).toEqual([])
  expect(seen.errors + seen.timeouts).toBe(0)
  expect(latency.p99).toBeLessThan(500)
  expect(lag).toBeLessThan(100)
  expect(await site.stop()).toBe(0)
})
