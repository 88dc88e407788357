import { createSign, createVerify } from 'node:crypto'
import type { AlipaySettings } from '#lib/server/process/paymentSettings.ts'
import { UntrustedNotification } from '../driver.ts'

type Parameters = Readonly<Record<string, string>>

/** RSA2: all that is said, by the order of names, but for what says nothing. */
const textOf = (of: Parameters, besides: readonly string[]) =>
  Object.entries(of)
    .filter(([name, value]) => value !== '' && !besides.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

export const signed = (of: Parameters, { privateKey }: Pick<AlipaySettings, 'privateKey'>): Parameters => ({
  ...of,
  sign: createSign('RSA-SHA256').update(textOf(of, []), 'utf8').sign(privateKey, 'base64'),
})

export function verifyNotice(of: Parameters, { publicKey }: Pick<AlipaySettings, 'publicKey'>): void {
  if (!of.sign) throw new UntrustedNotification('没有签名')
  if (of.sign_type !== 'RSA2') throw new UntrustedNotification('签名算法不对')
  const verify = createVerify('RSA-SHA256').update(textOf(of, ['sign', 'sign_type']), 'utf8')
  if (!verify.verify(publicKey, of.sign, 'base64')) throw new UntrustedNotification('签名不符')
}

/**
 * Returns the signed part of an answer byte for byte: JSON that is parsed and serialised again would not match the
 * signature.
 */
export function verifiedAnswer(text: string, name: string, { publicKey }: Pick<AlipaySettings, 'publicKey'>): string {
  const said = objectAfter(text, `"${name}"`) ?? objectAfter(text, '"error_response"')
  const sign = /"sign"\s*:\s*"([A-Za-z0-9+/=]+)"/.exec(text)?.[1]
  if (!said || !sign) throw new UntrustedNotification('没有签名')
  if (!createVerify('RSA-SHA256').update(said, 'utf8').verify(publicKey, sign, 'base64'))
    throw new UntrustedNotification('签名不符')
  return said
}

/** The object that stands behind a name, with all within it. */
function objectAfter(text: string, name: string): string | undefined {
  const start = text.indexOf('{', text.indexOf(name) + name.length)
  if (!text.includes(name) || start < 0) return undefined
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return text.slice(start, at + 1)
  }
  return undefined
}
