import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { typedKeys } from '#lib/keys.ts'
import type { Services } from '../api/context.ts'
import { poolOf } from '../database/db.ts'
import type { Replica } from '../database/replica.ts'
import { edgeRegister } from '../edge/edgeMetrics.ts'
import type { PageCache } from '../pages/pageCache.ts'
import { build } from '../process/buildIdentity.ts'
import { logSink } from '../process/logSink.ts'
import { type Measure, readMeasures } from './measures.ts'
import { refusalRegister } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Route pattern of a page, as in `routes.ts`. */
    pattern?: string
  }
}

/** Counters that this process increments itself. */
const counted = new Registry()

const answered = new Histogram({
  name: 'hangxie_http_request_duration_seconds',
  help: 'Answers that were made, not those of kept pages.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10],
  registers: [counted],
})

const refused = new Counter({
  name: 'hangxie_refusals_total',
  help: 'Calls that a rule has refused, by the code in the envelope: 400 input, 403 rights, 409 conflict, 429 too many.',
  labelNames: ['endpoint', 'code'],
  registers: [counted],
})

export const countRefusal = (endpoint: string, code: number) => refused.inc({ endpoint, code })

type Shown = {
  services: Services
  cache?: PageCache
  replica?: Replica
  /** Metrics read from the database on request. */
  measures: readonly Measure[]
}

/** `/metrics` for Prometheus, for whoever has the token; without a token there is no such address. */
export function serveMetrics(app: FastifyInstance, { services, cache, replica, measures }: Shown) {
  const { metricsToken } = services.config
  if (!metricsToken) return
  app.addHook('onResponse', async (request, { elapsedTime, statusCode }) => {
    const labels = { method: request.method, route: routeOf(request), status: `${Math.floor(statusCode / 100)}xx` }
    answered.observe(labels, elapsedTime / 1000)
  })
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  showBuild(own)
  showLog(own)
  if (cache) showCache(own, cache)
  if (replica) showReplica(own, replica)
  showPool(own, services)
  const measure = readMeasures(own, services, measures)
  app.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    if (!isSame(headers.authorization ?? '', `Bearer ${metricsToken}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    await measure()
    reply.header('cache-control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE)
    return Registry.merge([counted, edgeRegister, refusalRegister, own]).metrics()
  })
}

/** Compares in constant time. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** The pattern of an address, never the address: what visitors type must not fill the memory. */
function routeOf({ pattern, routeOptions: { url = 'unknown' } }: FastifyRequest): string {
  return pattern ?? (url.startsWith('/assets/') ? '/assets/*' : url)
}

function showBuild(register: Registry) {
  const help = 'Which version runs.'
  const info = new Gauge({
    name: 'hangxie_build_info',
    help,
    labelNames: ['version', 'commit', 'node'],
    registers: [register],
  })
  info.set({ ...build, node: process.versions.node }, 1)
}

function showLog(register: Registry) {
  new Counter({
    name: 'hangxie_log_lines_dropped_total',
    help: 'Lines of the log that could not be written: the disk is full, or nobody reads them.',
    registers: [register],
    collect() {
      this.reset()
      this.inc(logSink.dropped())
    },
  })
}

function showCache(register: Registry, cache: PageCache) {
  const counters = {
    hits: ['hangxie_page_cache_hits_total', 'Answers that were sent as they were kept.'],
    misses: ['hangxie_page_cache_misses_total', 'Answers that had to be made.'],
    sentBytes: ['hangxie_page_cache_sent_bytes_total', 'Bytes of kept answers that were sent.'],
  } as const
  for (const key of typedKeys(counters)) {
    const [name, help] = counters[key]
    new Counter({
      name,
      help,
      registers: [register],
      collect() {
        this.reset()
        this.inc(cache.tally()[key])
      },
    })
  }
  const gauges = {
    entries: ['hangxie_page_cache_entries', 'Addresses whose answer is kept.'],
    bytes: ['hangxie_page_cache_bytes', 'Memory that kept answers take.'],
  } as const
  for (const key of typedKeys(gauges)) {
    const [name, help] = gauges[key]
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(cache.tally()[key])
      },
    })
  }
}

function showReplica(register: Registry, replica: Replica) {
  new Gauge({
    name: 'hangxie_replica_used',
    help: '1: public questions are asked of the replica; 0: it is behind or does not answer, and the primary is asked.',
    registers: [register],
    collect() {
      this.set(replica.reader() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'hangxie_replica_lag_seconds',
    help: 'How old what the replica shows is; NaN when that is not known.',
    registers: [register],
    collect() {
      this.set(replica.lag() ?? Number.NaN)
    },
  })
}

function showPool(register: Registry, { db }: Services) {
  const pool = poolOf(db)
  new Gauge({
    name: 'hangxie_db_pool_connections',
    help: 'Connections of this process to the database; waiting: who waits for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
