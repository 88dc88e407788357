import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { contract } from '#api/contract.ts'
import type { Services } from '#lib/server/api/context.ts'
import { startBodyTimeout } from '#lib/server/http/bodyTimeout.ts'
import { securityHeaders } from '#lib/server/http/security.ts'
import { serveBuild, serveSource } from '#lib/server/pages/bundle.ts'
import { keptParameters } from '#lib/server/pages/keptParameters.ts'
import { makePageCache } from '#lib/server/pages/pageCache.ts'
import { servePages } from '#lib/server/pages/pages.ts'
import { servePdfAssets } from '#lib/server/pages/pdfAssets.ts'
import { sendElsewhere } from '#lib/server/process/port.ts'
import { findMoved } from '#modules/content/server/redirects.ts'
import { asVisitor, makeApp } from './app.ts'

/** A client that is slow to ask, or only holds the line, is cut off; in ms. */
const LIMITS = {
  headersTimeout: 15_000,
  // Bodies have a clock of their own, which knows uploads.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}

/** The API, then the pages. `dev`: pages from source instead of the build, and nothing kept. */
export async function makeSite(services: Services, { dev = false } = {}) {
  const { config } = services
  const always = securityHeaders(config.publicUrl.startsWith('https:'))
  const cache = makePageCache({ maxBytes: dev ? 1 : undefined, queryKeys: keptParameters(contract), always })
  const app = makeApp(services, {
    cache,
    serverFactory: handler =>
      createServer(LIMITS, (request, response) => {
        const own = ['x-request-id', randomUUID()]
        // On the way out nobody is asked to stay.
        if (app.leaving) own.push('connection', 'close')
        if (app.leaving && sendElsewhere(request, response, own)) return
        if (cache.serve(request, response, own)) return
        for (const [name, value] of always) response.setHeader(name, value)
        for (let i = 0; i < own.length; i += 2) response.setHeader(own[i]!, own[i + 1]!)
        startBodyTimeout(request, response)
        handler(request, response)
      }),
  })
  servePdfAssets(app)
  const pages = await (dev ? serveSource(app) : serveBuild(app))
  servePages(app, {
    cache,
    moved: address => findMoved(services, address),
    pages,
    api: request => asVisitor(services, request),
    origin: config.publicUrl,
    maps: config.tiandituKey !== undefined,
  })
  return { app, cache }
}
