import { type Ctx, loginOf, signedInActor } from '#lib/server/api/context.ts'
import { openidForPayment } from '#modules/wechat/server/bindings.ts'

/** Returns the payer's openid; undefined: no bound WeChat, or several and it is unknown which of them pays. */
export async function payerIdentity(ctx: Ctx): Promise<string | undefined> {
  const own = signedInActor(ctx)
  return openidForPayment(ctx, { accountId: loginOf(own), tokenHash: own.tokenHash })
}
