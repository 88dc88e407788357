import { and, eq } from 'drizzle-orm'
import { notConfirmed, notFound } from '#lib/error.ts'
import { maskOpenid } from '#lib/mask.ts'
import { type Handlers, isConfirmed } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { ownPhone } from '#modules/accounts/server/phones.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { defineTemplate } from '#modules/messages/server/templates.ts'
import type { wechatContract } from '../contract.ts'
import { bindingsOf } from './bindings.ts'
import { requireWechat } from './requireWechat.ts'
import { wechatBinding } from './tables.ts'
import { beginByCode, ticketExpired, ticketOfBrowser } from './tickets.ts'

const wechatCode = defineCodePurpose({ scene: 'wechat', name: '绑定或解绑微信', toOwnPhone: true })

defineTemplate({
  group: '账号与安全',
  mandatory: true,
  code: 'security.wechat',
  name: '微信已绑定或解绑',
  title: '微信已{操作}',
  content: '账号 {账号} 已{操作}微信（{微信}）。如非本人操作，请立即修改密码，并在“账号安全”中核对绑定的微信。',
  sms: '账号 {账号} 已{操作}微信。如非本人操作，请立即修改密码，并在“账号安全”中核对绑定的微信。',
  placeholders: { 账号: 'qingyuan', 操作: '绑定', 微信: '微信用户 a1B2' },
})

/** Members act as themselves, never as a company they act for; staff, whom a WeChat only brings messages, by their password. */
export const bindingHandlers = {
  'GET /member/wechat/list': listBindings,
  'GET /staff/wechat/list': listBindings,
  'POST /member/wechat/bind': async (ctx, { code }) => {
    requireWechat(ctx)
    const proof = await prove(ctx, code)
    return inTransaction(ctx, async tx => {
      await spendCode(tx, proof)
      return beginByCode(tx, { purpose: 'bind', accountId: signedInActor(ctx).accountId })
    })
  },
  'POST /staff/wechat/bind': async ctx => {
    requireWechat(ctx)
    return beginByCode(ctx, { purpose: 'bind', accountId: signedInActor(ctx).accountId })
  },
  'POST /member/wechat/poll': pollBinding,
  'POST /staff/wechat/poll': pollBinding,
  'POST /member/wechat/unbind': async (ctx, { id, code }) => {
    if (code === undefined && !isConfirmed(ctx)) throw notConfirmed()
    const proof = code === undefined ? undefined : await prove(ctx, code)
    return inTransaction(ctx, async tx => {
      if (proof !== undefined) await spendCode(tx, proof)
      return unbind(tx, id)
    })
  },
  'POST /staff/wechat/unbind': (ctx, { id }) => inTransaction(ctx, tx => unbind(tx, id)),
} satisfies Partial<Handlers<typeof wechatContract>>

async function listBindings(ctx: Ctx) {
  return { isOffered: ctx.config.wechat !== undefined, bindings: await bindingsOf(ctx, signedInActor(ctx).accountId) }
}

async function pollBinding(ctx: Ctx, { secret }: { secret: string }) {
  const { state, accountId } = await ticketOfBrowser(ctx, 'bind', secret)
  if (accountId !== signedInActor(ctx).accountId) throw ticketExpired()
  return { state }
}

async function unbind(ctx: Ctx, id: number) {
  const { accountId, userName } = signedInActor(ctx)
  const [gone] = await ctx.db
    .delete(wechatBinding)
    .where(and(eq(wechatBinding.id, id), eq(wechatBinding.accountId, accountId)))
    .returning()
  if (!gone) throw notFound('这个微信已经解绑')
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  const name = maskOpenid(ctx.encryption.decrypt(gone.openidSealed))
  const values = { 账号: userName, 操作: '解绑', 微信: name }
  await notifyAccount(ctx, { text: 'security.wechat', values, own })
  await record(ctx, {
    action: 'account.unbindWechat',
    objectType: 'account',
    objectId: accountId,
    objectName: userName,
    detail: { 微信: name },
  })
  return {}
}

/** The phone of the account proves who sits there. */
const prove = async (ctx: Ctx, code: string) =>
  checkCode(ctx, { purpose: wechatCode, phone: await ownPhone(ctx), code })
