import { eq } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { hashToken, openSession } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { wechatContract } from '../contract.ts'
import { accountsOf } from './bindings.ts'
import { requireWechat } from './requireWechat.ts'
import { wechatSession } from './tables.ts'
import { advanceTicket, beginByCode, type Ticket, ticketExpired, ticketOfBrowser } from './tickets.ts'

/** Rate limit: WeChat's daily quota of codes. A class of sixty people shares one address. */
const spendCode = limit('wechat/code', { max: 60, per: 60_000 })
const spendPoll = limit('wechat/poll', { max: 2_000, per: 60_000 })

export const signInsHandlers = {
  'POST /wechat/signIn/start': async ctx => {
    requireWechat(ctx)
    spendCode(ctx)
    return beginByCode(ctx, { purpose: 'signIn' })
  },
  'POST /wechat/signIn/poll': async (ctx, { secret }) => {
    spendPoll(ctx)
    const ticket = await ticketOfBrowser(ctx, 'signIn', secret)
    if (ticket.state !== 'confirmed') return { state: ticket.state, session: null }
    return { state: 'used' as const, session: await signInBy(ctx, ticket) }
  },
} satisfies Partial<Handlers<typeof wechatContract>>

/** The session of a ticket that has its account: once, and only while that WeChat may still sign in to it. */
export const signInBy = (ctx: Ctx, ticket: Ticket) =>
  inTransaction(ctx, async tx => {
    if (!(await advanceTicket(tx, ticket, { state: 'used' }))) throw ticketExpired()
    const own = (await accountsOf(tx, ticket.openidHash!)).find(({ id }) => id === ticket.accountId)
    if (!own) throw ticketExpired()
    const [whole] = await tx.db.select().from(account).where(eq(account.id, own.id))
    const opened = await openSession(tx, whole!, 'wechat')
    // Sign-in by code opened the session in a desktop browser, so only this case is stored.
    if (ticket.purpose === 'inside')
      await tx.db.insert(wechatSession).values({ tokenHash: hashToken(opened.token), openidHash: ticket.openidHash! })
    return opened
  })
