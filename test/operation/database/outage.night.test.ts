import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../../src/lib/server/database/postgres.ts'
import { until } from '../../support/site.ts'
import { makeScratch } from '../../support/tempDir.ts'
import { freshDirectoryWithDemo, layOutDemo, postmasterOf, start } from '../sites.ts'
import { type Line, startLine } from './line.ts'

let dir: string
let connection: PoolConfig
let stop: () => Promise<void>
let env: { DATABASE_URL: string }

beforeAll(async () => {
  dir = await makeScratch('own')
  await layOutDemo(dir)
  await comeBack()
  env = { DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${connection.host}` }
})
afterAll(async () => {
  await stop()
  await rm(dir, { recursive: true })
})

async function comeBack() {
  ;({ connection, stop } = await startPostgres({ dataDir: dir }))
}

async function ask(query: string, { database = 'postgres', values = [] as string[] } = {}) {
  const client = new Client({ ...connection, database })
  await client.connect()
  await client.query(query, values)
  await client.end()
}

const retitle = (title: string, database?: string) =>
  ask('update article set title = $1 where id = 3467', { database, values: [title] })

async function visit(url: string) {
  const response = await fetch(url)
  const body = await response.text()
  expect(body).not.toMatch(/^\s+at .*:\d+/m)
  return { status: response.status, headers: response.headers, body }
}

const PAGE = '/admin/news/list/26'

describe('one database', () => {
  test('away and back again: kept pages stay, others ask for patience, and then all is as before', async () => {
    const site = await start({ demo: true, dataDir: await freshDirectoryWithDemo(), env })
    expect((await visit(site.url + PAGE)).status).toBe(200)
    await stop()

    await until(async () => (await visit(`${site.url}/readyz`)).status === 503)
    expect((await visit(`${site.url}/healthz`)).status).toBe(200)
    expect((await visit(site.url + PAGE)).status).toBe(200)
    const page = await visit(`${site.url}/admin/news/list/21`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
    expect(page.body).toContain('服务暂时繁忙')
    const api = await visit(`${site.url}/api/catalog/a?catalogId=21`)
    expect([api.status, JSON.parse(api.body)]).toMatchObject([503, { code: 503, data: null, msg: /稍后/ }])

    await comeBack()
    await until(async () => (await visit(`${site.url}/readyz`)).status === 200, 5_000)
    await until(async () => (await visit(`${site.url}/admin/news/list/21`)).status === 200, 5_000)
    await retitle('数据库恢复之后的标题')
    await until(async () => (await visit(site.url + PAGE)).body.includes('数据库恢复之后的标题'), 5_000)
    expect(await site.stop()).toBe(0)
  })

  test('under two servers: what is changed once is new on both at once', async () => {
    await ask('create database shared')
    const shared = {
      DATABASE_URL: env.DATABASE_URL.replace('/postgres?', '/shared?'),
      SECRET_KEY: 'ab'.repeat(32),
    }
    // Started at the same time: one site loads the demo data, the other finds them.
    const sites = await Promise.all([start({ demo: true, env: shared }), start({ demo: true, env: shared })])
    for (const title of ['第一次改动', '第二次改动']) {
      await Promise.all(sites.map(site => visit(site.url + PAGE)))
      await retitle(title, 'shared')
      for (const site of sites) await until(async () => (await visit(site.url + PAGE)).body.includes(title), 2_000)
    }
  })
})

describe('a database that says nothing', () => {
  const OTHER = '/admin/news/list/21'
  let line: Line
  beforeAll(async () => {
    line = await startLine(`${connection.host}/.s.PGSQL.5432`)
  })
  afterAll(() => line.stop())

  /** Duration of a request in ms, as the visitor sees it. */
  async function timed(url: string) {
    const begun = Date.now()
    return { ...(await visit(url)), took: Date.now() - begun }
  }

  test('is noticed within seconds, and so is that it is back; a program that is told to stop meanwhile ends', async () => {
    await ask('create database silent template postgres', { database: 'template1' })
    const site = await start({
      demo: true,
      dataDir: await freshDirectoryWithDemo(),
      env: { DATABASE_URL: `postgres://hangxie@127.0.0.1:${line.port}/silent` },
    })
    for (const [disturb, name] of [
      [line.freeze, 'frozen'],
      [line.reset, 'reset'],
    ] as const) {
      expect((await visit(site.url + PAGE)).status).toBe(200)
      disturb()
      // More requests than database connections: those that wait for a connection are answered too.
      const asked = Array.from({ length: 15 }, (_, i) =>
        timed(`${site.url}/api/catalog/a?catalogId=21&pageNum=${i + 1}`),
      )
      expect((await timed(site.url + PAGE)).status, name).toBe(200)
      for (const { status, took, headers } of await Promise.all(asked)) {
        expect([status, headers.has('retry-after')], name).toEqual([503, true])
        expect(took, name).toBeLessThan(5_000)
      }
      // Known by now: nobody waits.
      const next = await timed(`${site.url}/api/catalog/a?catalogId=22`)
      expect([next.status, next.took < 1_500], name).toEqual([503, true])
      await line.heal()
      await until(async () => (await visit(site.url + OTHER)).status === 200, 5_000)
    }
    line.freeze()
    const begun = Date.now()
    expect(await site.stop()).toBe(0)
    expect(Date.now() - begun).toBeLessThan(10_000)
    await line.heal()
  })
})

test('our own PostgreSQL, should it die, is started again', async () => {
  // Compiled anew: it dies when all has begun, not while the last parts of a quick start begin.
  const site = await start({ env: { NODE_COMPILE_CACHE: '' } })
  const postmaster = await postmasterOf(site)
  process.kill(postmaster, 'SIGKILL')
  // While PostgreSQL is down its pid file may be missing.
  await until(async () => {
    if (site.exitCode() !== null) throw new Error(`the site has ended: ${site.output()}`)
    return (await postmasterOf(site).catch(() => postmaster)) !== postmaster
  }, 60_000).catch(async error => {
    const log = await readFile(join(site.dataDir, 'postgres.log'), 'utf8')
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid,ppid,stat,wchan:24,args'])
    const programs = stdout.split('\n').filter(line => /postgres|main\.ts/.test(line))
    throw new Error([error.message, site.output(), ...log.split('\n').slice(-20), ...programs].join('\n'))
  })
  await until(async () => {
    const { status } = await visit(`${site.url}/readyz`).catch(error => {
      throw new Error(`${error}: ${site.output()}`)
    })
    return status === 200
  }, 60_000)
  expect(await site.stop()).toBe(0)
})
