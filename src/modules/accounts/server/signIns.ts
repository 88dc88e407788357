import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { isCreditCode, plainCreditCode } from '#lib/creditCode.ts'
import { forbidden, invalid, tooMany } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/fieldReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import type { accountsContract } from '../contract.ts'
import { addAttempt, attemptsOf, lockKey } from './attempts.ts'
import { isAnswered, refusedCaptcha, wantsCaptcha } from './captchas.ts'
import { isPassword } from './passwords.ts'
import { type Account, openSession } from './sessions.ts'
import { account, attempt } from './tables.ts'

type SignIn = (typeof accountsContract)['POST /login']

/** quality.md section 2: a captcha from the third failure on, after the fifth (or as set) a growing delay, never a lock. */
const WINDOW = 15 * 60_000
const FREE = 3
const FIRST_DELAY = 10_000
const LONGEST_DELAY = 5 * 60_000
/** Of all accounts together, from one address, before each sign-in there wants a captcha. */
const FREE_FROM_ADDRESS = 30

const WRONG = '用户名或密码不正确'
/** Each sign-in costs 20 MB and some 20 ms. */
const spend = limit('login', { max: 60, per: 60_000 })

export const signInsHandlers = {
  /** Of members: staff sign in at an entrance of their own. */
  'POST /login': async (ctx, given) => {
    const own = await provePassword(ctx, given, ({ kind }) => kind !== 'staff')
    return ctx.db.transaction(db => openSession({ ...ctx, db }, own))
  },
} satisfies Partial<Handlers<typeof accountsContract>>

/**
 * Whose password it is, of those that are meant. Says and does the same for accounts that exist and that do not; what
 * state an account is in learns who knows its password.
 */
export async function provePassword(
  ctx: Ctx,
  given: Parsed<SignIn>,
  isMeant: (of: Account) => boolean,
): Promise<Account> {
  spend(ctx)
  const name = nameOf(ctx, given.account)
  const failures = await spendAttempt(ctx, name, given)
  const [found] = await ctx.db.select().from(account).where(name.where)
  const meant = found && isMeant(found) ? found : undefined
  if (!(await isPassword(meant?.passwordHash, given.password))) {
    await record(ctx, { action: 'account.signInFailed', objectType: 'account', objectId: found?.id })
    throw invalid(WRONG, failures + 1 >= FREE && (await wantsCaptcha(ctx)) ? { captcha: '请回答验证问题' } : undefined)
  }
  await forgiveFailures(ctx, meant!)
  refuseUnlessActive(meant!)
  return meant!
}

type Name = { where: SQL; key: string }

/** By its form: a user name begins with a letter, and is no credit code. */
function nameOf(ctx: Ctx, typed: string): Name {
  const [mobile, code] = [plainMobile(typed), plainCreditCode(typed)]
  if (isMobile(mobile)) return { where: eq(account.phoneHash, ctx.encryption.hash(mobile)), key: keyOf(ctx, mobile) }
  if (isCreditCode(code)) return { where: eq(account.creditCode, code), key: keyOf(ctx, code) }
  const userName = typed.normalize('NFKC').toLowerCase()
  return { where: isUserName(userName), key: keyOf(ctx, userName) }
}

/** User names are told apart without regard to case. */
export const isUserName = (userName: string) => sql`lower(${account.userName}) = ${userName.toLowerCase()}`

/** Failures count for a name at an address: a stranger elsewhere cannot use up what its owner may try. */
const keyOf = ({ encryption, address }: Ctx, name: string) => encryption.hash(`sign-in ${name} ${address}`)

/** How often it failed lately. Counted as a failure beforehand, so that fifty guesses at once are fifty. */
async function spendAttempt(ctx: Ctx, { key }: Name, given: Parsed<SignIn>): Promise<number> {
  const wanted = await wantsCaptcha(ctx)
  const answered = !wanted || (await isAnswered(ctx, given))
  const from = ctx.encryption.hash(`sign-in from ${ctx.address}`)
  const { failures, wait, refused } = await ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    await lockKey(tx, key)
    const failed = await attemptsOf(tx, 'signIn', key, WINDOW)
    const over = failed.length - ctx.config.limits.signInFailures
    const wait = over < 0 ? 0 : failed[0]!.getTime() + delayAfter(over) - ctx.now.getTime()
    const crowded = (await attemptsOf(tx, 'signInFrom', from, WINDOW)).length >= FREE_FROM_ADDRESS
    const refused = !answered && (failed.length >= FREE || crowded)
    if (wait <= 0 && !refused) {
      await addAttempt(tx, 'signIn', key)
      await addAttempt(tx, 'signInFrom', from)
    }
    return { failures: failed.length, wait, refused }
  })
  if (wait > 0) {
    await record(ctx, { action: 'account.signInDelayed', detail: { failures } })
    throw tooMany(`登录失败次数较多，请 ${Math.ceil(wait / 1000)} 秒后再试；忘记密码可以用短信找回`)
  }
  if (refused) throw refusedCaptcha(given)
  return failures
}

/** `over`: how many failures beyond those that are free of it. */
const delayAfter = (over: number) => Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** over)

/** Whoever has proved to be its owner begins anew, under each of the account's names. */
export async function forgiveFailures(ctx: Ctx, { userName, creditCode, phoneSealed }: Account): Promise<void> {
  const names = [userName.toLowerCase(), creditCode, phoneSealed && ctx.encryption.decrypt(phoneSealed)]
  const keys = names.flatMap(name => (name ? keyOf(ctx, name) : []))
  await ctx.db.delete(attempt).where(and(eq(attempt.purpose, 'signIn'), inArray(attempt.key, keys)))
}

function refuseUnlessActive({ status }: Account): void {
  if (status === 'frozen') throw forbidden('本账号正在办理联系人变更，暂不能登录，如有疑问请与协会联系')
  if (status === 'disabled') throw forbidden('本账号已被协会停用，如有疑问请与协会联系')
  if (status === 'deleted') throw forbidden('本账号已注销')
}
