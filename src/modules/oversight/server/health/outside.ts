import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { publicOnly } from '#lib/server/outbound/outboundFetch.ts'
import { outsideLink } from '#modules/content/server/tables.ts'

/** Asks an address whether it is there; answers the status, throws where nobody answers. */
export type ProbeUrl = (url: string) => Promise<number>

/** A night, at a time, and in ms how long one may take. */
const MAX_LINKS_PER_NIGHT = 200
const PARALLEL_CHECKS = 5
const REQUEST_TIMEOUT_MS = 10_000

/** Tries the addresses that were tried longest ago. One that only refuses machines is alive. */
export async function checkOutside(ctx: Pick<Ctx, 'db' | 'now'>, ask: ProbeUrl = probeUrl): Promise<number> {
  const due = await ctx.db
    .select({ url: outsideLink.url })
    .from(outsideLink)
    .orderBy(sql`${outsideLink.checkedAt} asc nulls first`, asc(outsideLink.url))
    .limit(MAX_LINKS_PER_NIGHT)
  for (let i = 0; i < due.length; i += PARALLEL_CHECKS)
    await Promise.all(due.slice(i, i + PARALLEL_CHECKS).map(({ url }) => checkOne(ctx, url, ask)))
  return due.length
}

async function checkOne({ db, now }: Pick<Ctx, 'db' | 'now'>, url: string, ask: ProbeUrl) {
  const found = await ask(url).then(
    status => ({ isAlive: status < 400 || REFUSAL_STATUSES.includes(status), note: `HTTP ${status}` }),
    error => ({ isAlive: false, note: error instanceof Error ? error.message.slice(0, 200) : '没有应答' }),
  )
  await db
    .update(outsideLink)
    .set({ ...found, checkedAt: now })
    .where(eq(outsideLink.url, url))
}

const REFUSAL_STATUSES = [401, 403, 405, 429]

/** Does not follow redirects: any response shows that the page exists. */
const probeUrl: ProbeUrl = url =>
  new Promise((resolve, reject) => {
    const { protocol, port } = new URL(url)
    if (port) throw new Error('只检查公开网站的地址')
    const asking = (protocol === 'https:' ? https : http)(url, {
      method: 'HEAD',
      ...publicOnly(url),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; link check)' },
    })
    asking.once('response', ({ statusCode = 0 }) => {
      asking.destroy()
      resolve(statusCode)
    })
    asking.once('error', reject).end()
  })
