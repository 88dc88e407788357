import { type Ctx, loginOf, signed } from '#lib/server/api/context.ts'
import { openidInside } from '#modules/wechat/server/bindings.ts'

/** Who the payer is to WeChat; undefined: none of this sign-in is bound, or it is not known which of them is here. */
export async function payerIdentity(ctx: Ctx): Promise<string | undefined> {
  const own = signed(ctx)
  return openidInside(ctx, { accountId: loginOf(own), tokenHash: own.tokenHash })
}
