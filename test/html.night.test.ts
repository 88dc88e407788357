import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml, fileIdsIn, plainText } from '../src/lib/server/outbound/sanitizeHtml.ts'
import { processorTime } from './support/processorTime.ts'
import { borrowedCases, hostileHtml } from './support/richText/hostileHtml.ts'

const TAGS =
  /^(p|br|hr|h[1-6]|blockquote|pre|code|[uo]l|li|div|span|b|strong|i|em|u|s|del|su[bp]|a|img|video|fig(ure|caption)|table|caption|col(group)?|t(head|body|foot|r|h|d))$/
const ATTRIBUTES: Record<string, RegExp> = {
  href: /^(https?:\/\/[^/\s\\][^\s\\]*|mailto:[^\s\\]+|tel:[+\d-]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i,
  src: /^\/api\/file\/\d+(\?[\w=&;]*)?$/,
  poster: /^\/api\/file\/\d+$/,
  style: /^((color|background-color|text-align|font-size|text-indent|width):[\w#%., ()-]+(;|$))+$/,
  class: /^((ql-(align|indent|size|font|direction)-\w+|scroll)( |$))+$/,
  dir: /^(ltr|rtl)$/,
  target: /^_blank$/,
  rel: /^[a-z ]+$/,
  loading: /^lazy$/,
  preload: /^metadata$/,
}
const PLAIN = /^(alt|title|width|height|colspan|rowspan|scope|start|controls)$/

/**
 * Reads what is left by a grammar far stricter than HTML's: a browser cannot understand anything in it differently,
 * for nothing it allows changes how the rest is read. What a browser makes of it, e2e/member/hostileTexts.night.spec.ts shows.
 */
function offences(html: string): string[] {
  const found: string[] = []
  const between = html.replace(/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( \/)?>/g, (_, end, tag, rest) => {
    if (!TAGS.test(tag)) found.push(`<${tag}>`)
    if (end && rest) found.push(`</${tag}${rest}>`)
    for (const [, name, value = ''] of rest.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g))
      if (!(PLAIN.test(name) || ATTRIBUTES[name]?.test(value))) found.push(`${name}="${value}"`)
    return ''
  })
  if (/[<>]/.test(between)) found.push(`not HTML as we write it: ${between}`)
  return found
}

describe('what people write is made safe before it is stored', () => {
  test.each(hostileHtml.map(html => [html]))('%s', html => {
    const cleaned = cleanHtml(html)
    expect(offences(cleaned)).toEqual([])
    expect(cleanHtml(cleaned)).toBe(cleaned)
  })

  test('each of them inside each other, too', () => {
    for (const [i, html] of hostileHtml.entries()) {
      const next = hostileHtml[(i * 7 + 3) % hostileHtml.length]!
      const cleaned = cleanHtml(`<table><tr><td title="${next}"><p>${html}<ul><li>${next}`)
      expect(offences(cleaned), `${html} … ${next}`).toEqual([])
      expect(cleanHtml(cleaned)).toBe(cleaned)
    }
  })

  test('and whatever is put together of such pieces, cleaned again it stays as it is', () => {
    const signs = '< > </ /> " \' = & ; <!-- --> <![CDATA[ ]]> <? ` x 字 url( expression( &lt; &#60; &quot; &amp;'
    const tags = 'p a svg math style script img table td select noscript template title'
    const said = 'href src style class onload srcdoc javascript: alert(1) /api/file/1 //evil.example color:red'
    const pieces = fc.constantFrom(' ', '\n', '\u0000', ...`${signs} ${tags} ${said}`.split(' '))
    const parts = fc.oneof(pieces, fc.constantFrom(...hostileHtml), fc.string({ unit: 'grapheme', maxLength: 4 }))
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 25 }), some => {
        const cleaned = cleanHtml(some.join(''))
        expect(offences(cleaned)).toEqual([])
        expect(cleanHtml(cleaned)).toBe(cleaned)
      }),
      { numRuns: 500 },
    )
  })

  test.skipIf(borrowedCases.length === 0)('among them every borrowed case', () => {
    expect(borrowedCases.length).toBeGreaterThan(90)
  })

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x()">字</p>',
    '<a href="javascript:x">字</a>',
    '<p style="top:0">',
  ])('the test itself notices %s', html => expect(offences(html)).not.toEqual([]))

  test.each([
    ['<p onclick="x()">字</p>', '<p>字</p>'],
    ['<a href="javascript:alert(1)">链接</a>', '<a>链接</a>'],
    ['<a href="//evil.example/">链接</a>', '<a>链接</a>'],
    ['<a href="https://example.com/a?b=1&c=%E5">链接</a>', '<a href="https://example.com/a?b=1&amp;c=%E5">链接</a>'],
    ['<img src="https://elsewhere.example/a.png">', '【缺图：a.png】'],
    ['<img src="/\\elsewhere.example/a.png">', '【缺图：a.png】'],
    ['<img src="/api/file/12" alt="锅炉房">', '<img src="/api/file/12" alt="锅炉房" loading="lazy" />'],
    ['<video src="/api/file/3" autoplay></video>', '<video src="/api/file/3" controls preload="metadata"></video>'],
    ['<p style="position:fixed;color:#d9480f">字</p>', '<p style="color:#d9480f">字</p>'],
    ['<p class="ql-align-center header">字</p>', '<p class="ql-align-center">字</p>'],
    ['<script>alert(1)</script>', ''],
  ])('%s → %s', (written, kept) => expect(cleanHtml(written)).toBe(kept))
})

describe('what the editor writes stays as it is', () => {
  test.each([
    '<p>　　本会会员、各有关单位：</p><p></p><p>压力 &lt; 3.8 MPa，水质 &amp; 温度；“引号”与《书名》——1～6 级。😀</p>',
    '<p><strong>粗</strong><em>斜</em><u>下划</u><s>删</s>H<sub>2</sub>O m<sup>3</sup><code>pH = 7</code></p>',
    '<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><h5>五</h5><h6>六</h6>',
    '<blockquote>引文</blockquote><pre>\nif (a &lt; b) {\n  c()\n}\n</pre>',
    '<ol><li>一<ul><li>甲</li></ul></li><li>二</li></ol>',
    '<p class="ql-align-center ql-indent-2 ql-direction-rtl">字</p>',
    '<p><span class="ql-size-huge ql-font-serif" style="color:#b03505;background-color:#fff6e0">字</span></p>',
    '<p><a href="https://example.com/" rel="noopener noreferrer" target="_blank">链接</a></p>',
    '<table><tbody><tr><td colspan="2">表格</td></tr></tbody></table>',
  ])('%s', html => expect(cleanHtml(html)).toBe(html))

  test('text without any markup, whatever its length', () => {
    const text = '工业锅炉水质\n　　第一条 为规范\t水处理；'.repeat(20_000)
    expect(cleanHtml(text)).toBe(text)
  })
})

describe('however large, it is done in bounded time', () => {
  const MEGABYTE = 1 << 20
  const pieces = [
    '<div>',
    '<p>',
    '<b>字',
    '<svg>',
    '<math><mtext>',
    '<iframe>',
    '<noscript></p>',
    '<table><tr><td>',
    '<!--',
    '<',
    '</p',
    '<p style="color:red">',
    '<a href="',
    '&lt;',
    '<select><option>',
    '<p a=1 b=2 c',
  ]

  /** Maximum CPU time in ms; cleaning with quadratic cost would exceed it by far. */
  function isCleaned(html: string, within: number) {
    const spent = processorTime()
    const begin = cleanHtml(html)
      .slice(0, 10_000)
      .replace(/<[^>]*$/, '')
    expect(offences(begin)).toEqual([])
    expect(spent()).toBeLessThan(within)
  }

  test.each(pieces)('1 MB of %s', piece => isCleaned(piece.repeat(MEGABYTE / piece.length), 4_000))

  test('5 MB, the most that is taken, of all of them one after the other', () => {
    const each = (5 * MEGABYTE) / pieces.length
    isCleaned(pieces.map(piece => piece.repeat(each / piece.length)).join(''), 10_000)
  })
})

const word = new URL('../../shared/data/msword_paste.html', import.meta.url)

test.skipIf(!existsSync(word))('a paste from Word keeps its words and loses its markup', () => {
  const cleaned = cleanHtml(readFileSync(word, 'utf8'))
  expect(cleaned).not.toMatch(/mso|o:p|w:|xml|<meta|<style/i)
  expect(offences(cleaned)).toEqual([])
  expect(plainText(cleaned).length).toBeGreaterThan(5)
})

test('the words of a text, without its tags', () => {
  expect(plainText('<h3>一、范围</h3><p>压力 &lt; 3.8&nbsp;MPa<br>&amp; 温度</p>')).toBe(
    '一、范围 压力 < 3.8 MPa & 温度',
  )
})

test('the files that a text shows, each once', () => {
  const text = '<p>/api/file/9</p><img src="/api/file/3"><video src="/api/file/4"></video><img src="/api/file/3">'
  expect(fileIdsIn(cleanHtml(text))).toEqual([3, 4])
})
