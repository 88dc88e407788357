import { createSign, createVerify } from 'node:crypto'
import type { KeyPair } from '../keyPairs.ts'

/** Identity of the site, and the keys that both sides sign with. */
export type Parties = { appId: string; sellerId: string; merchant: KeyPair; platform: KeyPair }
type Parameters = Readonly<Record<string, string>>

const textOf = (of: Parameters, besides: readonly string[]) =>
  Object.keys(of)
    .sort()
    .flatMap(name => (of[name] && !besides.includes(name) ? [`${name}=${of[name]}`] : []))
    .join('&')

const sign = (text: string, pem: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(pem, 'base64')

/** An answer of the gateway, signed to the byte. */
export function answered(parties: Parties, method: string, said: object): string {
  const text = JSON.stringify(said)
  const name = `${method.replaceAll('.', '_')}_response`
  return `{"${name}":${text},"sign":${JSON.stringify(sign(text, parties.platform.privatePem))}}`
}

/** A notice, as the body of a form. */
export function notice(parties: Parties, said: Parameters, forged = false): string {
  const pem = forged ? parties.merchant.privatePem : parties.platform.privatePem
  return new URLSearchParams({
    ...said,
    sign_type: 'RSA2',
    sign: sign(textOf(said, ['sign', 'sign_type']), pem),
  }).toString()
}

/** Why a call is not the merchant's; undefined where it is. */
export function faultOf(parties: Parties, of: Parameters): string | undefined {
  if (of.app_id !== parties.appId) return 'isv.invalid-app-id'
  if (of.sign_type !== 'RSA2' || of.charset !== 'utf-8' || of.version !== '1.0') return 'isv.invalid-signature-type'
  const said = Date.parse(`${(of.timestamp ?? '').replace(' ', 'T')}+08:00`)
  if (!(Math.abs(Date.now() - said) < 15 * 60_000)) return 'isv.invalid-timestamp'
  const verify = createVerify('RSA-SHA256').update(textOf(of, ['sign']), 'utf8')
  return verify.verify(parties.merchant.publicPem, of.sign ?? '', 'base64') ? undefined : 'isv.invalid-signature'
}
