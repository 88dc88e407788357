import { and, inArray, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { boundedLru } from '#lib/server/limits/boundedLru.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import type { advertsContract } from '../contract.ts'
import { isMourning, isRunning } from './adverts.ts'
import { advert, advertDay } from './tables.ts'

type Endpoints = typeof advertsContract
type Counter = 'views' | 'clicks'

const checkRateLimit = limit('adverti', { max: 120, per: 60_000 })

/** Readers who saw or clicked an advert recently, as hashes that are useless without our key; only in this process. */
const recentReaders = boundedLru<true>(100_000, 600_000)

const ROBOT = /bot|spider|crawl|slurp|lighthouse|curl|wget|python|^$/i

/** A robot that says so, and a page of another site, are answered and not counted. */
const isReader = ({ headers }: Ctx) =>
  !ROBOT.test(headers.userAgent ?? '') && (headers.fetchSite === undefined || headers.fetchSite === 'same-origin')

export const countViews = (ctx: Ctx, { ids }: Parsed<Endpoints['POST /app/adverti/view']>) => count(ctx, ids, 'views')
export const countClick = (ctx: Ctx, { id }: Parsed<Endpoints['POST /app/adverti/click']>) => count(ctx, [id], 'clicks')

/**
 * Counts views or clicks. Adverts that are not running are ignored without an error: a page may be open since
 * yesterday.
 */
async function count(ctx: Ctx, ids: number[], what: Counter): Promise<Output<Endpoints['POST /app/adverti/view']>> {
  checkRateLimit(ctx)
  if (!isReader(ctx) || (await isMourning(ctx))) return {}
  const running = await ctx.db
    .select({ id: advert.id })
    .from(advert)
    .where(and(inArray(advert.id, ids), isRunning(ctx)))
    // A fixed order of rows prevents a deadlock between two pages that count at once.
    .orderBy(advert.id)
  const fresh = running.filter(({ id }) => isFirst(ctx, id, what))
  if (fresh.length) await add(ctx, fresh, what)
  return {}
}

function isFirst({ encryption, address, headers }: Ctx, id: number, what: Counter): boolean {
  const reader = encryption.hash(`${what} ${id} ${address} ${headers.userAgent}`)
  const again = recentReaders.has(reader)
  if (!again) recentReaders.set(reader, true)
  return !again
}

const add = ({ db, now }: Ctx, fresh: { id: number }[], what: Counter) =>
  db
    .insert(advertDay)
    .values(fresh.map(({ id }) => ({ advertId: id, day: dayOf(now), [what]: 1 })))
    .onConflictDoUpdate({
      target: [advertDay.advertId, advertDay.day],
      set: { [what]: sql`${advertDay[what]} + 1` },
    })
