import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { CALLBACKS, type Callback } from '#lib/server/http/callbacks.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { findByKey, leave } from './subscriptions.ts'

const PATH = 'newsletter'
/** As a form, or as the multipart that the RFC allows as well. */
const ONE_CLICK = /List-Unsubscribe(=|"\r?\n\r?\n)One-Click/
const spend = limit('newsletter/one-click', { max: 120, per: 3_600_000 })

export const oneClickAddress = (ctx: Pick<Ctx, 'config'>, key: string) =>
  `${ctx.config.publicUrl}${CALLBACKS}${PATH}?key=${encodeURIComponent(key)}`

/**
 * Unsubscribes by a POST of the mail program (RFC 8058): without cookies, without a further question, and only with the
 * body that the RFC prescribes, so that no scanner of links unsubscribes anybody.
 */
export const newsletterCallback: Callback = {
  path: PATH,
  methods: ['POST'],
  async take(ctx, { query, body }) {
    if (!ONE_CLICK.test(body.toString('utf8', 0, 1_000)))
      return { status: 400, body: '应为 List-Unsubscribe=One-Click' }
    try {
      spend(ctx)
      await leave(ctx, await findByKey(ctx, query.key ?? ''))
      return { status: 200, body: '已退订' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { status: error.code, body: error.message }
    }
  },
}
