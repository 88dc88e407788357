import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FiledTemplate, rateCounter } from './rules.ts'
import { hasAddress } from './rules.ts'

export const TENCENT_VARIABLE = /\{(\d+)\}/g

export type TencentAccount = {
  secretId: string
  secretKey: string
  appId: string
  signNames: readonly string[]
  /** Maximum characters of a variable: 12 for a person's account; organisations have no limit (变量规范). */
  maxVariable?: number
}
type Sent = { phone: string; text: string; template: string }
type Reply = { body: { Response: Record<string, unknown> }; sent?: Sent }
type Call = { method: string; body: Buffer; headers: IncomingHttpHeaders }

const failed = (Code: string, Message: string): Reply => ({
  body: { Response: { Error: { Code, Message }, RequestId: randomUUID() } },
})

/** SendSms 2021-01-11 with signature v3, one number a call; codes as its page lists them. */
export function tencentSendSms(
  { method, body, headers }: Call,
  { secretId, secretKey, appId, signNames, maxVariable = 500 }: TencentAccount,
  templates: readonly FiledTemplate[],
  rates: ReturnType<typeof rateCounter>,
): Reply {
  if (method !== 'POST') return failed('UnsupportedProtocol', '不支持的请求方法')
  if (headers['x-tc-action'] !== 'SendSms') return failed('InvalidAction', '接口不存在')
  if (headers['x-tc-version'] !== '2021-01-11') return failed('NoSuchVersion', '接口版本不存在')
  if (!headers['x-tc-region']) return failed('MissingParameter', '缺少 Region')
  const { authorization = '' } = headers
  if (!authorization.includes(`Credential=${secretId}/`)) return failed('AuthFailure.SecretIdNotFound', '密钥不存在')
  if (!(Math.abs(Date.now() / 1000 - Number(headers['x-tc-timestamp'])) < 300))
    return failed('AuthFailure.SignatureExpire', '签名过期')
  if (authorization !== expected(body, headers, secretId, secretKey))
    return failed('AuthFailure.SignatureFailure', '签名错误')

  const given = JSON.parse(body.toString()) as Record<string, unknown>
  const { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet = [], SessionContext } = given
  if (SmsSdkAppId !== appId) return failed('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'SmsSdkAppId 校验失败')
  const [number] = PhoneNumberSet as string[]
  const params = TemplateParamSet as string[]
  const status = (Code: string, Message: string, sent?: Sent): Reply => ({
    body: {
      Response: {
        SendStatusSet: [
          {
            SerialNo: sent ? `${Date.now()}:${randomUUID()}` : '',
            PhoneNumber: number,
            Fee: sent ? 1 : 0,
            SessionContext,
            Code,
            Message,
            IsoCode: 'CN',
          },
        ],
        RequestId: randomUUID(),
      },
    },
    sent,
  })
  const phone = number?.replace(/^(\+|00)?86/, '') ?? ''
  if (!/^1[3-9]\d{9}$/.test(phone)) return status('InvalidParameterValue.IncorrectPhoneNumber', '手机号格式错误')
  if (!signNames.includes(String(SignName)))
    return status('FailedOperation.SignatureIncorrectOrUnapproved', '签名未审批或格式错误')
  const template = templates.find(({ code }) => code === TemplateId)
  if (!template) return status('FailedOperation.TemplateIncorrectOrUnapproved', '模板未审批或内容不匹配')
  const places = [...template.text.matchAll(TENCENT_VARIABLE)]
  if (places.length !== params.length || !params.every(value => typeof value === 'string'))
    return status('FailedOperation.TemplateParamSetNotMatchApprovedTemplate', '请求内容与审核通过的模板内容不匹配')
  for (const value of params) {
    if (template.type === 'code' && !/^\d{0,6}$/.test(value))
      return status('InvalidParameterValue.TemplateParameterFormatError', '验证码模板参数只能传入 0 - 6 位纯数字')
    if ([...value].length > maxVariable)
      return status('InvalidParameterValue.TemplateParameterLengthLimit', `单个模板变量字符数超过 ${maxVariable}`)
    if (hasAddress(value))
      return status('InvalidParameterValue.ProhibitedUseUrlInTemplateParameter', '变量中禁止使用 URL')
    if (/[【】]/.test(value)) return status('FailedOperation.ContainSensitiveWord', '内容含有不支持的符号')
  }
  const words = template.text.replace(TENCENT_VARIABLE, (_, place: string) => params[Number(place) - 1]!)
  const text = `【${SignName}】${words}`
  if (text.length > 500) return status('InvalidParameterValue.ContentLengthLimit', '短信内容超过 500 个字')
  // 安全相关问题 (product/382/13303): the same words once in 30 seconds, ten a day to a number.
  if (rates.count(`${phone} ${text}`, 30_000) >= 1)
    return status('LimitExceeded.PhoneNumberThirtySecondLimit', '下发短信条数超过设定的 30 秒频率限制')
  if (rates.count(phone, 86_400_000) >= 10)
    return status('LimitExceeded.PhoneNumberDailyLimit', '单个手机号日下发短信条数超过设定的上限')
  rates.add(`${phone} ${text}`, phone)
  return status('Ok', 'send success', { phone, text, template: template.code })
}

const sha256 = (of: Buffer | string) => createHash('sha256').update(of).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

function expected(body: Buffer, headers: IncomingHttpHeaders, secretId: string, secretKey: string): string {
  const [, names = ''] = headers.authorization?.match(/SignedHeaders=([\w;-]+)/) ?? []
  const lines = names.split(';').map(name => `${name}:${String(headers[name]).trim().toLowerCase()}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
  const day = new Date(Number(headers['x-tc-timestamp']) * 1000).toISOString().slice(0, 10)
  const scope = `${day}/sms/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), 'sms'), 'tc3_request')
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
