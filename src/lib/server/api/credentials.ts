import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#lib/contract.ts'
import { forbidden } from '#lib/error.ts'
import type { Config } from '../process/config.ts'

/** Proof of identity: members send the header `token` (spec.md section 6), staff a cookie that no script can read. */
export type Credential = { of: 'member' | 'staff'; token: string }

type Site = Pick<Config, 'publicUrl'>

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:')
/** Browsers take `__Host-` only by TLS, from this very host, for all of it. */
const nameOf = (site: Site) => (isSecure(site) ? '__Host-staff' : 'staff')

/** Credential that this endpoint accepts. For a visitor signed in as both, the token that the page sends wins. */
export function credentialOf(request: FastifyRequest, { who }: Endpoint, site: Site): Credential | undefined {
  const token = [request.headers.token].flat()[0]
  const isMember = token !== undefined && !/^(anonymous|null|undefined)?$/.test(token)
  if (who === 'member') return isMember ? { of: 'member', token: token! } : undefined
  if (isMember && (who === 'signedIn' || who === 'anyone')) return { of: 'member', token: token! }
  const cookie = cookieOf(request, nameOf(site))
  if (!cookie) return undefined
  if (request.method !== 'GET') refuseForeign(request, site)
  return { of: 'staff', token: cookie }
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const parts = headers.cookie?.split(';').map(part => part.trim()) ?? []
  return parts.find(part => part.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** A cookie comes along whoever asks: only what our own pages send may change anything (ASVS 3.5.1). */
function refuseForeign({ headers, host }: FastifyRequest, { publicUrl }: Site) {
  const { origin } = headers
  const isOwn = origin
    ? origin === new URL(publicUrl).origin || hostOf(origin) === host
    : headers['sec-fetch-site'] === 'same-origin'
  if (!isOwn) throw forbidden('请求不是从本站页面发出的，未予执行')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** The header that gives a browser the cookie of a session, or takes it back. It ends with the session on the server. */
export const staffCookie = (site: Site, token: string | null) =>
  [
    `${nameOf(site)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(site) ? ['Secure'] : []),
    ...(token === null ? ['Max-Age=0'] : []),
  ].join('; ')
