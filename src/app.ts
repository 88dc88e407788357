import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import fastify from 'fastify'
import { contract } from '#api/contract.ts'
import { sections } from '#api/sections.ts'
import { MAX_BODY_KB } from '#lib/contract.ts'
import { setApiCalls } from '#lib/server/api/apiCalls.ts'
import { makeCall } from '#lib/server/api/call.ts'
import { anonymous, type Services } from '#lib/server/api/context.ts'
import { serveDocs } from '#lib/server/api/docs.ts'
import { schemaMeasures } from '#lib/server/database/measures.ts'
import type { Replica } from '#lib/server/database/replica.ts'
import { serveCallbacks } from '#lib/server/http/callbacks.ts'
import { answerErrors, answerUnreadable, preventCaching, serveContract } from '#lib/server/http/http.ts'
import { LineForRequest, linesForPeople, withoutQuery } from '#lib/server/http/requestLog.ts'
import { jobMeasures } from '#lib/server/jobs/measures.ts'
import { answerHealth } from '#lib/server/monitoring/health.ts'
import { serveMetrics } from '#lib/server/monitoring/metrics.ts'
import { measure } from '#lib/server/monitoring/timings.ts'
import { outboxMeasures } from '#lib/server/outbox/measures.ts'
import type { PageCache } from '#lib/server/pages/pageCache.ts'
import { faultLog } from '#lib/server/process/faultLog.ts'
import { logSink } from '#lib/server/process/logSink.ts'
import { accountMeasures } from '#modules/accounts/server/measures.ts'
import { advertMeasures } from '#modules/adverts/server/measures.ts'
import { certificateMeasures } from '#modules/certificates/server/measures.ts'
import { backupMeasures } from '#modules/oversight/backups/server/measures.ts'
import { applicationMeasures } from '#modules/review/server/measures.ts'
import { callbacks } from './callbacks.ts'
import { handlers } from './handlers.ts'
import { identify } from './modules/accounts/server/identify.ts'
import { recordRefusals, recordRefusedCallback } from './refusals.ts'

export const call = makeCall(contract, handlers)
setApiCalls({ contract, call })

type VisitorRequest = { ip: string; log: FastifyBaseLogger; ask?: typeof call }

/** The API as anyone may use it, in process: for pages that are rendered here, and for its own documentation. */
export const makeVisitorApi =
  (services: Services, { ip, log, ask = call }: VisitorRequest) =>
  (key: never, input: never) =>
    ask({ ...services, now: new Date(), actor: anonymous, address: ip, log, headers: {} }, key, input)

type Options = FastifyServerOptions & {
  cache?: PageCache
  replica?: Replica
  /** Replaces `call`, e.g. by one that caches answers. */
  ask?: typeof call
}

/** The API alone. `site.ts` puts the pages in front of it; tests inject requests into it. */
export function makeApp(services: Services, { cache, replica, ask = call, ...options }: Options = {}) {
  const faults = faultLog()
  const app = fastify({
    logger: {
      level: services.config.logLevel,
      hooks: faults.hooks,
      serializers: { req: withoutQuery, ...faults.serializers },
      stream: process.stdout.isTTY ? linesForPeople(process.stdout) : logSink,
    },
    logController: new LineForRequest(),
    trustProxy: services.config.trustProxy.length > 0 && services.config.trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_KB << 10,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerUnreadable,
    ...options,
  })
  app.decorate('leaving', false)
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setHeader('x-request-id', request.id)
    preventCaching(reply.raw)
  })
  measure(app)
  serveMetrics(app, {
    services,
    cache,
    replica,
    measures: [
      ...outboxMeasures,
      ...schemaMeasures,
      ...jobMeasures,
      ...accountMeasures(services.config),
      ...applicationMeasures,
      ...certificateMeasures,
      ...advertMeasures,
      ...backupMeasures,
    ],
  })
  answerErrors(app, recordRefusals(services, app.log))
  answerHealth(app, services)
  serveContract(app, { contract, call: ask, identify, services, cache })
  serveCallbacks(app, { services, callbacks, noteRefusal: recordRefusedCallback })
  serveDocs(app, sections, {
    origin: services.config.publicUrl,
    ask: makeVisitorApi(services, { ip: '', log: app.log }),
  })
  return app
}
