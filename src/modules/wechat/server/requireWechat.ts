import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'

/** Refuses when no service account is configured. */
export function requireWechat({ config }: Pick<Ctx, 'config'>): void {
  if (!config.wechat) throw conflict('本站没有开通微信，请用密码登录')
}
