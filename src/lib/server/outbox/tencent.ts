import { createHash, createHmac } from 'node:crypto'
import { type SmsDriver, Undeliverable } from './parcel.ts'

export type TencentSms = {
  secretId: string
  secretKey: string
  /** SdkAppId of the application, in the console of the service. */
  appId: string
  signName: string
  region: string
  endpoint: string
}

/** Errors that a repetition does not mend (API 错误码, cloud.tencent.com/document/api/382/52075, and 发送短信 …/55981, 错误码). */
const HOPELESS =
  /^(FailedOperation\.(ContainSensitiveWord|SignatureIncorrectOrUnapproved|TemplateIncorrectOrUnapproved|TemplateParamSetNotMatchApprovedTemplate|PhoneNumberInBlacklist)|InvalidParameterValue\.|UnauthorizedOperation\.)/

/** Tencent Cloud SMS, SendSms 2021-01-11 (cloud.tencent.com/document/api/382/55981). */
export const tencentSms =
  ({ secretId, secretKey, appId, signName, region, endpoint }: TencentSms): SmsDriver =>
  async ({ id, to, sms }, signal) => {
    const payload = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: appId,
      SignName: sms.signature || signName,
      TemplateId: sms.templateCode,
      TemplateParamSet: sms.variables.map(({ value }) => value),
      SessionContext: String(id),
    })
    const { host } = new URL(endpoint)
    const action = 'SendSms'
    const timestamp = Math.floor(Date.now() / 1000)
    const response = await fetch(`${endpoint}/`, {
      method: 'POST',
      headers: {
        'content-type': CONTENT_TYPE,
        'x-tc-action': action,
        'x-tc-version': '2021-01-11',
        'x-tc-region': region,
        'x-tc-timestamp': String(timestamp),
        authorization: authorize({ secretId, secretKey, service: 'sms', host, action, payload, timestamp }),
      },
      body: payload,
      signal,
      redirect: 'error',
    })
    const answer = (await response.json().catch(() => null)) as Answer | null
    const { Error: refused, SendStatusSet: [sent] = [] } = answer?.Response ?? {}
    const { Code, Message, SerialNo } = refused ?? sent ?? {}
    if (Code === 'Ok') return SerialNo
    const reason = `短信服务未接受（${response.status} ${Code ?? '无法识别的应答'}）${Message ?? ''}`
    throw HOPELESS.test(Code ?? '') ? new Undeliverable(reason) : new Error(reason)
  }

type Status = { Code?: string; Message?: string; SerialNo?: string }
type Answer = { Response?: { Error?: Status; SendStatusSet?: Status[] } }

const ALGORITHM = 'TC3-HMAC-SHA256'
const CONTENT_TYPE = 'application/json; charset=utf-8'

type Signed = {
  secretId: string
  secretKey: string
  service: string
  host: string
  action: string
  payload: string
  /** Unix time in seconds; the provider accepts five minutes of difference. */
  timestamp: number
}

/** The header Authorization by 签名方法 v3 (cloud.tencent.com/document/api/382/52072). */
export function authorize({ secretId, secretKey, service, host, action, payload, timestamp }: Signed): string {
  const signedHeaders = 'content-type;host;x-tc-action'
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, signedHeaders, sha256(payload)].join('\n')
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const toSign = [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n')
  const key = [day, service, 'tc3_request'].reduce<string | Buffer>((key, part) => hmac(key, part), `TC3${secretKey}`)
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
