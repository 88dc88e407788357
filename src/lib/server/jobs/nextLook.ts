import type { Ctx } from '../api/context.ts'

/** In s: when a provider is asked for the first time how something stands, and how seldom at last. */
const FIRST = 20
const SELDOM = 3600

/** The longer it takes, the less often. */
export function nextLook({ now }: Pick<Ctx, 'now'>, since: Date | null): Date {
  const passed = since ? (now.getTime() - since.getTime()) / 1000 : 0
  return new Date(now.getTime() + Math.min(SELDOM, Math.max(FIRST, passed / 2)) * 1000)
}
