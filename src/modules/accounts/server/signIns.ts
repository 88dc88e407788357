import { eq, type SQL } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { isCreditCode, plainCreditCode } from '#lib/creditCode.ts'
import { forbidden, invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { isCaptchaRequired } from './captchas.ts'
import { isPassword } from './passwords.ts'
import { type Account, openSession } from './sessions.ts'
import { clearFailures, FREE_FAILURES, spendAttempt } from './signInFailures.ts'
import { account } from './tables.ts'
import { isUserName } from './userNames.ts'

type SignIn = (typeof ownAccountContract)['POST /login']

const HANDED_OVER_MESSAGE = '本单位账号已移交给一位经办人，请用经办人自己的账号登录；联系不上的，请向协会办理联系人变更'
const WRONG_PASSWORD_MESSAGE = '用户名或密码不正确'
/** Each sign-in costs 20 MB and about 20 ms. A class of sixty may share one address. */
const spendSignIn = limit('login', { max: 120, per: 60_000 })

export const signInsHandlers = {
  /** For members; staff have a sign-in of their own. */
  'POST /login': async (ctx, given) => {
    const own = await provePassword(ctx, given, ({ kind }) => kind !== 'staff')
    return inTransaction(ctx, tx => openSession(tx, own))
  },
} satisfies Partial<Handlers<typeof ownAccountContract>>

/**
 * Verifies user name and password. Answers the same whether the account exists or not; the status of an account is
 * shown only after the right password.
 */
export async function provePassword(
  ctx: Ctx,
  given: Parsed<SignIn>,
  isMeant: (of: Account) => boolean,
): Promise<Account> {
  spendSignIn(ctx)
  const name = nameOf(ctx, given.account)
  const [found] = await ctx.db.select().from(account).where(name.where)
  const { failures, counted } = await spendAttempt(ctx, found ?? { typed: name.typed }, given)
  const meant = found && isMeant(found) ? found : undefined
  if (!(await isPassword(meant?.passwordHash, given.password))) {
    await record(ctx, { action: 'account.signInFailed', objectType: 'account', objectId: found?.id })
    throw invalid(
      WRONG_PASSWORD_MESSAGE,
      failures + 1 >= FREE_FAILURES && (await isCaptchaRequired(ctx)) ? { captcha: '请完成人机验证' } : undefined,
    )
  }
  await clearFailures(ctx, meant!, counted)
  refuseUnlessActive(meant!)
  return meant!
}

type Name = { where: SQL; typed: string }

/** Decides by format: mobile, credit code, or user name, which begins with a letter and is never a credit code. */
function nameOf(ctx: Ctx, given: string): Name {
  const [mobile, code] = [plainMobile(given), plainCreditCode(given)]
  if (isMobile(mobile)) return { where: eq(account.phoneHash, ctx.encryption.hash(mobile)), typed: mobile }
  if (isCreditCode(code)) return { where: eq(account.creditCode, code), typed: code }
  const typed = given.normalize('NFKC').toLowerCase()
  return { where: isUserName(typed), typed }
}

function refuseUnlessActive({ status, ownerId }: Account): void {
  if (ownerId !== null) throw forbidden(HANDED_OVER_MESSAGE)
  if (status === 'frozen') throw forbidden('本账号正在办理联系人变更，暂不能登录，如有疑问请与协会联系')
  if (status === 'disabled') throw forbidden('本账号已被协会停用，如有疑问请与协会联系')
  if (status === 'deleted') throw forbidden('本账号已注销')
}
