import { eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { maskOpenid } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { wechatContract } from '../contract.ts'
import { accountsOf, bindWechat, toChoice } from './bindings.ts'
import { isSameSignature } from './crypt.ts'
import { advanceTicket, type Ticket, ticketOfPhone } from './tickets.ts'

const spend = sharedRateLimit('wechat/phone', { max: 300, per: 60_000 })

const WRONG = '数字与电脑上的不一致。为安全起见，这次确认已作废，请在电脑上刷新二维码后再扫'

export const phoneHandlers = {
  'POST /wechat/phone/show': async (ctx, { link }) => {
    await spend(ctx)
    const ticket = await ticketOfPhone(ctx, link)
    const { name } = await readGroup(ctx, 'association')
    return {
      purpose: ticket.purpose === 'bind' ? ('bind' as const) : ('signIn' as const),
      siteName: name,
      device: deviceOf(ticket.userAgent),
      address: ticket.address,
      createdAt: iso(ticket.createdAt),
      accounts: (await choicesOf(ctx, ticket)).map(toChoice),
    }
  },
  /** A wrong number ends it, so that the two digits are not guessed; that is kept whatever else is not. */
  'POST /wechat/phone/answer': async (ctx, { link, accept, number = '', accountId }) => {
    await spend(ctx)
    const isRight = await inTransaction(ctx, async tx => {
      const ticket = await ticketOfPhone(tx, link, true)
      if (!accept) return advanceTicket(tx, ticket, { state: 'refused' })
      if (number === '') throw invalid('请输入数字', { number: '请输入电脑上二维码旁的两位数字' })
      if (!isSameSignature(number, ticket.number)) {
        await advanceTicket(tx, ticket, { state: 'refused' })
        return false
      }
      await (ticket.purpose === 'bind' ? bindBy(tx, ticket) : chooseFor(tx, ticket, accountId))
      return true
    })
    if (!isRight) throw conflict(WRONG, { number: WRONG })
    return { state: accept ? ('confirmed' as const) : ('refused' as const) }
  },
} satisfies Partial<Handlers<typeof wechatContract>>

/** Returns the account to bind, or the accounts that the WeChat may sign in to. */
const choicesOf = ({ db }: Ctx, { purpose, accountId, openidHash }: Ticket) =>
  purpose === 'bind' ? db.select().from(account).where(eq(account.id, accountId!)) : accountsOf({ db }, openidHash!)

async function chooseFor(ctx: Ctx, ticket: Ticket, wanted: number | undefined): Promise<void> {
  const choices = await choicesOf(ctx, ticket)
  const chosen = wanted === undefined && choices.length === 1 ? choices[0] : choices.find(({ id }) => id === wanted)
  if (!chosen) throw invalid('请选择要登录的账号', { accountId: '请选择要登录的账号' })
  await advanceTicket(ctx, ticket, { state: 'confirmed', accountId: chosen.id })
}

async function bindBy(ctx: Ctx, ticket: Ticket): Promise<void> {
  const openid = ctx.encryption.decrypt(ticket.openidSealed!)
  const accountId = ticket.accountId!
  await bindWechat(ctx, accountId, openid)
  await advanceTicket(ctx, ticket, { state: 'confirmed' })
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  const values = { 账号: own!.userName, 操作: '绑定', 微信: maskOpenid(openid) }
  await notifyAccount(ctx, { text: 'security.wechat', values, own })
  await record(ctx, {
    action: 'account.bindWechat',
    objectType: 'account',
    objectId: accountId,
    objectName: own!.userName,
    detail: { 微信: maskOpenid(openid) },
  })
}
