import type { Ctx } from '../api/context.ts'

/** Delay in s before a provider is queried for the first time, and maximum delay later. */
const FIRST = 20
const SELDOM = 3600

/** The longer it takes, the less often. */
export function nextLook({ now }: Pick<Ctx, 'now'>, since: Date | null): Date {
  const passed = since ? (now.getTime() - since.getTime()) / 1000 : 0
  return new Date(now.getTime() + Math.min(SELDOM, Math.max(FIRST, passed / 2)) * 1000)
}
