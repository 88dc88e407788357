import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { on } from '#test/support/cluster.ts'
import { until } from '#test/support/site.ts'
import type { Services } from '../api/context.ts'
import { openDb, openPool } from '../database/db.ts'
import { type Job, makeJobs } from './jobs.ts'

const name = `test_${randomBytes(6).toString('hex')}`
let admin: Client
let pool: Pool
beforeAll(async () => {
  admin = new Client(inject('connection'))
  await admin.connect()
  await admin.query(`create database ${name} template empty_template`)
  pool = openPool({ ...on(inject('connection'), name), max: 5 })
})
afterAll(async () => {
  await pool.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

let faults: string[] = []
let away = false
const log = { error: (_: object, message: string) => faults.push(message) } as never
const reached = () => ({
  query: (text: string, values?: unknown[]) =>
    away ? Promise.reject(new Error('Connection terminated')) : pool.query(text, values),
})
const makeProcess = (jobs: Job[]) =>
  makeJobs({ db: openDb(pool) } as unknown as Services, jobs, { pool: reached() as Pool, log, poll: 1 })

const handled = async (job: string) =>
  (await pool.query(`select state from pgboss.job where data ->> 'job' = $1 and state <> 'created'`, [job])).rows

test('of two processes one runs a job at its time; one that fails is logged and tried again, and ends nothing', async () => {
  const ran: string[] = []
  const jobs: Job[] = [
    { name: 'works', title: '能成的', cron: '* * * * *', run: async () => ran.push('works') },
    {
      name: 'fails',
      title: '不成的',
      cron: '* * * * *',
      run: async () => {
        throw new Error('on purpose')
      },
    },
  ]
  const processes = [makeProcess(jobs), makeProcess(jobs)]
  for (const one of processes) one.start()
  await until(async () => ran.length > 0 && faults.length > 0)
  await Promise.all(processes.map(one => one.stop()))
  expect(ran).toHaveLength((await handled('works')).length)
  expect(await handled('works')).toContainEqual({ state: 'completed' })
  expect(await handled('fails')).toContainEqual({ state: 'retry' })
  expect(faults).toContain('the job fails failed')
  const runs = (await pool.query('select job, result, error from job_run order by job, id')).rows
  expect(runs).toContainEqual({ job: 'fails', result: 'failed', error: 'on purpose' })
  expect(runs).toContainEqual({ job: 'works', result: 'done', error: '' })
})

test('a database that is away is waited for, and a job that is no longer wanted is forgotten', async () => {
  faults = []
  away = true
  const process = makeProcess([{ name: 'other', title: '别的', cron: '0 3 1 1 *', run: async () => {} }])
  process.start()
  await until(() => faults.includes('jobs cannot start'))
  away = false
  const scheduled = async () => (await pool.query(`select key, cron from pgboss.schedule order by key`)).rows
  await until(async () => (await scheduled()).length === 1, 15_000)
  expect(await scheduled()).toEqual([{ key: 'other', cron: '0 3 1 1 *' }])
  away = true
  await until(() => faults.includes('jobs are disturbed'))
  away = false
  await process.stop()
})

/** Seconds. */
const POLL = 5

test('jobs that are due at the same minute follow one another without a pause', async () => {
  const names = Array.from({ length: 10 }, (_, i) => `due${i}`)
  const process = makeJobs(
    { db: openDb(pool) } as unknown as Services,
    names.map(name => ({ name, title: name, cron: '* * * * *', run: async () => {} })),
    { pool, log, poll: POLL },
  )
  process.start()
  const times = async () =>
    (await pool.query(`select started_at from job_run where job like 'due%' order by started_at`)).rows.map(
      ({ started_at }) => started_at.getTime() as number,
    )
  await until(async () => (await times()).length >= names.length, 90_000)
  await process.stop()
  const [first, ...rest] = (await times()).slice(0, names.length)
  // A pause after each job would take nine times as long.
  expect(rest.at(-1)! - first!).toBeLessThan(3 * POLL * 1000)
}, 120_000)
