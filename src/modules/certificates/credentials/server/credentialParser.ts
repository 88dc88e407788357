import { invalid } from '#lib/error.ts'

/** A signed statement in the three parts of a JWS, as they came. */
export type Jws = { header: string; payload: string; signature: string }

/** Maximum characters of a credential. Ours have some 4,000; parsing megabytes of JSON would block other requests. */
const MAX_STATEMENT = 65_536

const ENVELOPE = 'data:application/vc+jwt,'

/** Recognises a credential by its file name or its first characters. */
export const isCredentialFile = (name: string, text: string) =>
  /\.(jwt|json|jsonld|vc)$/i.test(name) || /^\s*(\{|ey)/.test(text)

/**
 * The statement in a file: compact, in the envelope of Verifiable Credentials 2.0, or as JSON of RFC 7515. `unsigned`: it
 * says something, and nobody signed it that way. Undefined: it is nothing of the kind.
 */
export function readStatement(text: string): Jws | 'unsigned' | undefined {
  if (text.length > MAX_STATEMENT) throw invalid('可验证凭证不会超过 64 KB，请确认选择的是凭证文件')
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return fromCompact(trimmed)
  const value = parseClaims(trimmed)
  if (!value) return undefined
  const { id, protected: header, payload, signature } = value
  if (typeof id === 'string' && id.startsWith(ENVELOPE)) return fromCompact(id.slice(ENVELOPE.length))
  if (typeof header === 'string' && typeof payload === 'string' && typeof signature === 'string')
    return { header, payload, signature }
  return 'unsigned'
}

function fromCompact(text: string): Jws | undefined {
  const [header, payload, signature, ...more] = text.split('.')
  return header && payload && signature && more.length === 0 ? { header, payload, signature } : undefined
}

export type Claims = { readonly [name: string]: unknown }

/** Decodes a part of the JWS; undefined if it is damaged. */
export const decodeClaims = (part: string): Claims | undefined =>
  parseClaims(Buffer.from(part, 'base64url').toString('utf8'))

function parseClaims(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isClaims(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a dotted path such as `credentialSubject.certificate.number`; undefined if there is none. */
export const claimAt = (claims: Claims | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((of, name) => (isClaims(of) ? of[name] : undefined), claims)

export const textClaimAt = (claims: Claims | undefined, path: string): string => {
  const value = claimAt(claims, path)
  return typeof value === 'string' ? value : ''
}
