/*
 * Public pages that were read stay readable without a network, each with a note of when it was kept. A page is asked for once
 * more, without anything that says who asks, and kept without its scripts: nothing of somebody who is signed in can be in it.
 * Registers of certificates are left out, since what they say must be of today. Another version clears what this one kept.
 */
const PAGES = 'pages-1'
const STYLES = 'styles-1'
const MOST_PAGES = 60
const FRESH_FOR = 600_000

const isKept = ({ pathname, search }) =>
  /^\/admin\/(home|home\/dash|news\/(list|info|list-info)\/\d+|publicity\/(member|training|notice)(\/\d+)?)$/.test(
    pathname,
  ) && /^(\?(pa|pageNum)=\d+)?$/.test(search)

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', event => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== PAGES && name !== STYLES) await caches.delete(name)
  }
  event.waitUntil(clear())
})

self.addEventListener('message', event => {
  const url = new URL(event.data.read, location.origin)
  if (url.origin === location.origin && isKept(url)) event.waitUntil(keep(url).catch(() => {}))
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && isKept(url)) event.respondWith(orKept(request, PAGES, url.pathname + url.search))
  else if (/^\/assets\/[^/]+\.css$/.test(url.pathname)) event.respondWith(orKept(request, STYLES, url.pathname))
})

async function orKept(request, cache, key) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(cache)).match(key)
    if (kept) return kept
    throw error
  }
}

async function keep(url) {
  const pages = await caches.open(PAGES)
  const key = url.pathname + url.search
  const before = await pages.match(key)
  if (before && Date.now() - Number(before.headers.get('x-kept-at')) < FRESH_FOR) return
  const response = await fetch(key, { credentials: 'omit', headers: { accept: 'text/html' } })
  if (!response.ok || response.redirected) return
  const html = await response.text()
  const styles = await caches.open(STYLES)
  for (const [, style] of html.matchAll(/href="(\/assets\/[^"/]+\.css)"/g))
    if (!(await styles.match(style))) await styles.add(style)
  await pages.delete(key)
  await pages.put(key, asKept(html))
  const [...keys] = await pages.keys()
  for (const old of keys.slice(0, -MOST_PAGES)) await pages.delete(old)
}

function asKept(html) {
  const now = new Date()
  const at = now.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long', timeStyle: 'short' })
  const note = `<div class="announcement" data-level="info" role="status"><p>没有联网。这是 ${at} 存下的内容，可能已有变化。</p></div>`
  const plain = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace(/<body\b[^>]*>/, body => body + note)
  return new Response(plain, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'",
      'x-kept-at': String(now.getTime()),
    },
  })
}
