import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '#test/support/site.ts'
import { DatabaseUnavailable } from '../database/connectionErrors.ts'
import { openDb, openPool } from '../database/db.ts'
import { faultLog } from './faultLog.ts'
import { explain } from './lifetime.ts'

const MARKER = '没有人该看到的一句话'
let pool: Pool
beforeAll(() => {
  pool = openPool({ ...inject('connection'), max: 1 })
})
afterAll(() => pool.end())

/** A log as the server writes it, and the lines that stand in it. */
function makeLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(chunk))
      done()
    },
  })
  return { lines, log: fastify({ logger: { level: 'info', stream, ...faultLog() } }).log }
}

const FAULTS = {
  23505: sql`insert into marked values (${MARKER}), (${MARKER})`,
  23514: sql`insert into marked values (${`long ${MARKER}`})`,
  23502: sql`with given as (select ${MARKER}::text) insert into marked select null from given`,
  '22P02': sql`select ${MARKER}::int`,
  42601: sql`select to_tsquery('simple', ${`${MARKER} &`})`,
  P0001: sql`select pg_temp.refuse(${MARKER})`,
  '22012': sql`select 1 / (length(${MARKER}) - ${MARKER.length}::int)`,
}

test('what somebody has typed is not in the log when its statement fails', async () => {
  // Uses one client: after an error the pool would close the connection and drop the temporary table.
  const client = await pool.connect()
  const db = openDb(client)
  await db.execute(sql`create temporary table marked (text text not null primary key check (text not like 'long%'))`)
  await db.execute(sql`create function pg_temp.refuse(text) returns int language plpgsql as
    $$ begin raise exception 'refused %', $1 using detail = $1, hint = $1; end $$`)
  const { lines, log } = makeLog()
  for (const [state, statement] of Object.entries(FAULTS)) {
    const error: Error = await db.execute(statement).then(
      () => expect.fail(`${state} is none`),
      error => error,
    )
    expect(error.message).toContain(MARKER)
    log.error({ err: error }, 'worded')
    log.error({ err: error })
    log.error(error)
    log.error({ err: error.cause })
    for (const line of lines.splice(0)) {
      expect(JSON.stringify(line)).not.toContain(MARKER)
      expect(JSON.stringify(line)).toContain(`SQLSTATE ${state}`)
    }
    expect(explain(error)).not.toContain(MARKER)
    expect(explain(error)).toContain(state)
  }
  client.release(true)
})

test('a fault is told with the first words of its statement, and where it happened', async () => {
  const { lines, log } = makeLog()
  log.error(
    {
      err: await openDb(pool)
        .execute(sql`select 1 / ${0}::int as nothing`)
        .catch(error => error),
    },
    'failed',
  )
  const { err, msg } = lines[0] as { err: { message: string; stack: string; cause: { code: string } }; msg: string }
  expect(msg).toBe('failed')
  expect(err.message).toBe('select 1 / $1::int as nothing：SQLSTATE 22012')
  expect(err.stack).toMatch(/^ +at .*/)
  expect(err.cause.code).toBe('22012')
})

test('a database that is away makes a few lines a second, and a number', async () => {
  const { lines, log } = makeLog()
  for (let i = 0; i < 1_000; i++) log.error({ err: new DatabaseUnavailable() }, 'busy')
  log.error({ err: new Error('another') }, 'told at once')
  await until(() => lines.length === 4)
  expect(lines.map(({ msg }) => msg)).toEqual([
    'busy',
    'busy',
    'told at once',
    'more failed because the database is away',
  ])
  expect(lines[3]!.leftOut).toBe(998)
  expect(JSON.stringify(lines[0]).length).toBeLessThan(400)
  log.error({ err: new DatabaseUnavailable() }, 'busy')
  expect(lines).toHaveLength(5)
})
