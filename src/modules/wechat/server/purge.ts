import { lt } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { wechatNonce, wechatTicket } from './tables.ts'

/** Deletes expired nonces and tickets. */
export async function purgeWechat({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await db.delete(wechatNonce).where(lt(wechatNonce.expiresAt, now))
  await db.delete(wechatTicket).where(lt(wechatTicket.expiresAt, now))
}
