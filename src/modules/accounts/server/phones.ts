import { and, eq, ne } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { notifyAccount } from './accountNotifications.ts'
import { lockKey } from './attempts.ts'
import { changePhoneCode, newPhoneCode } from './codePurposes.ts'
import { checkCode, spendCode } from './codes.ts'
import { endOtherSessions } from './sessions.ts'
import { account } from './tables.ts'

export async function ownPhone(ctx: Ctx): Promise<string> {
  const [own] = await ctx.db
    .select({ phoneSealed: account.phoneSealed })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  if (!own?.phoneSealed) throw invalid('本账号没有登记手机号，请办理联系人变更')
  return ctx.encryption.decrypt(own.phoneSealed)
}

export const phonesHandlers = {
  /** Replaces the phone after codes to the old and the new one were proved; notifies both. */
  'POST /member/changePhone': async (ctx, { code, newPhone, newCode }) => {
    const { accountId, userName } = signedInActor(ctx)
    const phone = plainMobile(newPhone)
    if (!isMobile(phone)) throw invalid('新手机号有误', { newPhone: '手机号应为 11 位数字，以 1 开头' })
    const old = await ownPhone(ctx)
    if (phone === old) throw invalid('新手机号有误', { newPhone: '新手机号与现在的相同' })
    const codes = [
      await checkCode(ctx, { purpose: changePhoneCode, phone: old, code }),
      await checkCode(ctx, { purpose: newPhoneCode, phone, code: newCode }, 'newCode'),
    ]
    await inTransaction(ctx, async tx => {
      for (const id of codes) await spendCode(tx, id)
      await savePhone(tx, accountId, phone)
      await endOtherSessions(tx, accountId)
      const [own] = await tx.db.select().from(account).where(eq(account.id, accountId))
      const values = { 账号: userName, 手机号: maskMobile(phone) }
      await notifyAccount(tx, { text: 'security.phoneChanged', values, own, phones: [old, phone] })
      await record(tx, { action: 'account.changePhone', objectType: 'account', objectId: accountId })
    })
    return { phone: maskMobile(phone) }
  },
} satisfies Partial<Handlers<typeof ownAccountContract>>

/** Gives an account a phone that no other has, in a transaction: of two at once, the second is told. */
export async function savePhone(ctx: Ctx, accountId: number, phone: string): Promise<void> {
  const phoneHash = ctx.encryption.hash(phone)
  await lockKey(ctx, phoneHash)
  const [other] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.phoneHash, phoneHash), ne(account.id, accountId)))
  if (other) throw conflict('这个手机号已有账号，请换一个手机号')
  await ctx.db
    .update(account)
    .set({ phoneHash, phoneSealed: ctx.encryption.encrypt(phone) })
    .where(eq(account.id, accountId))
  // Companies that were handed over to its owner are reached by it, too.
  await ctx.db
    .update(account)
    .set({ phoneSealed: ctx.encryption.encrypt(phone) })
    .where(eq(account.ownerId, accountId))
}
