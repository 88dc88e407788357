import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { contract } from '#api/contract.ts'
import type { Services } from '#lib/server/api/context.ts'
import type { Replica } from '#lib/server/database/replica.ts'
import { refuseRequest, requestFault } from '#lib/server/edge/requestForm.ts'
import { boundRequests } from '#lib/server/edge/requests.ts'
import { guardedServer } from '#lib/server/edge/server.ts'
import { startBodyTimeout } from '#lib/server/http/bodyTimeout.ts'
import { takePolicyReports } from '#lib/server/http/policyReports.ts'
import { securityHeaders } from '#lib/server/http/security.ts'
import { serveBuild, serveSource } from '#lib/server/pages/bundle.ts'
import { answerWhileClosed } from '#lib/server/pages/closedSite.ts'
import { keptParameters } from '#lib/server/pages/keptParameters.ts'
import { makePageCache } from '#lib/server/pages/pageCache.ts'
import { servePages } from '#lib/server/pages/pages.ts'
import { servePdfAssets } from '#lib/server/pages/pdfAssets.ts'
import { rememberAnswers } from '#lib/server/pages/rememberAnswers.ts'
import { isClosed, isOnTrial } from '#lib/server/process/operation.ts'
import { sendElsewhere } from '#lib/server/process/port.ts'
import { findMoved } from '#modules/content/navigation/server/places.ts'
import { call, makeApp, makeVisitorApi } from './app.ts'

/** A client that is slow to ask, or only holds the line, is cut off; `patience` and all of these in ms. */
const limitsFor = (patience: number) => ({
  headersTimeout: patience / 2,
  // Bodies have a clock of their own, which knows uploads.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: patience / 5,
})

/** `dev`: pages from source instead of the build, and nothing kept. */
type Options = { dev?: boolean; replica?: Replica }

/** The API, then the pages. */
export async function makeSite(services: Services, { dev = false, replica }: Options = {}) {
  const { config } = services
  const always = securityHeaders(config.publicUrl.startsWith('https:'))
  const cache = makePageCache({
    maxBytes: dev ? 1 : undefined,
    queryKeys: keptParameters(contract),
    isTagged: config.purging !== undefined,
    always,
  })
  const answers = rememberAnswers(contract, call, replica?.reader)
  const ask = dev ? call : answers.call
  const { patience } = config.edge.readers
  const app = makeApp(services, {
    cache,
    replica,
    ask,
    serverFactory: handler => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        const own = ['x-request-id', randomUUID()]
        // Closes keep-alive connections while draining.
        if (app.leaving) own.push('connection', 'close')
        if (isOnTrial()) own.push('x-robots-tag', 'noindex, nofollow')
        if (app.leaving && sendElsewhere(request, response, own)) return
        const fault = requestFault(request)
        if (!fault && !isClosed() && cache.serve(request, response, own)) return
        for (const [name, value] of always) response.setHeader(name, value)
        for (let i = 0; i < own.length; i += 2) response.setHeader(own[i]!, own[i + 1]!)
        if (fault) return refuseRequest(fault, response)
        if (answerWhileClosed(request, response)) return
        // Applies 90 % of the limit, so that the timeout ends in time on a busy machine, too.
        startBodyTimeout(request, response, 0.9 * patience)
        handler(request, response)
      }
      return guardedServer(limitsFor(patience), config, answer)
    },
  })
  boundRequests(app, config.edge.requests)
  takePolicyReports(app)
  servePdfAssets(app)
  const pages = await (dev ? serveSource(app) : serveBuild(app))
  servePages(app, {
    cache,
    moved: address => findMoved(services, address),
    pages,
    api: ({ ip, log }) => makeVisitorApi(services, { ip, log, ask }),
    origin: config.publicUrl,
    maps: config.tiandituKey !== undefined,
    files: services.store.direct?.origin,
    wechat: config.wechat !== undefined,
  })
  cache.remakeBy(url => app.inject({ url, headers: { 'accept-encoding': 'br' } }))
  /** Notifies all caches of changes: first the replica, from which the others are filled. */
  const kept = {
    changed(what: string) {
      replica?.changed()
      answers.changed(what)
      cache.changed(what)
    },
    deafen() {
      answers.deafen()
      cache.deafen()
    },
  }
  return { app, cache, kept }
}
