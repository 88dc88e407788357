import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'

/** Without a service account there is nothing to scan. */
export function offered({ config }: Pick<Ctx, 'config'>): void {
  if (!config.wechat) throw conflict('本站没有开通微信，请用密码登录')
}
