import { LRUCache } from 'lru-cache'
import { tooMany } from '#lib/error.ts'
import type { Actor, Ctx } from '../api/context.ts'

/** So many calls in so many ms. */
export type Usual = { max: number; per: number; by?: 'address' | 'account' }
export type Limited = Pick<Ctx, 'address' | 'now'> & { actor?: Actor }

/** What an address or account may still do at once, as of a moment in ms. Kept in this process only. */
const buckets = new LRUCache<string, { left: number; at: number }>({ max: 100_000 })

/** As if nobody had called yet: a server that begins in this process begins with everything left. */
export const forgetCalls = (): void => buckets.clear()

/**
 * `const spend = limit('cert/verify', { max: 30, per: 10_000 })`: each `spend(ctx)` is one of 30 calls in 10 s from an
 * address, and throws when they are used up. They come back one by one, not all at once. With `by: 'account'` the
 * calls of who is signed in are counted, from wherever they come. `spend(ctx, 100)`: as many as have been set instead.
 * `cost`: a call that counts for several; for none, it only asks whether one is left.
 */
export function limit(name: string, { max: usual, per, by }: Usual) {
  return (ctx: Limited, max = usual, cost = 1): void => {
    const key = ofWhom(name, { by }, ctx)
    const moment = ctx.now.getTime()
    const { left, at } = buckets.get(key) ?? { left: max, at: moment }
    const filled = Math.min(max, left + (Math.max(0, moment - at) * max) / per)
    const wanted = Math.max(1, cost)
    if (filled < wanted) throw refuseFor({ max, per }, wanted - filled)
    buckets.set(key, { left: filled - cost, at: moment })
  }
}

/** Whose calls are counted. */
export function ofWhom(name: string, { by }: Pick<Usual, 'by'>, { address, actor }: Limited): string {
  const isKnown = by === 'account' && actor && actor.kind !== 'anonymous'
  return `${name} ${isKnown ? `account ${actor.accountId}` : address}`
}

export const refuseFor = ({ max, per }: Usual, missing: number) =>
  tooMany(`操作过于频繁，请 ${timeOf((missing * per) / max / 1000)}后再试`)

const timeOf = (seconds: number) => (seconds > 120 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds)} 秒`)
