import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import type { ownStaffAccountContract } from '../ownStaffAccountContract.ts'
import { notifyAccount } from './accountNotifications.ts'
import { changePasswordCode, resetCode } from './codePurposes.ts'
import { checkCode, spendCode } from './codes.ts'
import { type CompanyProof, notifyCompanyReset, proveCompany } from './companyReset.ts'
import { hashPassword, isPassword, passwordFault } from './passwords.ts'
import { ownPhone } from './phones.ts'
import { type Account, endOtherSessions } from './sessions.ts'
import { clearFailures } from './signInFailures.ts'
import { account } from './tables.ts'

type Endpoints = typeof ownAccountContract
type NewPassword = { newPwd: string; confirmPwd: string }

/** A token that was left behind must not become a password by guessing. */
const spend = sharedRateLimit('changePwd', { max: 5, per: 15 * 60_000, by: 'account' })

export async function changePassword(
  ctx: Ctx,
  given: Parsed<Endpoints['POST /member/changePwd']>,
): Promise<Output<Endpoints['POST /member/changePwd']>> {
  const own = await accountOf(ctx, eq(account.id, signedInActor(ctx).accountId))
  await refuseWeakPassword(ctx, given, own)
  await spend(ctx)
  if (!(await isPassword(own!.passwordHash, given.oldPwd)))
    throw invalid('原密码不正确', { oldPwd: '原密码不正确；忘记了可以改用短信验证码修改' })
  if (given.newPwd === given.oldPwd) throw invalid('新密码有误', { newPwd: '新密码与原密码相同' })
  return savePassword(ctx, own!, given.newPwd)
}

export const passwordChangesHandlers = {
  'POST /staff/password/change': changePassword,
  'POST /member/changePwd': changePassword,
  'POST /member/changePwdByCode': async (ctx, given) => {
    const phone = await ownPhone(ctx)
    if (plainMobile(given.phone) !== phone) throw invalid('手机号有误', { phone: '请填写本账号登记的手机号' })
    const own = await accountOf(ctx, eq(account.id, signedInActor(ctx).accountId))
    await refuseWeakPassword(ctx, given, own)
    const code = await checkCode(ctx, { purpose: changePasswordCode, phone, code: given.code })
    return savePassword(ctx, own!, given.newPwd, { code })
  },
  /** A phone without an account is refused like a wrong code: no code was ever sent to it. */
  'POST /pwd/resetByCode': async (ctx, given) => {
    const phone = plainMobile(given.phone)
    if (!isMobile(phone)) throw invalid('手机号有误', { phone: '手机号应为 11 位数字，以 1 开头' })
    await refuseWeakPassword(ctx, given)
    const code = await checkCode(ctx, { purpose: resetCode, phone, code: given.code })
    const own = await accountOf(ctx, eq(account.phoneHash, ctx.encryption.hash(phone)))
    if (own?.status !== 'active') throw invalid('本账号现在不能重设密码，请与协会联系')
    await refuseWeakPassword(ctx, given, own)
    const proof = await proveCompany(ctx, own, given)
    await savePassword(ctx, own, given.newPwd, { code, proof })
    await clearFailures(ctx, own)
    return {}
  },
} satisfies Partial<Handlers<typeof ownStaffAccountContract & typeof ownAccountContract>>

async function accountOf({ db }: Ctx, where: ReturnType<typeof eq>): Promise<Account | undefined> {
  const [found] = await db.select().from(account).where(where)
  return found
}

/** Throws if the new password breaks the rules or its repetition differs. */
export async function refuseWeakPassword(
  ctx: Ctx,
  { newPwd, confirmPwd }: NewPassword,
  own?: { userName: string; phoneSealed?: string | null },
): Promise<void> {
  const phone = own?.phoneSealed ? ctx.encryption.decrypt(own.phoneSealed) : undefined
  const fault = await passwordFault(ctx, newPwd, { userName: own?.userName, phone })
  if (fault) throw invalid('新密码不能使用', { newPwd: fault })
  if (newPwd !== confirmPwd) throw invalid('两次输入的新密码不一致', { confirmPwd: '两次输入的新密码不一致' })
}

/** Proofs that are spent with the change. It also ends the other sessions and notifies the owner. */
type Proofs = { code?: number; proof?: CompanyProof }

async function savePassword(ctx: Ctx, own: Account, password: string, { code, proof }: Proofs = {}) {
  const { id, userName } = own
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx, async tx => {
    if (code !== undefined) await spendCode(tx, code)
    if (proof?.mailCode !== undefined) await spendCode(tx, proof.mailCode)
    await tx.db.update(account).set({ passwordHash, passwordChangedAt: ctx.now }).where(eq(account.id, id))
    await endOtherSessions(tx, id)
    await notifyAccount(tx, { text: 'security.passwordChanged', values: { 账号: userName }, own })
    if (proof) await notifyCompanyReset(tx, own, proof)
    await record(tx, { action: 'account.changePassword', objectType: 'account', objectId: id })
  })
  return {}
}
