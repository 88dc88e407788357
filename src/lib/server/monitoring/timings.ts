import type { FastifyInstance, FastifyRequest } from 'fastify'

export type Timing = { route: string; count: number; p50: number; p95: number; slowest: number }

/** Maximum samples per route and maximum routes, so that memory stays constant. */
const MAX_SAMPLES = 200
const MAX_ROUTES = 400

type Ring = { times: number[]; next: number; count: number; slowest: number }
const rings = new Map<string, Ring>()
const since = new Date()

/** Remembers how long answers took, in this process. Kept pages are answered before this and cost nothing. */
export function measure(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    if (!UNTIMED_PATHS.test(route)) add(route, reply.elapsedTime)
  })
}

/** Requests that are neither pages nor calls: assets and health checks. */
const UNTIMED_PATHS = / \/(assets\/|healthz|readyz|favicon)/

/** Addresses with numbers in them are one route. */
function routeOf({ method, url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url
  if (route && !route.includes('*')) return `${method} ${route}`
  return `${method} ${url.split('?')[0]!.replace(/\/\d+(?=\/|$)/g, '/{id}')}`
}

function add(route: string, ms: number) {
  const ring = rings.get(route) ?? { times: [], next: 0, count: 0, slowest: 0 }
  if (!rings.has(route) && rings.size >= MAX_ROUTES) return
  rings.set(route, ring)
  ring.times[ring.next] = ms
  ring.next = (ring.next + 1) % MAX_SAMPLES
  ring.count++
  ring.slowest = Math.max(ring.slowest, ms)
}

/** Durations in ms by route, slowest first. */
export function timings(): { since: Date; routes: Timing[] } {
  const routes = [...rings].map(([route, { times, count, slowest }]) => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
    return { route, count, p50: at(0.5), p95: at(0.95), slowest: round(slowest) }
  })
  return { since, routes: routes.sort((a, b) => b.p95 - a.p95) }
}

const round = (ms: number) => Math.round(ms * 10) / 10
