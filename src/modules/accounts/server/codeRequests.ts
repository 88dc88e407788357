import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { forbidden, invalid, notSignedIn } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { CODE_LIFETIME_MS } from '#lib/server/outbox/queue.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { notifyAccount } from './accountNotifications.ts'
import { requireCaptcha } from './captchas.ts'
import { countCodeRequest } from './codeCounts.ts'
import { type CodePurpose, codePurposeOf, newPhoneCode, registerCode, resetCode } from './codePurposes.ts'
import { sendCode } from './codes.ts'
import { ownPhone } from './phones.ts'
import type { Account } from './sessions.ts'
import { account } from './tables.ts'

type Request = Parsed<(typeof ownAccountContract)['POST /member/getCode']>
type Answer = Output<(typeof ownAccountContract)['POST /member/getCode']>

const MINUTE = 60_000
export const codeRequestsHandlers = {
  /** The specification has it as a GET, which another site's page or picture could send too. */
  'GET /member/getCode': async (ctx, asked) => {
    if (ctx.actor.kind === 'anonymous' && ctx.headers.fetchSite !== 'same-origin')
      throw forbidden('请在本站页面上获取验证码')
    return getCode(ctx, asked)
  },
  'POST /member/getCode': getCode,
} satisfies Partial<Handlers<typeof ownAccountContract>>

/** Answers the same whether or not the phone has an account, so that nobody learns who has one. */
export async function getCode(ctx: Ctx, asked: Request): Promise<Answer> {
  const purpose = codePurposeOf(asked.scene)
  const phone = await phoneFor(ctx, purpose, asked.phone)
  if (ctx.actor.kind === 'anonymous') await requireCaptcha(ctx, asked)
  await inTransaction(ctx, async tx => {
    await countCodeRequest(tx, phone)
    await deliver(tx, purpose, phone)
  })
  return { expire: CODE_LIFETIME_MS / 1000, interval: MINUTE / 1000 }
}

async function phoneFor(ctx: Ctx, purpose: CodePurpose, typed = ''): Promise<string> {
  if (ctx.actor.kind === 'anonymous' && (purpose.toOwnPhone || purpose === newPhoneCode)) throw notSignedIn()
  const phone = plainMobile(typed)
  if (phone && !isMobile(phone)) throw wrongPhone('手机号应为 11 位数字，以 1 开头')
  if (purpose.toOwnPhone) {
    const own = await ownPhone(ctx)
    if (phone && phone !== own) throw wrongPhone('请填写本账号登记的手机号')
    return own
  }
  if (!phone) throw wrongPhone('请填写手机号')
  return phone
}

const wrongPhone = (message: string) => invalid(message, { phone: message })

/** A phone that has an account gets no code to register another; its owner is told that somebody tried. */
async function deliver(ctx: Ctx, purpose: CodePurpose, phone: string): Promise<void> {
  const [holder] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.phoneHash, ctx.encryption.hash(phone)))
  if (purpose === resetCode && !mayReset(holder)) return
  if (holder && (purpose === registerCode || purpose === newPhoneCode))
    return notifyAccount(ctx, { text: 'security.phoneTaken', own: holder })
  await sendCode(ctx, { purpose, phone })
}

const mayReset = (holder: Account | undefined) => holder?.status === 'active' && holder.kind !== 'staff'
