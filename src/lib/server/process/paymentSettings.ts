import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'

/** Accepts `\n` for a line break, as files of environment variables often have it in one line. */
const pem = (what: string, isKey: (text: string) => unknown) =>
  z
    .string()
    .transform(text => text.replaceAll('\\n', '\n'))
    .refine(text => {
      try {
        return isKey(text) !== undefined
      } catch {
        return false
      }
    }, `应为 PEM 格式的${what}`)
const privateKey = pem('RSA 私钥', createPrivateKey)
const publicKey = pem('公钥或证书', createPublicKey)

/** Accepts only the provider's own hosts, or a mock server on this machine. */
const address = (host: RegExp, usual: string) =>
  z
    .url({ protocol: /^https?$/, hostname: host, error: '只能是支付机构的地址' })
    .refine(
      url => url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(`${url}/`),
      '应以 https:// 开头',
    )
    .default(usual)

/** The variables by which members can pay online. */
export const paymentEnvironment = {
  PAYMENT_MINUTES: z.coerce.number('应为 5 到 1440 的整数').int('应为 5 到 1440 的整数').min(5).max(1440).default(30),
  WECHATPAY_MCHID: z
    .string()
    .regex(/^\d{6,32}$/, '应为商户号')
    .optional(),
  WECHATPAY_APPID: z
    .string()
    .regex(/^\w{6,32}$/, '应为公众号的 AppID')
    .optional(),
  WECHATPAY_SERIAL: z
    .string()
    .regex(/^[\dA-F]{8,64}$/i, '应为商户 API 证书的序列号')
    .optional(),
  WECHATPAY_PRIVATE_KEY: privateKey.optional(),
  WECHATPAY_V3_KEY: z
    .string()
    .regex(/^\w{32}$/, '应为 32 位的 APIv3 密钥')
    .optional(),
  WECHATPAY_PUBLIC_KEY: publicKey.optional(),
  WECHATPAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^\w{8,64}$/, '应为微信支付公钥 ID 或平台证书序列号')
    .optional(),
  WECHATPAY_INSIDE: z.enum(['on', 'off'], '应为 on 或 off').default('on'),
  WECHATPAY_ENDPOINT: address(
    /^(api2?\.mch\.weixin\.qq\.com|localhost|127\.0\.0\.1)$/,
    'https://api.mch.weixin.qq.com',
  ),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{10,32}$/, '应为应用的 APPID')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, '应为 2088 开头的 16 位商户 PID')
    .optional(),
  ALIPAY_PRIVATE_KEY: privateKey.optional(),
  ALIPAY_PUBLIC_KEY: publicKey.optional(),
  ALIPAY_ENDPOINT: address(
    /^(openapi\.alipay\.com|openapi-sandbox\.dl\.alipaydev\.com|localhost|127\.0\.0\.1)$/,
    'https://openapi.alipay.com/gateway.do',
  ),
}
type Environment = z.output<z.ZodObject<typeof paymentEnvironment>> & {
  WECHAT_APP_ID?: string | undefined
}

const WECHATPAY = [
  'WECHATPAY_MCHID',
  'WECHATPAY_APPID',
  'WECHATPAY_SERIAL',
  'WECHATPAY_PRIVATE_KEY',
  'WECHATPAY_V3_KEY',
  'WECHATPAY_PUBLIC_KEY',
  'WECHATPAY_PUBLIC_KEY_ID',
] as const
const ALIPAY = ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] as const

/** A provider of which something is said needs all of it. */
export const paymentNeeds = (e: Environment) =>
  [WECHATPAY, ALIPAY].flatMap(names => (names.some(name => e[name] !== undefined) ? [...names] : []))

/** Inside WeChat the service account says who pays: the order is made under its app id, or WeChat Pay knows nobody. */
export const paymentContradiction = ({
  WECHATPAY_APPID: own,
  WECHAT_APP_ID: account,
  WECHATPAY_INSIDE,
}: Environment) =>
  own && account && own !== account && WECHATPAY_INSIDE === 'on'
    ? `WECHATPAY_APPID（${own}）与 WECHAT_APP_ID（${account}）不同，微信内支付认不出付款人：两处应是同一个服务号；商户号只绑定了别的 AppID、只用扫码支付的，请设 WECHATPAY_INSIDE=off`
    : undefined

/** Providers without settings are offered nowhere. */
export const paymentSettings = (e: Environment) => ({
  /** Time in ms within which an order can be paid. */
  lasts: e.PAYMENT_MINUTES * 60_000,
  wechatPay: e.WECHATPAY_MCHID
    ? {
        merchant: e.WECHATPAY_MCHID,
        appId: e.WECHATPAY_APPID!,
        /** Whether members can pay inside WeChat's own browser. */
        isInside: e.WECHATPAY_INSIDE === 'on' && e.WECHATPAY_APPID === e.WECHAT_APP_ID,
        serial: e.WECHATPAY_SERIAL!,
        privateKey: createPrivateKey(e.WECHATPAY_PRIVATE_KEY!),
        v3Key: e.WECHATPAY_V3_KEY!,
        publicKey: createPublicKey(e.WECHATPAY_PUBLIC_KEY!),
        publicKeyId: e.WECHATPAY_PUBLIC_KEY_ID!,
        endpoint: e.WECHATPAY_ENDPOINT.replace(/\/+$/, ''),
      }
    : undefined,
  alipay: e.ALIPAY_APP_ID
    ? {
        appId: e.ALIPAY_APP_ID,
        merchant: e.ALIPAY_SELLER_ID!,
        privateKey: createPrivateKey(e.ALIPAY_PRIVATE_KEY!),
        publicKey: createPublicKey(e.ALIPAY_PUBLIC_KEY!),
        endpoint: e.ALIPAY_ENDPOINT,
      }
    : undefined,
})

export type WechatPaySettings = NonNullable<ReturnType<typeof paymentSettings>['wechatPay']>
export type AlipaySettings = NonNullable<ReturnType<typeof paymentSettings>['alipay']>
