import { eq } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import type { wechatContract } from '../contract.ts'
import { accountsOf, toChoice } from './bindings.ts'
import { authorisationUrl, openidOfCode } from './client.ts'
import { WechatRefusal } from './credentials.ts'
import { requireWechat } from './requireWechat.ts'
import { signInBy } from './signIns.ts'
import { wechatTicket } from './tables.ts'
import { advanceTicket, beginTicket, hashOpenid, type Ticket, ticketExpired, ticketOfBrowser } from './tickets.ts'

/** Page to which WeChat redirects back. */
const BACK = '/admin/login/wechat'

const spend = limit('wechat/inside', { max: 120, per: 60_000 })

export const insideHandlers = {
  'POST /wechat/inside/start': async ctx => {
    requireWechat(ctx)
    spend(ctx)
    const { scene, secret } = await beginTicket(ctx, { purpose: 'inside' })
    return { secret, url: authorisationUrl(ctx, { back: `${ctx.config.publicUrl}${BACK}`, state: scene }) }
  },
  'POST /wechat/inside/finish': async (ctx, { secret, state, code, accountId }) => {
    spend(ctx)
    // Requires an attempt that this browser began: a link with another person's code is refused.
    const isIts = eq(wechatTicket.sceneHash, ctx.encryption.hash(`wechat scene ${state}`))
    const ticket = await ticketOfBrowser(ctx, 'inside', secret, isIts)
    const openidHash = ticket.openidHash ?? (await identifyWechat(ctx, ticket, code))
    const accounts = await accountsOf(ctx, openidHash)
    if (accounts.length === 0)
      throw conflict('这个微信还没有绑定账号。请先用密码登录，在“账号安全”里绑定微信，以后即可一键登录')
    if (accountId === undefined && accounts.length > 1) return { accounts: accounts.map(toChoice), session: null }
    const chosen = accountId === undefined ? accounts[0] : accounts.find(({ id }) => id === accountId)
    if (!chosen) throw invalid('请选择要登录的账号', { accountId: '请选择要登录的账号' })
    const scanned: Ticket = { ...ticket, openidHash, state: 'scanned', accountId: chosen.id }
    return { accounts: [], session: await signInBy(ctx, scanned) }
  },
} satisfies Partial<Handlers<typeof wechatContract>>

/** WeChat says it once for each code, and it is kept for the choice that may follow. */
async function identifyWechat(ctx: Ctx, ticket: Ticket, code: string | undefined): Promise<string> {
  if (!code || ticket.state !== 'waiting') throw ticketExpired()
  const openid = await openidOfCode(ctx, code).catch(error => {
    throw error instanceof WechatRefusal ? conflict('微信没有确认您的身份，请重新登录') : error
  })
  const openidHash = hashOpenid(ctx, openid)
  if (!(await advanceTicket(ctx, ticket, { state: 'scanned', openidHash }))) throw ticketExpired()
  return openidHash
}
