import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { KeyPair } from '../keyPairs.ts'
import type { Notification } from '../payments.ts'

/** Identity of the site, and the keys that both sides sign with. */
export type Parties = {
  merchantId: string
  appId: string
  merchantSerial: string
  v3Key: string
  merchant: KeyPair
  platform: KeyPair
  platformSerial: string
}

/** Accepted clock difference of a timestamp, in s. */
const MAX_CLOCK_SKEW_S = 300

type Signing = { parties: Parties; body: string; timestamp?: number; forged?: boolean }

/** The headers under an answer or a callback. */
export function signed({
  parties,
  body,
  timestamp = Math.floor(Date.now() / 1000),
  forged = false,
}: Signing): Notification {
  const nonce = randomBytes(16).toString('hex')
  const signer = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`)
  const signature = signer.sign(forged ? parties.merchant.privatePem : parties.platform.privatePem, 'base64')
  return {
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': parties.platformSerial,
    },
    body,
  }
}

/** Builds a notification, encrypted with the APIv3 key. */
export function encryptedNotification(
  { v3Key }: Pick<Parties, 'v3Key'>,
  event: { type: string; about: string; resource: object },
): string {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', v3Key, nonce)
  cipher.setAAD(Buffer.from(event.about))
  const text = Buffer.concat([
    cipher.update(JSON.stringify(event.resource), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return JSON.stringify({
    id: randomBytes(16).toString('hex'),
    create_time: new Date().toISOString(),
    resource_type: 'encrypt-resource',
    event_type: event.type,
    summary: event.type === 'TRANSACTION.SUCCESS' ? '支付成功' : '退款结果',
    resource: {
      original_type: event.about,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: text.toString('base64'),
      associated_data: event.about,
      nonce,
    },
  })
}

type SignedRequest = { method: string; path: string; body: string; authorization: string }

/** Why a call is not the merchant's; undefined where it is. */
export function faultOf(parties: Parties, { method, path, body, authorization }: SignedRequest): string | undefined {
  const found = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(authorization)
  if (!found) return '没有 Authorization 或算法不对'
  const parts = Object.fromEntries(
    [...found[1]!.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  if (parts.mchid !== parties.merchantId) return '商户号不对'
  if (parts.serial_no !== parties.merchantSerial) return '证书序列号不对'
  if (Math.abs(Date.now() / 1000 - Number(parts.timestamp)) > MAX_CLOCK_SKEW_S) return '时间戳过期'
  const text = `${method}\n${path}\n${parts.timestamp}\n${parts.nonce_str}\n${body}\n`
  const isGood = createVerify('RSA-SHA256')
    .update(text)
    .verify(parties.merchant.publicPem, parts.signature ?? '', 'base64')
  return isGood ? undefined : '签名错误'
}
