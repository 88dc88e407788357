import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemPage } from '../http/problem.ts'
import { placeOf } from '../limits/place.ts'
import { refusedRequests, requestsUnderWay } from './edgeMetrics.ts'
import { Tally } from './tally.ts'

export type RequestBounds = { inAll: number; byAddress: number }

/** Does no more at once than it should, for one address and for all; kept pages cost nothing and are not counted. */
export function boundRequests(app: FastifyInstance, bounds: RequestBounds) {
  const tally = new Tally()
  app.addHook('onRequest', async (request, reply) => {
    const place = placeOf(request.ip)
    const bound = tally.total >= bounds.inAll ? 'all' : tally.of(place) >= bounds.byAddress ? 'address' : undefined
    if (bound) {
      refusedRequests.inc({ bound })
      return refuse(request, reply)
    }
    tally.add(place)
    requestsUnderWay.inc()
    reply.raw.once('close', () => {
      tally.remove(place)
      requestsUnderWay.dec()
    })
  })
}

function refuse({ url, id }: FastifyRequest, reply: FastifyReply) {
  if (url.startsWith('/api/'))
    return reply.code(503).header('retry-after', '5').send({ code: 503, data: null, msg: '服务暂时繁忙，请稍后再试' })
  const { status, headers, body } = problemPage(503, id)
  return reply.code(status).headers(headers).send(body)
}
