import { randomBytes } from 'node:crypto'
import { type Account, decryptMessage, element, encryptMessage, sign } from './envelope.ts'

/** Message on a phone: a text of the service account, or a template message. */
export type Received = { at: string; text: string; templateId?: string; url?: string }
export type Follower = { openid: string; name: string; isFollowing: boolean; received: Received[] }

type Event = Record<string, string | number>
export type SiteReply = { status: number; reply: string }

/** Tells the site what a follower has done, sealed and signed, and takes the answer as strictly as the platform does. */
export async function tell(site: string, account: Account, event: Event): Promise<SiteReply> {
  const request = noticeOf(account, event)
  const response = await fetch(`${site}/callbacks/wechat?${request.query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: request.body,
    signal: AbortSignal.timeout(5_000),
  })
  const answer = await response.text()
  if (response.status !== 200 || answer === 'success' || answer === '') return { status: response.status, reply: '' }
  const [encrypted, time, nonce] = ['Encrypt', 'TimeStamp', 'Nonce'].map(name => element(answer, name)) as [
    string,
    string,
    string,
  ]
  if (sign([account.token, time, nonce, encrypted]) !== element(answer, 'MsgSignature'))
    throw new Error('the answer of the site is not signed as it should be')
  const message = decryptMessage(account, encrypted)
  if (element(message, 'ToUserName') !== event.FromUserName) throw new Error('the answer is for somebody else')
  return { status: 200, reply: element(message, 'Content') }
}

type Altered = { timestamp?: number; nonce?: string; signedBy?: Account; sealedFor?: Account }

/** A notice ready to be sent; `altered`: as somebody would who pretends to be the platform. */
export function noticeOf(account: Account, event: Event, altered: Altered = {}) {
  const { timestamp = Math.floor(Date.now() / 1000), nonce = randomBytes(6).toString('hex') } = altered
  const elements = Object.entries({ ToUserName: 'gh_stand_in', CreateTime: timestamp, ...event })
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : `<![CDATA[${value}]]>`}</${name}>`)
    .join('')
  const encrypted = encryptMessage(altered.sealedFor ?? account, `<xml>${elements}</xml>`)
  const { token } = altered.signedBy ?? account
  const query = new URLSearchParams({
    signature: sign([token, String(timestamp), nonce]),
    timestamp: String(timestamp),
    nonce,
    encrypt_type: 'aes',
    msg_signature: sign([token, String(timestamp), nonce, encrypted]),
  })
  const body = `<xml><ToUserName><![CDATA[gh_stand_in]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`
  return { query: query.toString(), body, encrypted }
}
