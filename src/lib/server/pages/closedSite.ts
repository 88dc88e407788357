import type { IncomingMessage, ServerResponse } from 'node:http'
import { pagePolicy } from '../http/security.ts'
import { type Operation, operation, sentenceOf } from '../process/operation.ts'
import { escapeHtml } from '../search/highlight.ts'

/** Retry-After in seconds while the site is closed. */
const RETRY_AFTER_S = 300

/** Paths that stay open: those that staff need, and health checks. */
const OPEN_PATHS = /^\/(staff|api\/staff|api\/config\/public|assets|healthz|readyz|metrics|favicon)(\/|\.|$)/
const STAFF_COOKIE = /(^|;\s*)(__Host-)?staff=/

/** Answers visitors and members, in maintenance, that the site is closed; returns whether it did. */
export function answerWhileClosed({ url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
  const now = operation()
  const path = url.split('?')[0]!
  if (now.mode !== 'maintenance' || OPEN_PATHS.test(path)) return false
  const isCall = path.startsWith('/api/')
  // The cookie is checked where the call is made; a forged one only opens pages that everybody may read.
  if (isCall && STAFF_COOKIE.test(headers.cookie ?? '')) return false
  // Members sign in by a call, which answers itself.
  const body = isCall ? JSON.stringify({ code: 503, data: null, msg: sentenceOf(now) }) : closedPage(now)
  response.statusCode = 503
  response.setHeader('content-type', isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('retry-after', String(RETRY_AFTER_S))
  if (!isCall) response.setHeader('content-security-policy', pagePolicy([], { maps: false, https: false }))
  response.end(body)
  return true
}

/** Page in the colours of the site that needs no other file. */
function closedPage(now: Operation): string {
  return `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>网站维护 - ${escapeHtml(now.name)}</title>
<style>
body { margin: 0; color: #14191f; font: 1rem/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC",
  sans-serif; }
header { padding: 1rem; background: ${now.colour}; color: #fff; font-size: 1.125rem; font-weight: 600; }
header span, main { display: block; max-width: 36rem; margin: 0 auto; }
main { padding: 12vh 1rem 0; }
h1 { color: ${now.colour}; font-size: 1.875rem; line-height: 1.4; }
p { overflow-wrap: anywhere; }
</style>
</head>
<body>
<header><span>${escapeHtml(now.name)}</span></header>
<main>
<h1>网站正在维护</h1>
<p>${escapeHtml(sentenceOf(now))}。</p>
<p>正在查验证书的，现在查不到不代表证书无效。</p>
</main>
</body>
</html>`
}
