import type { Ctx } from '../api/context.ts'

/** Delay in s before a provider is queried for the first time, and maximum delay later. */
const MIN_DELAY_S = 20
const MAX_DELAY_S = 3600

/** The longer it takes, the less often. */
export function nextPollAt({ now }: Pick<Ctx, 'now'>, since: Date | null): Date {
  const passed = since ? (now.getTime() - since.getTime()) / 1000 : 0
  return new Date(now.getTime() + Math.min(MAX_DELAY_S, Math.max(MIN_DELAY_S, passed / 2)) * 1000)
}
