import { and, eq, inArray, or } from 'drizzle-orm'
import { tooManyRequests } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { placesOf } from '#lib/server/limits/place.ts'
import { record } from '#modules/audit/server/record.ts'
import { addAttempt, attemptsOf, lockKey } from './attempts.ts'
import { type CaptchaAnswer, isAnswered, isCaptchaRequired, refusedCaptcha } from './captchas.ts'
import type { Account } from './sessions.ts'
import { attempt } from './tables.ts'

/** Requires a captcha from the third failure on, and after the fifth (or as set) a growing delay; never locks an account. */
const WINDOW_MS = 15 * 60_000
export const FREE_FAILURES = 3
const FIRST_DELAY_MS = 10_000
const MAX_DELAY_MS = 5 * 60_000
/** Failures of all accounts together from one place, after which each sign-in there needs a captcha. */
const FREE_FAILURES_PER_PLACE = 30
/**
 * Failures of one account from anywhere, after which each sign-in to it needs a captcha: work for an attacker, no lock
 * for its owner.
 */
const FREE_FAILURES_PER_ACCOUNT = 20

/** The account, by whichever of its names it was called; of none, what was typed. */
type Whose = Pick<Account, 'id'> | { typed: string }
const nameFor = (whose: Whose) => ('id' in whose ? `account ${whose.id}` : whose.typed)

/** Failures count for an account at a place: a stranger elsewhere cannot use up what its owner may try. */
const keysAt = ({ encryption, address }: Ctx, whose: Whose) =>
  placesOf(address).map(({ place, times }) => ({
    key: encryption.hash(`sign-in ${nameFor(whose)} ${place}`),
    times,
  }))

/** `failures`: how often it failed here lately; `counted`: what was written down for this try. */
type CountedAttempt = { failures: number; counted: number[] }

/** Counted as a failure beforehand, so that fifty guesses at once are fifty. */
export async function spendAttempt(ctx: Ctx, whose: Whose, given: CaptchaAnswer): Promise<CountedAttempt> {
  const answered = !(await isCaptchaRequired(ctx)) || (await isAnswered(ctx, given))
  const here = keysAt(ctx, whose)
  const from = placesOf(ctx.address).map(({ place, times }) => ({
    key: ctx.encryption.hash(`sign-in from ${place}`),
    times,
  }))
  const of = ctx.encryption.hash(`sign-in to ${nameFor(whose)}`)
  const { failures, wait, refused, counted } = await inTransaction(ctx, async tx => {
    for (const { key } of here) await lockKey(tx, key)
    let [failures, wait] = [0, 0]
    let crowded = (await attemptsOf(tx, 'signInOf', of, WINDOW_MS)).length >= FREE_FAILURES_PER_ACCOUNT
    for (const { key, times } of here) {
      const failed = await attemptsOf(tx, 'signIn', key, WINDOW_MS)
      const over = failed.length - ctx.config.limits.signInFailures * times
      if (over >= 0) wait = Math.max(wait, failed[0]!.getTime() + delayAfter(over) - ctx.now.getTime())
      crowded ||= failed.length >= FREE_FAILURES * times
      if (times === 1) failures = failed.length
    }
    for (const { key, times } of from)
      crowded ||= (await attemptsOf(tx, 'signInFrom', key, WINDOW_MS)).length >= FREE_FAILURES_PER_PLACE * times
    const refused = !answered && crowded
    const counted: number[] = []
    if (wait <= 0 && !refused) {
      for (const { key } of here) counted.push(await addAttempt(tx, 'signIn', key))
      for (const { key } of from) counted.push(await addAttempt(tx, 'signInFrom', key))
      counted.push(await addAttempt(tx, 'signInOf', of))
    }
    return { failures, wait, refused, counted }
  })
  if (wait > 0) {
    await record(ctx, { action: 'account.signInDelayed', detail: { failures } })
    throw tooManyRequests(`登录失败次数较多，请 ${Math.ceil(wait / 1000)} 秒后再试；忘记密码可以用短信找回`)
  }
  if (refused) throw refusedCaptcha(given)
  return { failures, counted }
}

/** `over`: how many failures beyond those that are free of it. */
const delayAfter = (over: number) => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** over)

/** Clears the failures counted at this place once the owner has signed in; failures elsewhere still count. */
export async function clearFailures(ctx: Ctx, own: Pick<Account, 'id'>, counted: number[] = []): Promise<void> {
  const keys = keysAt(ctx, own).map(({ key }) => key)
  const here = and(eq(attempt.purpose, 'signIn'), inArray(attempt.key, keys))
  await ctx.db.delete(attempt).where(or(here, inArray(attempt.id, counted)))
}
