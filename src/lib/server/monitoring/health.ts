import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../api/context.ts'
import { poolOf } from '../database/db.ts'
import { isSchemaNewer } from '../database/migrations.ts'
import { buildName } from '../process/buildIdentity.ts'
import { operation } from '../process/operation.ts'

/**
 * /healthz: the process answers, and is not on its way out. /readyz: the database and the file store were really written
 * and read just now; `schema: newer`: a later version has migrated the database. A file `draining` in the data directory turns both off, and the process goes on serving.
 */
export function answerHealth(app: FastifyInstance, { db, store, config }: Services) {
  const draining = join(config.dataDir, 'draining')
  const isOut = () => app.leaving || existsSync(draining)

  app.get('/healthz', { logLevel: 'warn' }, async (_, reply) => {
    const out = isOut()
    reply.code(out ? 503 : 200).header('cache-control', 'no-store')
    const status = app.leaving ? 'leaving' : out ? 'draining' : 'ok'
    return { status, mode: operation().mode }
  })

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const checks = { database: () => writeAndRead(db), files: () => store.check() }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await withTimeout(CHECK_TIMEOUT_MS, check())
          return [name, 'ok'] as const
        } catch (err) {
          request.log.error({ err }, `not ready: ${name}`)
          return [name, 'unavailable'] as const
        }
      }),
    )
    const schema = await isSchemaNewer(poolOf(db)).then(
      isNewer => (isNewer ? 'newer' : 'current'),
      () => 'unknown',
    )
    const ready = !isOut() && results.every(([, result]) => result === 'ok')
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    const about = { mode: operation().mode, build: buildName, schema }
    return { status: ready ? 'ok' : 'unavailable', ...about, ...Object.fromEntries(results) }
  })
}

/** Timeout of a check in ms. */
const CHECK_TIMEOUT_MS = 5_000

function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function writeAndRead(db: Services['db']) {
  await db.transaction(async tx => {
    await tx.execute(sql`create temporary table readiness (at timestamptz) on commit drop`)
    await tx.execute(sql`insert into readiness values (now())`)
    const { rowCount } = await tx.execute(sql`select at from readiness`)
    if (rowCount !== 1) throw new Error('a row that was written could not be read')
  })
}
