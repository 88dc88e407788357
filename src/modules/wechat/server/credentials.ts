import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queryProvider } from '#lib/server/outbound/queryProvider.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { wechatCredential } from './tables.ts'

export type Calling = Pick<Ctx, 'db' | 'encryption' | 'config'>
type Name = (typeof wechatCredential.$inferSelect)['name']
type CredentialAnswer = { errcode: number; errmsg: string; expires_in: number; access_token: string; ticket: string }

/** Time in ms before expiry at which credentials are refreshed. */
const REFRESH_MARGIN_MS = 60_000
/** Maximum lifetime in s; an answer with a longer one, or none, is invalid. */
const MAX_LIFETIME_S = 7200

/** Error returned by WeChat; `code`: its documented errcode. */
export class WechatRefusal extends Error {
  readonly code: number
  constructor({ errcode = -1, errmsg = '' }: { errcode?: number; errmsg?: string }) {
    super(`微信未接受（${errcode}）${errmsg}`)
    this.code = errcode
  }
}

export const settingsOf = ({ config }: Pick<Calling, 'config'>) => {
  if (!config.wechat) throw new Error('WeChat is not set up')
  return config.wechat
}

/** Returns a credential shared by all processes; the first that finds it expired refreshes it under a lock. */
export async function getCredential(ctx: Calling, name: Name): Promise<string> {
  const kept = await read(ctx, name)
  if (kept !== undefined) return kept
  return inTransaction(ctx, async tx => {
    await lockKey(tx, `wechat ${name}`)
    return (await read(tx, name)) ?? (await refresh(tx, name))
  })
}

/** WeChat no longer takes it, whatever time it was lent for; another process may have a newer one already. */
export async function dropCredential(ctx: Calling, name: Name, value: string): Promise<void> {
  if ((await read(ctx, name)) === value) await ctx.db.delete(wechatCredential).where(eq(wechatCredential.name, name))
}

async function read({ db, encryption }: Calling, name: Name): Promise<string | undefined> {
  const [kept] = await db
    .select()
    .from(wechatCredential)
    .where(and(eq(wechatCredential.name, name), gt(wechatCredential.expiresAt, new Date())))
  return kept && encryption.decrypt(kept.valueSealed)
}

async function refresh(ctx: Calling, name: Name): Promise<string> {
  const { value, seconds } = await (name === 'access_token' ? askToken(ctx) : askTicket(ctx))
  const refreshedAt = new Date()
  const expiresAt = new Date(refreshedAt.getTime() + seconds * 1000 - REFRESH_MARGIN_MS)
  const row = { valueSealed: ctx.encryption.encrypt(value), expiresAt, refreshedAt }
  await ctx.db
    .insert(wechatCredential)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: wechatCredential.name, set: row })
  return value
}

async function askToken(ctx: Calling) {
  const { api, appId, appSecret } = settingsOf(ctx)
  const body = { grant_type: 'client_credential', appid: appId, secret: appSecret, force_refresh: false }
  const answer = await queryProvider<CredentialAnswer>(`${api}/cgi-bin/stable_token`, { method: 'POST', body })
  return readCredentialAnswer(answer.access_token, answer)
}

async function askTicket(ctx: Calling) {
  const token = await getCredential(ctx, 'access_token')
  const query = new URLSearchParams({ access_token: token, type: 'jsapi' })
  const answer = await queryProvider<CredentialAnswer>(`${settingsOf(ctx).api}/cgi-bin/ticket/getticket?${query}`)
  return readCredentialAnswer(answer.ticket, answer)
}

function readCredentialAnswer(value: unknown, answer: Partial<CredentialAnswer>) {
  const { expires_in: seconds } = answer
  if (typeof value !== 'string' || typeof seconds !== 'number' || !(seconds > 60 && seconds <= MAX_LIFETIME_S))
    throw new WechatRefusal(answer)
  return { value, seconds }
}
