import { hash } from 'node:crypto'

/** Headers of every response, whatever answers it (OWASP ASVS 5.0, 3.4). */
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

/** Path to which browsers report violations of the content security policy. */
export const REPORTS = '/csp-reports'
/** The same for the policy's `report-to`, which browsers know by HTTPS alone. */
export const reportingEndpoints = `pages="${REPORTS}"`

const TIANDITU = 'https://*.tianditu.gov.cn'

/** `files`: the origin that public files are fetched from, where it is not ours. */
type Allowed = { maps: boolean; https: boolean; files?: string | undefined }

/**
 * The policy of one page: its own inline scripts by hash, since a nonce cannot be kept in a cache. Styles may be inline:
 * articles carry colours and sizes of their own.
 */
export function pagePolicy(scripts: readonly string[], { maps, https, files }: Allowed): string {
  const hashes = scripts.map(code => `'sha256-${hash('sha256', code, 'base64')}'`)
  const official = maps ? ` ${TIANDITU}` : ''
  const kept = files ? ` ${files}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${official} ${[...new Set(hashes)].join(' ')}`.trim(),
    `style-src 'self' 'unsafe-inline'${official}`,
    `img-src 'self' data: blob:${official}${kept}`,
    `media-src 'self' blob:${kept}`,
    `connect-src 'self'${official}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${REPORTS}`,
    ...(https ? ['upgrade-insecure-requests', 'report-to pages'] : []),
  ].join('; ')
}

/** The same in WeChat's own browser, which shares a page as we want it once its script has been loaded. */
export const insideWechat = (policy: string) =>
  policy.replace("script-src 'self'", "script-src 'self' https://res.wx.qq.com")
