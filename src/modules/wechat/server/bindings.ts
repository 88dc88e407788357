import { and, asc, count, eq, isNull, lte, ne } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskOpenid } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { wechatBinding, wechatSession } from './tables.ts'
import { hashOpenid } from './tickets.ts'

/** Maximum WeChats per account, and accounts per WeChat. */
const MAX_WECHATS_PER_ACCOUNT = 3
const MAX_ACCOUNTS_PER_WECHAT = 10

export async function bindingsOf({ db, encryption }: Pick<Ctx, 'db' | 'encryption'>, accountId: number) {
  const rows = await db
    .select()
    .from(wechatBinding)
    .where(eq(wechatBinding.accountId, accountId))
    .orderBy(asc(wechatBinding.id))
  return rows.map(({ id, openidSealed, boundAt, isFollowing }) => ({
    id,
    name: maskOpenid(encryption.decrypt(openidSealed)),
    boundAt: iso(boundAt),
    isFollowing,
  }))
}

/** Accounts that a WeChat may sign in to: never staff, closed accounts, or accounts that another login owns. */
export const accountsOf = ({ db }: Pick<Ctx, 'db'>, openidHash: string): Promise<Account[]> =>
  db
    .select({ account })
    .from(wechatBinding)
    .innerJoin(account, eq(account.id, wechatBinding.accountId))
    .where(
      and(
        eq(wechatBinding.openidHash, openidHash),
        ne(account.kind, 'staff'),
        eq(account.status, 'active'),
        isNull(account.ownerId),
      ),
    )
    .orderBy(asc(wechatBinding.id))
    .then(rows => rows.map(row => row.account))

export const toChoice = ({ id, displayName, userName }: Account) => ({ id, name: displayName, userName })

/** Locks account and WeChat in the transaction, so that two concurrent calls cannot exceed the limits. */
export async function bindWechat(ctx: Ctx, accountId: number, openid: string): Promise<void> {
  const openidHash = hashOpenid(ctx, openid)
  await lockKey(ctx, `wechat account ${accountId}`)
  await lockKey(ctx, `wechat ${openidHash}`)
  const known = await ctx.db.select().from(wechatBinding).where(eq(wechatBinding.accountId, accountId))
  if (known.some(one => one.openidHash === openidHash)) throw conflict('这个微信已经绑定了本账号')
  if (known.length >= MAX_WECHATS_PER_ACCOUNT)
    throw conflict(`一个账号最多绑定 ${MAX_WECHATS_PER_ACCOUNT} 个微信，请先解绑一个`)
  const [others] = await ctx.db
    .select({ n: count() })
    .from(wechatBinding)
    .where(eq(wechatBinding.openidHash, openidHash))
  if (others!.n >= MAX_ACCOUNTS_PER_WECHAT)
    throw conflict(`一个微信最多绑定 ${MAX_ACCOUNTS_PER_WECHAT} 个账号，请先解绑一个`)
  const openidSealed = ctx.encryption.encrypt(openid)
  // Scanning implies following. WeChat's clock has whole seconds.
  const followedAt = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000)
  await ctx.db.insert(wechatBinding).values({ accountId, openidHash, openidSealed, followedAt, boundAt: ctx.now })
}

/** Stores a follow or unfollow event by WeChat's clock; older events are ignored. */
export async function keepFollowing(ctx: Ctx, openid: string, isFollowing: boolean, at: Date): Promise<void> {
  await ctx.db
    .update(wechatBinding)
    .set({ isFollowing, followedAt: at })
    .where(and(eq(wechatBinding.openidHash, hashOpenid(ctx, openid)), lte(wechatBinding.followedAt, at)))
}

type Session = { accountId: number; tokenHash: string }

/**
 * Returns the openid for a payment inside WeChat, which accepts it only from the WeChat named in the order: the one
 * that opened the session, otherwise the only one bound. Undefined: none, or ambiguous.
 */
export async function openidForPayment({ db, encryption }: Pick<Ctx, 'db' | 'encryption'>, of: Session) {
  const [bound, [opened]] = await Promise.all([
    db.select().from(wechatBinding).where(eq(wechatBinding.accountId, of.accountId)),
    db.select().from(wechatSession).where(eq(wechatSession.tokenHash, of.tokenHash)),
  ])
  const known = opened ? bound.filter(({ openidHash }) => openidHash === opened.openidHash) : bound
  return known.length === 1 ? encryption.decrypt(known[0]!.openidSealed) : undefined
}
