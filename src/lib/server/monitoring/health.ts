import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../api/context.ts'

/** /healthz: the process answers, and is not on its way out. /readyz: the database and the file store were really written and read just now. */
export function answerHealth(app: FastifyInstance, { db, store }: Services) {
  app.get('/healthz', { logLevel: 'warn' }, async (_, reply) => {
    reply.code(app.leaving ? 503 : 200).header('cache-control', 'no-store')
    return { status: app.leaving ? 'leaving' : 'ok' }
  })

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const checks = { database: () => writeAndRead(db), files: () => store.check() }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check()
          return [name, 'ok'] as const
        } catch (err) {
          request.log.error({ err }, `not ready: ${name}`)
          return [name, 'unavailable'] as const
        }
      }),
    )
    const ready = !app.leaving && results.every(([, result]) => result === 'ok')
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    return { status: ready ? 'ok' : 'unavailable', ...Object.fromEntries(results) }
  })
}

async function writeAndRead(db: Services['db']) {
  await db.transaction(async tx => {
    await tx.execute(sql`create temporary table readiness (at timestamptz) on commit drop`)
    await tx.execute(sql`insert into readiness values (now())`)
    const { rowCount } = await tx.execute(sql`select at from readiness`)
    if (rowCount !== 1) throw new Error('a row that was written could not be read')
  })
}
