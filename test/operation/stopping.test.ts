import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { until } from '../support/site.ts'
import { hasEnded, lookInto, postmasterOf, start } from './sites.ts'

/** The status and body of one request on a connection of its own; the code of the error where there was none. */
const ask = (url: string) =>
  new Promise<{ status?: number; body?: string; error?: string }>(resolve => {
    get(url, { agent: false }, response => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, body }))
      response.on('error', error => resolve({ error: error.message }))
    }).on('error', error => resolve({ error: (error as NodeJS.ErrnoException).code! }))
  })

/** Different queries of one table: identical requests would share one answer. */
const QUESTIONS = ['', '?type=text', '?type=picture']

/** Requests that are being answered, and cannot finish before `let go`. */
async function holdRequests(site: Awaited<ReturnType<typeof start>>, count: number) {
  const client = await lookInto(site)
  await client.query('begin')
  await client.query('lock table link in access exclusive mode')
  const answers = QUESTIONS.slice(0, count).map(question => ask(`${site.url}/api/link${question}`))
  await until(async () => {
    const { rows } = await client.query(`select count(*) as n from pg_locks where not granted`)
    return Number(rows[0].n) === count
  })
  return { answers, letGo: () => client.query('rollback').then(() => client.end()) }
}

describe('a server that is told to stop', () => {
  test('finishes what it has begun, takes nothing new, and leaves no process behind', async () => {
    const site = await start()
    const postmaster = await postmasterOf(site)
    const { answers, letGo } = await holdRequests(site, QUESTIONS.length)
    site.signal('SIGTERM')
    await until(async () => (await ask(`${site.url}/healthz`)).error === 'ECONNREFUSED')
    await letGo()
    for (const { status, body } of await Promise.all(answers)) {
      expect(status).toBe(200)
      expect(JSON.parse(body!)).toMatchObject({ code: 200, data: [] })
    }
    const begun = Date.now()
    expect(await site.ended()).toBe(0)
    expect(Date.now() - begun).toBeLessThan(15_000)
    expect(await hasEnded(postmaster)).toBe(true)
  })

  test('fails nobody under load', async () => {
    const site = await start()
    const seen: Awaited<ReturnType<typeof ask>>[] = []
    const visitors = Array.from({ length: 8 }, async () => {
      while (site.exitCode() === null) seen.push(await ask(`${site.url}/api/config/public`))
    })
    await until(() => seen.length > 200)
    expect(await site.stop()).toBe(0)
    await Promise.all(visitors)
    // Turned away at the door, or while still waiting outside; nobody who was let in.
    const others = seen.filter(({ status }) => status !== 200)
    expect(others.filter(({ error }) => !['ECONNREFUSED', 'ECONNRESET'].includes(error!))).toEqual([])
  })

  test('ends at once at the second signal', async () => {
    const site = await start()
    const { letGo } = await holdRequests(site, 1)
    await until(() => !site.signal('SIGINT'), 10_000)
    expect(site.exitCode()).toBe(1)
    // PostgreSQL stops with the site, which ends the lock.
    await letGo().catch(() => {})
  })
})

describe('npm start', () => {
  test('stops all of it when npm is told to stop', async () => {
    const site = await start({ byNpm: true })
    const postmaster = await postmasterOf(site)
    await site.stop()
    await until(() => hasEnded(postmaster))
    expect((await ask(site.url)).error).toBe('ECONNREFUSED')
  })

  test('takes Ctrl+C, which reaches every process and some of them twice, for one order to stop', async () => {
    const site = await start({ byNpm: true })
    const postmaster = await postmasterOf(site)
    process.kill(-site.pid, 'SIGINT')
    await site.ended()
    await until(() => hasEnded(postmaster))
  })
})
