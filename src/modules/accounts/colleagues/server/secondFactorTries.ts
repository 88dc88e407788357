import { and, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { invalid, tooManyRequests } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { placeOf } from '#lib/server/limits/place.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { addAttempt, attemptsOf, lockKey } from '#modules/accounts/server/attempts.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { attempt, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { isRecoveryCode, isSecondFactor } from './totp.ts'

const MINUTE = 60_000
const WINDOW_MS = 15 * MINUTE
const DAY = 24 * 60 * MINUTE
/** Maximum tries per 15 minutes: at any moment 3 of 1,000,000 codes are valid. */
const MAX_TRIES = 5
/**
 * Maximum tries from all unknown places together, per 15 minutes and per day: 50 a day succeed with a chance of about 1
 * in 7,000.
 */
const MAX_TRIES_OF_STRANGERS = 10
const MAX_DAILY_TRIES_OF_STRANGERS = 50

/** `max` tries per `per` ms. */
type Counter = { key: string; limits: { per: number; max: number }[] }

/**
 * Checks the second factor under several counters, so that somebody who has only the password cannot lock out the
 * owner: each place has its own counter, places with a recent sign-in are exempt from the limit for strangers, and
 * recovery codes, which cannot be guessed, are counted separately. `warning`: template by which the owner learns of the
 * fifth wrong code.
 */
export async function proveSecondFactor(
  ctx: Ctx,
  own: Account,
  code: string,
  warning = 'security.factorFailed',
): Promise<void> {
  const counters = await countersFor(ctx, own, code)
  const { counted, wait } = await inTransaction(ctx, async tx => {
    const counted: number[] = []
    for (const { key, limits } of counters) {
      await lockKey(tx, key)
      const tries = await attemptsOf(tx, 'secondFactor', key, DAY)
      for (const { per, max } of limits) {
        const within = tries.filter(at => ctx.now.getTime() - at.getTime() < per)
        const wait = within.length < max ? 0 : within[max - 1]!.getTime() + per - ctx.now.getTime()
        if (wait > 0) return { counted: [], wait }
      }
    }
    for (const { key } of counters) counted.push(await addAttempt(tx, 'secondFactor', key))
    return { counted, wait: 0 }
  })
  if (wait > 0)
    throw tooManyRequests(
      `验证码错误次数较多，请 ${Math.ceil(wait / MINUTE)} 分钟后再试；也可以用一个备用码，或在平时登录的地方登录`,
    )
  if (await isSecondFactor(ctx, own, code)) {
    await ctx.db.delete(attempt).where(inArray(attempt.id, counted))
    return
  }
  await record(ctx, { action: 'account.secondFactorFailed', objectType: 'account', objectId: own.id })
  await warnOwner(ctx, own, warning)
  throw invalid('验证码不正确', { code: '验证码不正确或已用过，请输入验证器上最新的一组' })
}

async function countersFor(ctx: Ctx, own: Account, code: string): Promise<Counter[]> {
  const place = placeOf(ctx.address)
  const about = isRecoveryCode(code) ? 'recovery code' : 'second factor'
  const keyOf = (where: string) => ctx.encryption.hash(`${about} ${own.id} ${where}`)
  const here = { key: keyOf(place), limits: [{ per: WINDOW_MS, max: MAX_TRIES }] }
  if (isRecoveryCode(code) || (await isKnownPlace(ctx, own, place))) return [here]
  const strangers = [
    { per: WINDOW_MS, max: MAX_TRIES_OF_STRANGERS },
    { per: DAY, max: MAX_DAILY_TRIES_OF_STRANGERS },
  ]
  return [here, { key: keyOf('strangers'), limits: strangers }]
}

/**
 * Returns true if the account was signed in from this place since it has its current second factor. Earlier sessions
 * ended when the factor was set, and the check reaches only as far back as sessions are kept.
 */
async function isKnownPlace({ db }: Ctx, { id, totpSince }: Account, place: string): Promise<boolean> {
  const isSince = or(isNull(session.endedAt), gt(session.endedAt, totpSince!))
  const rows = await db
    .selectDistinct({ address: session.address })
    .from(session)
    .where(and(eq(session.accountId, id), isNotNull(session.address), isSince))
  return rows.some(({ address }) => placeOf(address!) === place)
}

/** Warns the owner once a day, at the fifth wrong code: whoever types them knows the password, or has a link. */
async function warnOwner(ctx: Ctx, own: Account, text: string): Promise<void> {
  const key = ctx.encryption.hash(`second factor ${own.id} failed ${text}`)
  await inTransaction(ctx, async tx => {
    await lockKey(tx, key)
    const failed = (await attemptsOf(tx, 'secondFactorOf', key, DAY)).length + 1
    await addAttempt(tx, 'secondFactorOf', key)
    if (failed !== MAX_TRIES) return
    await notifyAccount(tx, { text, values: { 账号: own.userName }, own, mail: true })
  })
}
