import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { calls } from '../../src/lib/server/api/apiCalls.ts'
import { anonymous, type Ctx } from '../../src/lib/server/api/context.ts'
import { openServices } from '../../src/lib/server/api/services.ts'
import { openPool } from '../../src/lib/server/database/db.ts'
import { resetRateLimits } from '../../src/lib/server/limits/rateLimit.ts'
import { readConfig } from '../../src/lib/server/process/config.ts'
import { setting } from '../../src/modules/settings/server/tables.ts'
import { recordAnswers, recordCallsWithin } from '../answers/record.ts'
import { on } from './cluster.ts'
import { ownDataDir } from './tempDir.ts'

recordCallsWithin(calls())

type Envelope<Data> = { status: number; code: number; data: Data; msg: string }
// biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
type Any = any

/**
 * The API on a database and a data directory of its own, reached as a browser would: `get('/catalog', { … })`. With
 * `demo`, the demo association is in them. Close it in `afterAll`.
 */
export async function startApp({ demo = false, env = {} }: { demo?: boolean; env?: Record<string, string> } = {}) {
  const connection = inject('connection')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client(connection)
  await admin.connect()
  const template = demo ? 'demo_template' : 'empty_template'
  await admin.query(`create database ${name} template ${template} strategy file_copy`)

  const dataDir = env.DATA_DIR ?? (await ownDataDir(inject('dataDir')))
  const given = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://site.test',
    CAPTCHA_WORK: '1',
    TRIAL: '1',
  }
  const config = readConfig({ ...given, ...env })
  const pool = openPool({ ...on(connection, name), max: 5 })
  const services = await openServices(config, pool)
  // Decisions are told at once, unless a test says otherwise: no test waits for time.
  await services.db.insert(setting).values({ name: 'decisions', value: { holdMinutes: 0 } })
  const app = makeApp(services)
  recordAnswers(app)
  resetRateLimits()

  /** API client with a member token, a staff cookie or a visitor ticket, from that address. */
  const caller = (
    whose: string | { cookie: string } | { ticket: string } = 'anonymous',
    remoteAddress = '127.0.0.1',
  ) => {
    const own = { 'sec-fetch-site': 'same-origin' }
    const headers = typeof whose === 'string' ? { token: whose, ...own } : { ...whose, ...own }
    const send = async <Data = Any>(
      method: 'GET' | 'POST',
      path: string,
      payload?: object,
    ): Promise<Envelope<Data>> => {
      const response = await app.inject({ method, url: `/api${path}`, payload, headers, remoteAddress })
      return { status: response.statusCode, ...response.json() }
    }
    return {
      get: <Data = Any>(path: string, query: Record<string, string | number> = {}) => {
        const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
        return send<Data>('GET', search.size ? `${path}?${search}` : path)
      },
      post: <Data = Any>(path: string, body: object) => send<Data>('POST', path, body),
      /** Calls an endpoint that answers with a document. */
      download: async (path: string, payload: object) => {
        const response = await app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
        return { type: response.headers['content-type'], bytes: response.rawPayload }
      },
    }
  }

  return {
    app,
    services,
    ...caller(),
    as: caller,
    from: (address: string) => caller(undefined, address),
    /** Context of work that the program does by itself, at that moment. */
    ctx: (now = new Date()): Ctx => ({ ...services, now, actor: anonymous, address: '', log: app.log, headers: {} }),
    close: async () => {
      await app.close()
      await pool.end()
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true })
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export type Site = Awaited<ReturnType<typeof startApp>>
