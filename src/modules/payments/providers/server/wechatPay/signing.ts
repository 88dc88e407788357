import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WechatPaySettings } from '#lib/server/process/paymentSettings.ts'
import { UntrustedNotification } from '../driver.ts'

const SCHEME = 'WECHATPAY2-SHA256-RSA2048'
/** Maximum clock difference in s between the signer and us. */
const MAX_CLOCK_SKEW_S = 300
const TAG_BYTES = 16

type Keys = Pick<WechatPaySettings, 'merchant' | 'serial' | 'privateKey'>

const sign = (text: string, { privateKey }: Keys) => createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')

/** The header by which WeChat Pay knows that a call is ours. `path`: with its query. */
export function authorization(
  keys: Keys,
  { method, path, body }: { method: string; path: string; body: string },
): string {
  const nonce = randomBytes(16).toString('hex')
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = sign(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`, keys)
  const parts = { mchid: keys.merchant, nonce_str: nonce, signature, timestamp, serial_no: keys.serial }
  return `${SCHEME} ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** Parameters that the page inside WeChat passes to WeixinJSBridge. */
export function insideParameters(keys: Keys & { appId: string }, prepayId: string): Record<string, string> {
  const timeStamp = String(Math.floor(Date.now() / 1000))
  const nonceStr = randomBytes(16).toString('hex')
  const wrapped = `prepay_id=${prepayId}`
  const paySign = sign(`${keys.appId}\n${timeStamp}\n${nonceStr}\n${wrapped}\n`, keys)
  return { appId: keys.appId, timeStamp, nonceStr, package: wrapped, signType: 'RSA', paySign }
}

const header = (headers: Headers | IncomingHttpHeaders, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return typeof value === 'string' ? value : ''
}

type SignedAnswer = { headers: Headers | IncomingHttpHeaders; body: Buffer }

/** Refuses what WeChat Pay has not signed, by the key that we know it by, within the last minutes. */
export function verifyAnswer(
  keys: Pick<WechatPaySettings, 'publicKey' | 'publicKeyId'>,
  { headers, body }: SignedAnswer,
  now: Date,
): void {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map(name =>
    header(headers, `wechatpay-${name}`),
  ) as [string, string, string, string]
  if (!timestamp || !nonce || !signature || !serial) throw new UntrustedNotification('没有签名')
  if (serial.toUpperCase() !== keys.publicKeyId.toUpperCase())
    throw new UntrustedNotification('签名所用的公钥不是我们认得的')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_CLOCK_SKEW_S)
    throw new UntrustedNotification('签名时间不在五分钟之内')
  const verify = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n`).update(body).update('\n')
  if (!verify.verify(keys.publicKey, signature, 'base64')) throw new UntrustedNotification('签名不符')
}

type Sealed = { ciphertext: string; nonce: string; associatedData: string }

/** Opens what a callback carries: AES-256-GCM by our APIv3 key. */
export function decryptResource(
  { v3Key }: Pick<WechatPaySettings, 'v3Key'>,
  { ciphertext, nonce, associatedData }: Sealed,
): string {
  try {
    const bytes = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', v3Key, nonce)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    decipher.setAAD(Buffer.from(associatedData))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new UntrustedNotification('密文不能解开')
  }
}
