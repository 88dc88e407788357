import type { IncomingMessage, ServerResponse } from 'node:http'
import { CALLBACKS } from '../http/callbacks.ts'
import { REPORTS } from '../http/security.ts'

type Refused = { status: 400 | 405; msg: string; allow?: string }

/**
 * Checks the form of a request before anything else is done. Rewrites an absolute URL, as sent to a proxy, to its path.
 */
export function requestFault(request: IncomingMessage): Refused | undefined {
  if (request.url!.charCodeAt(0) !== SLASH && !request.url!.startsWith('*')) {
    const path = pathIn(request.url!)
    if (path === undefined) return { status: 400, msg: '网址无法识别，请检查是否完整' }
    request.url = path
  }
  if (hostsOf(request.rawHeaders) > 1) return { status: 400, msg: '请求无法识别（Host 重复）' }
  const { method } = request
  if (method === 'GET' || method === 'HEAD') {
    return request.url!.startsWith('*') ? { status: 400, msg: '网址无法识别，请检查是否完整' } : undefined
  }
  const isCall = request.url!.startsWith('/api/') || request.url!.startsWith(CALLBACKS)
  if (method === 'POST' && (isCall || request.url === REPORTS)) return undefined
  const allow = isCall ? 'GET, HEAD, POST' : request.url === REPORTS ? 'POST' : 'GET, HEAD'
  return { status: 405, msg: `这个网址不接受 ${method} 请求`, allow }
}

const SLASH = 47

/** Path of `http://host/path?query`. */
function pathIn(url: string): string | undefined {
  const whole = /^https?:\/\/[^/?#\s]+(\/[^#\s]*)?$/i.exec(url)
  return whole ? (whole[1] ?? '/') : undefined
}

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  return hosts
}

/** Keeps the headers that are set already. */
export function refuseRequest({ status, msg, allow }: Refused, response: ServerResponse) {
  const body = Buffer.from(JSON.stringify({ code: status, data: null, msg }))
  if (allow) response.setHeader('allow', allow)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', body.length)
  // Closes the connection, so that the unwanted body is not read.
  response.setHeader('connection', 'close')
  response.statusCode = status
  response.end(body)
}
