import { expect, test } from 'vitest'
import { deferScripts, insertStarter } from './deferredScripts.ts'

const MARK = '0-1'
const PAGE = `<head><link rel="modulepreload" href="/assets/a.js" nonce="${MARK}"/></head><body><main>文</main><script nonce="${MARK}">remember()</script><script nonce="${MARK}">window.documentData = {"state":"await import(</body>)"};</script><script nonce="${MARK}" type="module" async="">import "/assets/list.js";
import * as route0 from "/assets/a.js";
import("/assets/entry.js");</script><script>window.documentData = 'of an article'</script></body>`

const wait = (url = '/admin/home') => deferScripts(PAGE, { mark: MARK, url, starter: 'start()' })

test('the scripts of a page and their data leave it, those it needs at once stay', () => {
  const { html, scripts } = wait()
  expect(html).toContain('<script nonce="0-1">remember()</script><script></script><script type="module"></script>')
  expect(html).not.toContain('state')
  expect(html).not.toContain('modulepreload')
  const [preload, ...lines] = scripts.code.split('\n').slice(1)
  expect(preload).toContain('modulepreload')
  expect(lines).toEqual([
    'window.documentData = {"state":"await import(</body>)"};',
    'await import("/assets/list.js");',
    'const route0 = await import("/assets/a.js");',
    'import("/assets/entry.js");',
  ])
})

test('a script that is not of ours stays where it is, for the policy to stop', () => {
  const { html, scripts } = wait()
  expect(html).toContain("<script>window.documentData = 'of an article'</script>")
  expect(scripts.code).not.toContain('of an article')
})

test('the page says where its scripts are, whatever stands in its address', () => {
  const { html, scripts } = wait('/admin/home/search?key="><script>&a')
  expect(html).toContain(
    `data-of="/page-scripts/${scripts.digest}/admin/home/search?key=&#34;&#62;&#60;script&#62;&#38;a"`,
  )
})

test('a page whose scripts come at once keeps them, and begins with what keeps what is done before', () => {
  const html = insertStarter(PAGE, { mark: MARK, starter: "start('$&')" })
  expect(html).toContain(`<script nonce="${MARK}">start('$&')</script></head><body><main>`)
  expect(html.replace(`<script nonce="${MARK}">start('$&')</script>`, '')).toBe(PAGE)
})
