import { expect, test } from 'vitest'
import { rewriteMarked, takeMarked } from './markedScripts.ts'

const MARK = '0-1'

test('inline scripts with the mark are taken, in their order; files, and what has no mark or another one, are not', () => {
  const page = `<script nonce="${MARK}">first()</script><script nonce="${MARK}" src="/assets/a.js"></script>
<script>of.an('article')</script><script nonce="0-2">guessed()</script><script type="module" nonce="${MARK}">second()</script>`
  const { scripts, html } = takeMarked(page, MARK)
  expect(scripts).toEqual(['first()', 'second()'])
  expect(html).toBe(page.replaceAll(` nonce="${MARK}"`, ''))
})

test('what stands before, between and after them stays as it is', () => {
  const page = `<main>文</main><script nonce="${MARK}" async="">a()</script><p>段</p><script src="/b.js"></script></body>`
  expect(rewriteMarked(page, MARK, (attributes, code) => `[${attributes.trim()}|${code}]`)).toBe(
    `<main>文</main>[nonce="${MARK}" async=""|a()]<p>段</p><script src="/b.js"></script></body>`,
  )
})

test('a script that does not end is left alone', () => {
  const page = `<p>文</p><script nonce="${MARK}">a()`
  expect(takeMarked(page, MARK).scripts).toEqual([])
  expect(rewriteMarked(page, MARK, () => '')).toBe(page)
})
