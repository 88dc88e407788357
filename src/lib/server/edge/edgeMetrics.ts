import { Counter, Gauge, Registry } from 'prom-client'

/** Metrics of connections refused or cut before any call was made. */
export const edgeRegister = new Registry()
const registers = [edgeRegister]

export const cutReaders = new Counter({
  name: 'hangxie_slow_readers_cut_total',
  help: 'Connections cut because their answers were read too slowly.',
  registers,
})
export const cutSenders = new Counter({
  name: 'hangxie_slow_bodies_cut_total',
  help: 'Connections cut because a body came too slowly, or had not come when all places were taken.',
  registers,
})
export const refusedConnections = new Counter({
  name: 'hangxie_connections_refused_total',
  help: 'Connections turned away; address, network: too many from one, all: too many in all, pipeline: too much asked at once.',
  labelNames: ['bound'],
  registers,
})
export const evictedConnections = new Counter({
  name: 'hangxie_connections_evicted_total',
  help: 'Idle connections closed to let another one in.',
  registers,
})
export const refusedRequests = new Counter({
  name: 'hangxie_requests_refused_total',
  help: 'Requests answered by 503 because too many were under way; address, network: of one, all: in all.',
  labelNames: ['bound'],
  registers,
})
// Present from the start, so that an increase is seen with the first.
for (const bound of ['address', 'network', 'all', 'pipeline']) refusedConnections.inc({ bound }, 0)
for (const bound of ['address', 'network', 'all']) refusedRequests.inc({ bound }, 0)

export const openConnections = new Gauge({
  name: 'hangxie_connections_open',
  help: 'Connections to the port.',
  registers,
})
export const requestsUnderWay = new Gauge({
  name: 'hangxie_requests_under_way',
  help: 'Requests that are being answered, not those for kept pages.',
  registers,
})
