import { type Ctx, loginOf, signed } from '#lib/server/api/context.ts'
import { openIdOf } from '#modules/wechat/server/bindings.ts'

/** Who the payer is to WeChat; undefined: nobody of this sign-in is bound. */
export const payerIdentity = (ctx: Ctx): Promise<string | undefined> => openIdOf(ctx, loginOf(signed(ctx)))
