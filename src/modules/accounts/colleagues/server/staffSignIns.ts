import { eq } from 'drizzle-orm'
import { invalid, tooMany } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { limitAcross } from '#lib/server/limits/across.ts'
import { addAttempt, attemptsOf, lockKey } from '#modules/accounts/server/attempts.ts'
import { isPassword } from '#modules/accounts/server/passwords.ts'
import {
  type Account,
  confirmSession,
  endOwnSession,
  openSession,
  STAFF_IDLE,
} from '#modules/accounts/server/sessions.ts'
import { provePassword } from '#modules/accounts/server/signIns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { staffAccountsContract } from '#modules/accounts/staffContract.ts'
import { record } from '#modules/audit/server/record.ts'
import { standInsToday } from '../../deputies/server/standIns.ts'
import { readRoles, roleNamesOf } from '../../roles/server/roles.ts'
import { isSecondFactor, mustEnrol } from './totp.ts'

type Endpoints = typeof staffAccountsContract

const MINUTE = 60_000
/** Of a million codes three are right at any moment: five tries in a quarter of an hour find none. */
const CODE_TRIES = 5
const CODE_WINDOW = 15 * MINUTE

export const staffSignInsHandlers = {
  /** The password first; where there is a second factor, then that. Only then is there a session, in a cookie. */
  'POST /staff/login': async (ctx, { code, ...given }) => {
    const own = await provePassword(ctx, given, ({ kind }) => kind === 'staff')
    if (own.totpSince) {
      if (!code) return { next: 'code' }
      await proveSecondFactor(ctx, own, code)
    }
    const { token } = await ctx.db.transaction(db => openSession({ ...ctx, db }, own))
    ctx.setCookie?.(token)
    return { next: (await mustEnrol(ctx, own)) ? 'enrol' : 'done' }
  },
  'POST /staff/logout': async ctx => {
    await endOwnSession(ctx)
    ctx.setCookie?.(null)
    return {}
  },
  /** Before something dangerous: whoever sits there now is who signed in. */
  'POST /staff/confirm': async (ctx, { password }) => {
    await spend(ctx)
    const own = await ownAccount(ctx)
    if (!(await isPassword(own.passwordHash, password)))
      throw invalid('密码不正确', { password: '密码不正确，请重新输入' })
    await confirmSession(ctx)
    return {}
  },
  'GET /staff/me': async ctx => {
    const own = await ownAccount(ctx)
    const { permissions, limited = {} } = signed(ctx)
    return {
      id: own.id,
      userName: own.userName,
      displayName: own.displayName,
      roleNames: roleNamesOf(own.roles, await readRoles(ctx)),
      permissions: [...permissions, ...Object.keys(limited)],
      limited: Object.entries(limited).map(([permission, where]) => ({ permission, provinces: [...where] })),
      standsInFor: (await standInsToday(ctx, own.id)).map(({ name, toDay }) => ({ name, toDay })),
      mustEnrol: await mustEnrol(ctx, own),
      hasSecondFactor: own.totpSince !== null,
      idleMinutes: STAFF_IDLE / MINUTE,
    }
  },
} satisfies Partial<Handlers<Endpoints>>

async function proveSecondFactor(ctx: Ctx, own: Account, code: string): Promise<void> {
  const key = ctx.encryption.hash(`second factor ${own.id}`)
  const tries = await ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    await lockKey(tx, key)
    const tries = await attemptsOf(tx, 'secondFactor', key, CODE_WINDOW)
    if (tries.length < CODE_TRIES) await addAttempt(tx, 'secondFactor', key)
    return tries
  })
  if (tries.length >= CODE_TRIES) {
    const wait = tries.at(-1)!.getTime() + CODE_WINDOW - ctx.now.getTime()
    throw tooMany(`验证码错误次数较多，请 ${Math.ceil(wait / MINUTE)} 分钟后再试`)
  }
  if (await isSecondFactor(ctx, own, code)) return
  await record(ctx, { action: 'account.secondFactorFailed', objectType: 'account', objectId: own.id })
  throw invalid('验证码不正确', { code: '验证码不正确或已用过，请输入验证器上最新的一组' })
}

const spend = limitAcross('staff/confirm', { max: 5, per: 15 * MINUTE, by: 'account' })

async function ownAccount(ctx: Ctx): Promise<Account> {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  return own!
}
