import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FiledTemplate, rateCounter } from './rules.ts'
import { hasAddress } from './rules.ts'

export const ALIYUN_VARIABLE = /\$\{([A-Za-z]\w{0,24})\}/g
/** Names that are kept (变量规范). */
const KEPT_NAMES = new Set(['email', 'mobile', 'id', 'nick', 'site'])
const MAX_VARIABLE = 35

export type AliyunAccount = { keyId: string; keySecret: string; signNames: readonly string[] }
type Sent = { phone: string; text: string; template: string }
type Reply = { status: number; body: Record<string, string>; sent?: Sent }
type Call = { method: string; query: URLSearchParams; headers: IncomingHttpHeaders }

const refused = (Code: string, Message: string, status = 200): Reply => ({
  status,
  body: { Code, Message, RequestId: randomUUID() },
})

/** SendSms of Dysmsapi 2017-05-25, with signature method V3 and the error codes of help.aliyun.com/document_detail/101346. */
export function aliyunSendSms(
  { method, query, headers }: Call,
  { keyId, keySecret, signNames }: AliyunAccount,
  templates: readonly FiledTemplate[],
  rates: ReturnType<typeof rateCounter>,
): Reply {
  if (method !== 'POST') return refused('UnsupportedHTTPMethod', '不支持的请求方法', 400)
  if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
    return refused('InvalidAction.NotFound', '没有这个接口', 404)
  const date = Date.parse(String(headers['x-acs-date']))
  if (!(Math.abs(Date.now() - date) < 15 * 60_000)) return refused('InvalidTimeStamp.Expired', '时间戳过期', 400)
  const { authorization = '' } = headers
  if (!authorization.includes(`Credential=${keyId},`))
    return refused('InvalidAccessKeyId.NotFound', '没有这个密钥', 404)
  if (authorization !== expected(query, headers, keyId, keySecret))
    return refused('SignatureDoesNotMatch', '签名不正确', 400)

  const phone = query.get('PhoneNumbers') ?? ''
  if (!/^1[3-9]\d{9}$/.test(phone)) return refused('isv.MOBILE_NUMBER_ILLEGAL', `${phone} 手机号码格式错误`)
  const signName = query.get('SignName') ?? ''
  if (!signNames.includes(signName)) return refused('isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法')
  const template = templates.find(({ code }) => code === query.get('TemplateCode'))
  if (!template) return refused('isv.SMS_TEMPLATE_ILLEGAL', '短信模板不合法')
  const given = read(query.get('TemplateParam') ?? '{}')
  if (!given) return refused('isv.INVALID_JSON_PARAM', '参数格式错误，请修改为字符串值')
  for (const [, name] of template.text.matchAll(ALIYUN_VARIABLE)) {
    const value = given[name!]
    if (KEPT_NAMES.has(name!)) return refused('isv.SMS_TEMPLATE_ILLEGAL', `变量名 ${name} 不能使用`)
    if (!value) return refused('isv.TEMPLATE_MISSING_PARAMETERS', `模版缺少变量 ${name}`)
    if ([...value].length > MAX_VARIABLE)
      return refused('isv.PARAM_LENGTH_LIMIT', `变量 ${name} 超过 ${MAX_VARIABLE} 个字`)
    if (hasAddress(value)) return refused('isv.PARAM_NOT_SUPPORT_URL', `变量 ${name} 不支持 URL`)
    if (/[【】『』「」〖〗²•①-⑳★※→¥]/u.test(value))
      return refused('isv.TEMPLATE_PARAMS_ILLEGAL', `变量 ${name} 含有特殊符号`)
    if (template.type === 'code' && !/^[A-Za-z0-9]{4,6}$/.test(value))
      return refused('isv.TEMPLATE_PARAMS_ILLEGAL', '验证码应为 4 到 6 位数字或字母')
  }
  // 短信发送规则: codes one a minute, five an hour, ten a day to a number; notices fifty a day of one template.
  const key = template.type === 'code' ? `code ${signName} ${phone}` : `${signName} ${template.code} ${phone}`
  const limits =
    template.type === 'code'
      ? [
          [60_000, 1],
          [3_600_000, 5],
          [86_400_000, 10],
        ]
      : [[86_400_000, 50]]
  for (const [ms, most] of limits)
    if (rates.count(key, ms!) >= most!) return refused('isv.BUSINESS_LIMIT_CONTROL', '触发流控限制')
  rates.add(key)
  const text = `【${signName}】${template.text.replace(ALIYUN_VARIABLE, (_, name: string) => given[name]!)}`
  const body = { Code: 'OK', Message: 'OK', BizId: `${Date.now()}^0`, RequestId: randomUUID() }
  return { status: 200, body, sent: { phone, text, template: template.code } }
}

function read(json: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const isText =
      typeof value === 'object' && value !== null && Object.values(value).every(of => typeof of === 'string')
    return isText ? (value as Record<string, string>) : undefined
  } catch {}
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The header that the sender should have sent, from what it did send. */
function expected(query: URLSearchParams, headers: IncomingHttpHeaders, keyId: string, keySecret: string): string {
  const [, names = ''] = headers.authorization?.match(/SignedHeaders=([\w;-]+)/) ?? []
  const search = [...query]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const lines = names.split(';').map(name => `${name}:${headers[name]}\n`)
  const canonical = ['POST', '/', search.join('&'), lines.join(''), names, headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`
}
