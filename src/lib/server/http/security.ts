import { createHash } from 'node:crypto'

/** Headers of every response, whatever answers it (quality.md section 3: 3.4.x). */
const ALWAYS: [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()'],
  // A page replaces this with its own; JSON and files need nothing at all.
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]
const HSTS: [string, string] = ['strict-transport-security', 'max-age=31536000; includeSubDomains']

/** `https`: visitors reach the site by TLS, ended here or at the proxy in front. */
export const securityHeaders = (https: boolean): [string, string][] => (https ? [...ALWAYS, HSTS] : ALWAYS)

const TIANDITU = 'https://*.tianditu.gov.cn https://lbs.tianditu.gov.cn'

/**
 * The policy of one page: its inline scripts by hash, since a nonce cannot be kept in a cache. Styles may be inline:
 * articles carry colours and sizes of their own.
 */
export function pagePolicy(html: string, { maps, https }: { maps: boolean; https: boolean }): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
  const official = maps ? ` ${TIANDITU}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${official} ${[...new Set(hashes)].join(' ')}`.trim(),
    `style-src 'self' 'unsafe-inline'${official}`,
    `img-src 'self' data: blob:${official}`,
    "media-src 'self' blob:",
    `connect-src 'self'${official}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
