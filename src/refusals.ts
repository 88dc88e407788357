import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { anonymous, type Ctx, loginOf, type Services } from '#lib/server/api/context.ts'
import { boundedLru } from '#lib/server/limits/boundedLru.ts'
import { makeRefusalNotes } from '#lib/server/monitoring/refusals.ts'
import { record } from '#modules/audit/server/record.ts'

const MINUTE = 60_000

/** Logs a refusal. Denied calls of staff go to the audit log as well, at most once a minute per person and call. */
export function recordRefusals(services: Services, log: FastifyBaseLogger) {
  const note = makeRefusalNotes(log)
  const audited = boundedLru<true>(10_000, MINUTE)
  return (request: FastifyRequest, code: number) => {
    const { actor = anonymous, ip, method, routeOptions } = request
    const address = routeOptions.config?.isAnonymous ? '' : ip
    const call = `${method} ${(routeOptions.url ?? '').replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')}`
    const account = actor.kind === 'anonymous' ? undefined : loginOf(actor)
    note({ code, call, account, address })
    if (code !== 403 || actor.kind !== 'staff') return
    const key = `${account} ${call}`
    if (audited.has(key)) return
    audited.set(key, true)
    record({ ...services, now: new Date(), actor, address }, { action: 'audit.denied', detail: { asked: call } }).catch(
      err => log.error({ err }, 'a denied call could not be recorded'),
    )
  }
}

/** Records a webhook whose signature was not accepted. */
export const recordRefusedCallback = (ctx: Ctx, detail: { asked: string; reason: string }) =>
  record(ctx, { action: 'audit.refusedCallback', detail })
