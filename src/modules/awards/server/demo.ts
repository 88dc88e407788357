import type { Services } from '#lib/server/api/context.ts'
import { demoCalls } from './demo/calls.ts'
import { demoEntries } from './demo/entries.ts'
import { demoRounds } from './demo/rounds.ts'
import { demoWinners } from './demo/winners.ts'

type Loading = Services & { now: Date }

/** Awards of three years: one called for, one before its experts, one decided. */
export async function demoAwards(ctx: Loading) {
  await demoCalls(ctx)
  await demoEntries(ctx)
  await demoRounds(ctx)
  await demoWinners(ctx)
}
