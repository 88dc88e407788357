import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import type { wechatContract } from '../contract.ts'
import { bindingHandlers } from './binding.ts'
import { getCredential, settingsOf } from './credentials.ts'
import { insideHandlers } from './inside.ts'
import { phoneHandlers } from './phone.ts'
import { requireWechat } from './requireWechat.ts'
import { signInsHandlers } from './signIns.ts'

const spend = limit('wechat/share', { max: 300, per: 60_000 })

const shareHandlers = {
  /** Signs only our own URLs: with our signature another site could pass for this one. */
  'GET /wechat/share': async (ctx, { url }) => {
    requireWechat(ctx)
    spend(ctx)
    if (!URL.canParse(url) || new URL(url).origin !== new URL(ctx.config.publicUrl).origin)
      throw invalid('只为本站的网址签名', { url: '应为本站的网址' })
    const ticket = await getCredential(ctx, 'jsapi_ticket')
    const [timestamp, nonceStr] = [Math.floor(ctx.now.getTime() / 1000), randomBytes(12).toString('hex')]
    const signed = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.split('#')[0]}`
    const signature = createHash('sha1').update(signed).digest('hex')
    return { appId: settingsOf(ctx).appId, timestamp, nonceStr, signature }
  },
} satisfies Partial<Handlers<typeof wechatContract>>

export const wechatHandlers: Handlers<typeof wechatContract> = {
  ...signInsHandlers,
  ...phoneHandlers,
  ...insideHandlers,
  ...shareHandlers,
  ...bindingHandlers,
}
