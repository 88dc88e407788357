import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { anonymous, type Ctx, type Services } from '../api/context.ts'
import { lineBudget } from '../monitoring/lineBudget.ts'

/** Below which the addresses of all callbacks stand. */
export const CALLBACKS = '/callbacks/'
const MAX_BODY_BYTES = 256 << 10
const NOTES_PER_MINUTE = 120

/** Notification sent by a provider. `body` is the exact bytes received: the signature can only be checked on them. */
export type Notice = { headers: IncomingHttpHeaders; query: Readonly<Record<string, string>>; body: Buffer }

/** Response to the provider. `refused`: why the notification is not trusted, for the log and the audit log. */
export type NoticeAnswer = { status: number; type?: string; body?: string; refused?: string }

/** Endpoint for notifications of a provider. They may arrive repeatedly, late and in any order. */
export type Callback = {
  /** Path below `CALLBACKS`. */
  path: string
  /** GET is how some providers ask whether an address is ours. */
  methods: readonly ('GET' | 'POST')[]
  take: (ctx: Ctx, notice: Notice) => Promise<NoticeAnswer>
}

type Serving = {
  services: Services
  callbacks: readonly Callback[]
  /** Notes down that a provider, or who pretends to be one, was not believed. */
  noteRefusal: (ctx: Ctx, detail: { asked: string; reason: string }) => Promise<void>
}

/** Serves the addresses at which providers tell what has happened on their side. */
export function serveCallbacks(app: FastifyInstance, { services, callbacks, noteRefusal }: Serving) {
  const mayNote = lineBudget(NOTES_PER_MINUTE)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    for (const { path, methods, take } of callbacks) {
      const url = `${CALLBACKS}${path}`
      scope.route<{ Querystring: Record<string, string> }>({
        method: [...methods],
        url,
        handler: async ({ headers, query, body, ip, log }, reply) => {
          const ctx: Ctx = { ...services, now: new Date(), actor: anonymous, address: ip, log, headers: {} }
          const notice = { headers, query: { ...query }, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
          const answer = await take(ctx, notice)
          const note = answer.refused ? mayNote() : undefined
          if (note) {
            log.warn({ asked: url, reason: answer.refused, ...note }, 'a callback was refused')
            await noteRefusal(ctx, { asked: url, reason: answer.refused! })
          }
          return reply
            .code(answer.status)
            .type(answer.type ?? 'text/plain; charset=utf-8')
            .send(answer.body ?? '')
        },
      })
    }
  })
}
