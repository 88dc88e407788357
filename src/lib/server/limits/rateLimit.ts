import { tooManyRequests } from '#lib/error.ts'
import { type Actor, type Ctx, loginOf } from '../api/context.ts'
import { boundedLru } from './boundedLru.ts'
import { placesOf } from './place.ts'

/** `max` calls in `per` ms. `site`: counted for all callers together. */
export type RateLimitRule = { max: number; per: number; by?: 'address' | 'account' | 'site' }
export type RateLimitCaller = Pick<Ctx, 'address' | 'now'> & { actor?: Actor }

/** Token buckets by place or account, `at` in ms. Kept in this process only. */
const buckets = boundedLru<{ left: number; at: number }>(100_000)

/** Empties all buckets: a server started in this process begins with full limits. */
export const resetRateLimits = (): void => buckets.clear()

/**
 * `const spend = limit('cert/verify', { max: 30, per: 10_000 })`: each `spend(ctx)` is one of 30 calls in 10 s from a
 * place, and throws when they are used up. They come back one by one, not all at once. With `by: 'account'` the
 * calls of who is signed in are counted, from wherever they come. `spend(ctx, 100)`: as many as have been set instead.
 * `cost`: a call that counts for several; for none, it only asks whether one is left.
 */
export function limit(name: string, { max: usual, per, by }: RateLimitRule) {
  return (ctx: RateLimitCaller, max = usual, cost = 1): void => {
    const moment = ctx.now.getTime()
    const wanted = Math.max(1, cost)
    const spent = countersOf(name, { by }, ctx).map(({ key, times }) => {
      const most = max * times
      const { left, at } = buckets.get(key) ?? { left: most, at: moment }
      const filled = Math.min(most, left + (Math.max(0, moment - at) * most) / per)
      if (filled < wanted) throw rateLimitRefusal({ max: most, per }, wanted - filled)
      return { key, left: filled - cost }
    })
    for (const { key, left } of spent) buckets.set(key, { left, at: moment })
  }
}

/** Counters charged for a call, each with the factor of its limit. */
export function countersOf(name: string, { by }: Pick<RateLimitRule, 'by'>, { address, actor }: RateLimitCaller) {
  if (by === 'site') return [{ key: `${name} site`, times: 1 }]
  if (by === 'account' && actor && actor.kind !== 'anonymous')
    return [{ key: `${name} account ${loginOf(actor)}`, times: 1 }]
  return placesOf(address).map(({ place, times }) => ({ key: `${name} ${place}`, times }))
}

export function rateLimitRefusal({ max, per }: RateLimitRule, missing: number) {
  const seconds = (missing * per) / max / 1000
  return tooManyRequests(`操作过于频繁，请 ${timeOf(seconds)}后再试`, Math.ceil(seconds))
}

const timeOf = (seconds: number) => (seconds > 120 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds)} 秒`)
