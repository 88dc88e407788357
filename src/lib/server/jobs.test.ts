import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { on } from '../../../test/cluster.ts'
import { until } from '../../../test/site.ts'
import type { Services } from './context.ts'
import { openPool } from './db.ts'
import { type Job, makeJobs } from './jobs.ts'

const name = `test_${randomBytes(6).toString('hex')}`
let admin: Client
let pool: Pool
beforeAll(async () => {
  admin = new Client(inject('connection'))
  await admin.connect()
  await admin.query(`create database ${name}`)
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
const makeProcess = (jobs: Job[]) => makeJobs({} as Services, jobs, { pool: reached() as Pool, log, poll: 1 })

const handled = async (job: string) =>
  (await pool.query(`select state from pgboss.job where data ->> 'job' = $1 and state <> 'created'`, [job])).rows

test('of two processes one runs a job at its time; one that fails is logged and tried again, and ends nothing', async () => {
  const ran: string[] = []
  const jobs: Job[] = [
    { name: 'works', cron: '* * * * *', run: async () => ran.push('works') },
    {
      name: 'fails',
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
})

test('a database that is away is waited for, and a job that is no longer wanted is forgotten', async () => {
  faults = []
  away = true
  const process = makeProcess([{ name: 'other', cron: '0 3 1 1 *', run: async () => {} }])
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
