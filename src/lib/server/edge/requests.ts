import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUpload } from '../http/bodyTimeout.ts'
import { problemPage } from '../http/problem.ts'
import { networkOf, placeOf } from '../limits/place.ts'
import { cutSenders, refusedRequests, requestsUnderWay } from './edgeMetrics.ts'
import { Tally } from './tally.ts'

export type RequestBounds = { inAll: number; byAddress: number; byNetwork: number }

/**
 * Does no more at once than it should, for one address, one network and all; kept pages cost nothing and are not
 * counted. Where all are taken, the oldest request whose body has not come yet is cut for a newcomer: nothing has been
 * done for it. Uploads take their time honestly, and are never cut for that.
 */
export function boundRequests(app: FastifyInstance, bounds: RequestBounds) {
  const places = new Tally()
  const networks = new Tally()
  const underWay = new Set<IncomingMessage>()

  const cutOldestUnfinished = (): boolean => {
    for (const request of underWay) {
      if (request.complete || isUpload(request)) continue
      underWay.delete(request)
      cutSenders.inc()
      request.socket.destroy()
      return true
    }
    return false
  }

  app.addHook('onRequest', async (request, reply) => {
    const place = placeOf(request.ip)
    const network = networkOf(request.ip)
    const bound =
      places.of(place) >= bounds.byAddress
        ? 'address'
        : networks.of(network) >= bounds.byNetwork
          ? 'network'
          : underWay.size >= bounds.inAll && !cutOldestUnfinished()
            ? 'all'
            : undefined
    if (bound) {
      refusedRequests.inc({ bound })
      return refuse(request, reply)
    }
    places.add(place)
    networks.add(network)
    underWay.add(request.raw)
    requestsUnderWay.inc()
    reply.raw.once('close', () => {
      places.remove(place)
      networks.remove(network)
      underWay.delete(request.raw)
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
