import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type SmsDriver, Undeliverable } from './parcel.ts'

export type AliyunSms = {
  keyId: string
  keySecret: string
  signName: string
  endpoint: string
}

/** Errors that a repetition does not mend (API 错误码, help.aliyun.com/document_detail/101346). */
const HOPELESS =
  /^isv\.(SMS_TEMPLATE_ILLEGAL|SMS_SIGNATURE_ILLEGAL|TEMPLATE_MISSING_PARAMETERS|TEMPLATE_PARAMS_ILLEGAL|INVALID_JSON_PARAM|PARAM_LENGTH_LIMIT|PARAM_NOT_SUPPORT_URL|MOBILE_NUMBER_ILLEGAL|BLACK_KEY_CONTROL_LIMIT)$/

/** Alibaba Cloud SMS, SendSms of Dysmsapi 2017-05-25 (help.aliyun.com/document_detail/419273). */
export const aliyunSms =
  ({ keyId, keySecret, signName, endpoint }: AliyunSms): SmsDriver =>
  async ({ id, to, sms }, signal) => {
    const params = {
      PhoneNumbers: to,
      SignName: sms.signature || signName,
      TemplateCode: sms.templateCode,
      TemplateParam: JSON.stringify(Object.fromEntries(sms.variables.map(({ name, value }) => [name, value]))),
      OutId: String(id),
    }
    const { host } = new URL(endpoint)
    const headers = sign({ keyId, keySecret, host, action: 'SendSms', version: '2017-05-25', params })
    const response = await fetch(`${endpoint}/?${canonicalQuery(params)}`, {
      method: 'POST',
      headers,
      signal,
      redirect: 'error',
    })
    const answer = (await response.json().catch(() => null)) as {
      Code?: string
      Message?: string
      BizId?: string
    } | null
    const { Code, Message, BizId } = answer ?? {}
    if (Code === 'OK') return BizId
    const reason = `短信服务未接受（${response.status} ${Code ?? '无法识别的应答'}）${Message ?? ''}`
    throw HOPELESS.test(Code ?? '') ? new Undeliverable(reason) : new Error(reason)
  }

type Signed = {
  keyId: string
  keySecret: string
  host: string
  action: string
  version: string
  params: Record<string, string>
  date?: Date
  nonce?: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'

/** The headers of a call without a body, by Alibaba Cloud's signature method V3. */
export function sign({ keyId, keySecret, host, action, version, params, ...given }: Signed): Record<string, string> {
  const { date = new Date(), nonce = randomUUID() } = given
  // Sorted by name, as the signature requires.
  const headers: Record<string, string> = {
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${date.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const lines = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')
  const signed = ['host', ...Object.keys(headers)].join(';')
  const canonical = ['POST', '/', canonicalQuery(params), lines, signed, headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${keyId},SignedHeaders=${signed},Signature=${signature}`,
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const canonicalQuery = (params: Record<string, string>) =>
  Object.keys(params)
    .sort()
    .map(name => `${encode(name)}=${encode(params[name]!)}`)
    .join('&')

/** RFC 3986: all but letters, digits and -_.~ */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
