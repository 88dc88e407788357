import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { hasEnded, launch, lookInto, postmasterOf, start } from './sites.ts'

describe('after a crash', () => {
  test('of the server, its PostgreSQL ends by itself, and the next start has one of its own', async () => {
    const killed = await start()
    const postmaster = await postmasterOf(killed)
    await killed.kill()
    await until(() => hasEnded(postmaster), 10_000)
    const next = await start({ dataDir: killed.dataDir })
    const own = await postmasterOf(next)
    expect(await next.stop()).toBe(0)
    expect(await hasEnded(own)).toBe(true)
  })

  test('of a server that had taken over the PostgreSQL of another program, it ends, too', async () => {
    const dataDir = await makeScratch('site')
    const { leave } = await startPostgres({ dataDir })
    const taking = await start({ dataDir })
    leave()
    const postmaster = await postmasterOf(taking)
    await taking.kill()
    await until(() => hasEnded(postmaster), 10_000)
    await rm(dataDir, { recursive: true })
  })

  test('of the server and of PostgreSQL at work, the next start serves', async () => {
    const killed = await start()
    const client = await lookInto(killed)
    // A statement that outlives its postmaster by a second.
    const busy = client.query('select count(*) from generate_series(1, 20000000)').catch(() => {})
    await until(async () => (await (await lookInto(killed)).query(RUNNING)).rowCount)
    const postmaster = await postmasterOf(killed)
    process.kill(postmaster, 'SIGKILL')
    await killed.kill()
    await until(() => hasEnded(postmaster))
    expect(await postmasterOf(killed)).toBe(postmaster)
    const next = await start({ dataDir: killed.dataDir })
    expect(await postmasterOf(next)).not.toBe(postmaster)
    await busy
  })

  test('a lock file whose number now belongs to another program does not stop the start', async () => {
    const first = await start()
    await first.stop()
    // Simulates a container that was killed and started again: process ids are reused.
    await writeFile(join(first.dataDir, 'pg/postmaster.pid'), `${process.pid}\n${first.dataDir}/pg\n`, { mode: 0o600 })
    await writeFile(join(first.dataDir, 'run/.s.PGSQL.5432.lock'), `${process.pid}\n${first.dataDir}/pg\n`, {
      mode: 0o600,
    })
    const next = await start({ dataDir: first.dataDir })
    expect(await postmasterOf(next)).not.toBe(process.pid)
  })

  test('between the tables of the first migration, none of them is there, and the next start makes them all', async () => {
    const dataDir = await makeScratch('site')
    const { connection } = await startPostgres({ dataDir })
    const client = new Client(connection)
    client.on('error', () => {})
    const gone = new Promise(resolve => client.once('end', resolve))
    await client.connect()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    // A table of the same name, not yet committed: the migration comes as far as this one, and waits.
    await client.query('begin')
    await client.query('create table participant (n integer)')
    const killed = await launch({ dataDir })
    await until(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount, 60_000)
    await killed.kill()
    await gone
    const again = await startPostgres({ dataDir })
    const looking = new Client(again.connection)
    await looking.connect()
    expect((await looking.query(`select tablename from pg_tables where schemaname = 'public'`)).rows).toEqual([])
    await looking.end()
    await again.stop()
    const next = await start({ dataDir })
    expect(await (await fetch(`${next.url}/api/config/public`)).json()).toMatchObject({ code: 200 })
    await next.stop()
  })

  test('amid writes, time and again, nothing that was acknowledged is lost', async () => {
    let site = await start({ demo: true })
    const { dataDir } = site
    for (let round = 0; round < 5; round++) {
      const { rows } = await (await lookInto(site)).query(`select id from article where status = 'published'`)
      const acknowledged = new Map<number, number>()
      const readers = [0, 1, 2, 3].map(async reader => {
        for (let i = reader; ; i = (i + 4) % rows.length) {
          const body = JSON.stringify(rows[i])
          const headers = { 'content-type': 'application/json' }
          const answer = await fetch(`${site.url}/api/catalog/a/view`, { method: 'POST', body, headers })
          acknowledged.set(rows[i].id, (await answer.json()).data.viewCount)
        }
      })
      const cutOff = Promise.allSettled(readers)
      await until(() => acknowledged.size >= 20 + 10 * round)
      process.kill(await postmasterOf(site), 'SIGKILL')
      await site.kill()
      await cutOff

      site = await start({ dataDir })
      const after = await (await lookInto(site)).query('select article_id as id, views from article_views')
      const views = new Map(after.rows.map(row => [row.id, row.views]))
      const lost = [...acknowledged].filter(([id, count]) => views.get(id) < count)
      expect(lost).toEqual([])
    }
  })

  test('in the middle of the demo data, nothing of them is there, and the next start loads them whole', async () => {
    const killed = await launch({ demo: true })
    await until(() => killed.output().includes('正在载入演示数据'), 60_000)
    const client = await lookInto(killed)
    await until(
      async () =>
        (
          await client.query(
            `select 1 from pg_locks where relation = 'article'::regclass and mode = 'RowExclusiveLock'`,
          )
        ).rowCount,
    )
    const postmaster = await postmasterOf(killed)
    await killed.kill()
    await until(() => hasEnded(postmaster))
    const { stop } = await startPostgres({ dataDir: killed.dataDir })
    expect((await (await lookInto(killed)).query('select count(*) as n from article')).rows[0].n).toBe('0')
    await stop()
    const next = await start({ dataDir: killed.dataDir, demo: true })
    expect(await (await fetch(`${next.url}/api/config/public`)).json()).toMatchObject({ data: { demo: true } })
    const { data } = await (await fetch(`${next.url}/api/catalog/a?catalogId=26`)).json()
    expect(data.total).toBeGreaterThan(5)
  })
})

const RUNNING = `select 1 from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()`
