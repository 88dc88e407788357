import { type Ctx, loginOf, signed } from '#lib/server/api/context.ts'
import { openidInside } from '#modules/wechat/server/bindings.ts'

/** Returns the payer's openid; undefined: no bound WeChat, or several and it is unknown which of them pays. */
export async function payerIdentity(ctx: Ctx): Promise<string | undefined> {
  const own = signed(ctx)
  return openidInside(ctx, { accountId: loginOf(own), tokenHash: own.tokenHash })
}
