import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { typedCode } from '#lib/typed.ts'
import type { ownStaffAccountContract } from '#modules/accounts/ownStaffAccountContract.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { type Account, endOtherSessions } from '#modules/accounts/server/sessions.ts'
import { account, recoveryCode } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'

type Endpoints = typeof ownStaffAccountContract

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 s, one step of clock difference either way. */
const PERIOD_S = 30
const WINDOW_STEPS = 1
const RECOVERY_CODE_COUNT = 10

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S, label, issuer })

export const totpHandlers = {
  'POST /staff/totp/begin': async ctx => {
    const { accountId, userName } = signedInActor(ctx)
    const secret = new Secret({ size: 20 }).base32
    await ctx.db
      .update(account)
      .set({ totpNextSealed: ctx.encryption.encrypt(secret) })
      .where(eq(account.id, accountId))
    const { association } = await readPublicConfig(ctx)
    return { secret, uri: totpOf(secret, userName, association.shortName).toString() }
  },
  /**
   * Turns on the second factor. Every sign-in asks for a code from now on; earlier recovery codes and all other
   * sessions become invalid.
   */
  'POST /staff/totp/enable': async (ctx, { code }) => {
    const { accountId } = signedInActor(ctx)
    return inTransaction(ctx, async tx => {
      const { db } = tx
      const [own] = await db.select().from(account).where(eq(account.id, accountId)).for('update')
      if (!own?.totpNextSealed) throw conflict('请先获取两步验证的二维码')
      const step = stepOf(ctx, own.totpNextSealed, code)
      if (step === undefined)
        throw invalid('验证码不正确', { code: '验证码不正确；请确认手机时间准确，并输入最新的一组' })
      const enabled = { totpSealed: own.totpNextSealed, totpNextSealed: null, totpSince: ctx.now, totpStep: step }
      await db.update(account).set(enabled).where(eq(account.id, accountId))
      await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)
      const rows = codes.map(one => ({ accountId, codeHash: ctx.encryption.hash(normaliseCode(one)) }))
      await db.insert(recoveryCode).values(rows)
      await record(tx, { action: 'account.enableTotp', objectType: 'account', objectId: accountId })
      await endOtherSessions(tx, accountId)
      await notifyFactorChange(tx, own, own.totpSince ? '更换' : '启用')
      return { recoveryCodes: codes }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Notifies the owner of a change of the second factor, also when the owner made it. */
export const notifyFactorChange = (ctx: Ctx, own: Account, done: '启用' | '更换' | '解除') =>
  notifyAccount(ctx, { text: 'security.factorChanged', values: { 账号: own.userName, 操作: done }, own, mail: true })

/** Returns true for a current code that was not used before, or for a recovery code. */
export async function isSecondFactor(ctx: Ctx, { id, totpSealed }: Account, typed: string): Promise<boolean> {
  const code = normaliseCode(typed)
  if (!isRecoveryCode(typed)) {
    const step = stepOf(ctx, totpSealed!, code)
    if (step === undefined) return false
    const isNew = and(eq(account.id, id), lt(account.totpStep, step))
    return (await ctx.db.update(account).set({ totpStep: step }).where(isNew)).rowCount === 1
  }
  const used = await ctx.db
    .update(recoveryCode)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(recoveryCode.accountId, id),
        eq(recoveryCode.codeHash, ctx.encryption.hash(code)),
        isNull(recoveryCode.usedAt),
      ),
    )
  if (used.rowCount !== 1) return false
  await record(ctx, { action: 'account.useRecoveryCode', objectType: 'account', objectId: id })
  return true
}

/** Returns true unless the input is six digits, which is a TOTP code; recovery codes have eight letters and digits. */
export const isRecoveryCode = (typed: string) => !/^\d{6}$/.test(normaliseCode(typed))

/** The time step whose code that is; undefined: of none. */
function stepOf({ encryption, now }: Ctx, sealed: string, code: string): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(encryption.decrypt(sealed)).validate({
    token: normaliseCode(code),
    timestamp,
    window: WINDOW_STEPS,
  })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}

/** 40 bits, in letters and digits that nobody confuses: `7KQM-2XHF`. */
function newRecoveryCode() {
  const letters = [...randomBytes(8)].map(byte => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[byte % 32]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const normaliseCode = (typed: string) => typedCode(typed).replace(/-/g, '').toUpperCase()
