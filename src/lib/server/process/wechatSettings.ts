import { z } from 'zod'

/** The host that the provider has published, or this machine: where a stand-in speaks for it. */
const hostOf = (name: string, host: string) =>
  z
    .url({
      protocol: /^https?$/,
      hostname: new RegExp(`^(${host.replaceAll('.', '\\.')}|localhost|127\\.0\\.0\\.1)$`),
      error: `只能是${name}的地址`,
    })
    .default(`https://${host}`)
    .transform(url => url.replace(/\/+$/, ''))

/** The variables of the service account (服务号), and of the robot that staff are alarmed by. */
export const wechatEnvironment = {
  WECHAT_APP_ID: z.string().regex(/^\w+$/, '含有非法字符').optional(),
  WECHAT_APP_SECRET: z.string().regex(/^\w+$/, '含有非法字符').optional(),
  WECHAT_TOKEN: z
    .string()
    .regex(/^[A-Za-z\d]{3,32}$/, '应为 3 到 32 个字母或数字')
    .optional(),
  WECHAT_AES_KEY: z
    .string()
    .regex(/^[A-Za-z\d]{43}$/, '应为 43 个字母或数字')
    .optional(),
  WECHAT_API: hostOf('微信接口', 'api.weixin.qq.com'),
  WECHAT_OPEN: hostOf('微信开放平台', 'open.weixin.qq.com'),
  WECOM_ROBOT_KEY: z
    .string()
    .regex(/^[\w-]+$/, '含有非法字符')
    .optional(),
  WECOM_API: hostOf('企业微信接口', 'qyapi.weixin.qq.com'),
}
type Environment = z.output<z.ZodObject<typeof wechatEnvironment>>

/** Requires all settings or none: unencrypted messages are not accepted. */
export const wechatNeeds = (e: Environment) =>
  e.WECHAT_APP_ID ? (['WECHAT_APP_SECRET', 'WECHAT_TOKEN', 'WECHAT_AES_KEY'] as const) : []

/** `wechat`, undefined: WeChat is not offered anywhere. `robot`, undefined: alarms stay in the house. */
export const wechatSettings = (e: Environment) => ({
  wechat: e.WECHAT_APP_ID
    ? {
        appId: e.WECHAT_APP_ID,
        appSecret: e.WECHAT_APP_SECRET!,
        token: e.WECHAT_TOKEN!,
        aesKey: e.WECHAT_AES_KEY!,
        api: e.WECHAT_API,
        open: e.WECHAT_OPEN,
      }
    : undefined,
  robot: e.WECOM_ROBOT_KEY ? { key: e.WECOM_ROBOT_KEY, api: e.WECOM_API } : undefined,
})
