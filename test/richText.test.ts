import { getSchema } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import { cleanHtml, plainText } from '../src/lib/server/outbound/sanitizeHtml.ts'
import { readDemoArticles } from '../src/modules/content/server/demo/articles.ts'
import { extensions } from '../src/ui/richText/document/extensions.ts'
import { documentOf, htmlOf } from '../src/ui/richText/document/html.ts'
import { hostileHtml } from './support/richText/hostileHtml.ts'
import { meaningOf } from './support/richText/meaning.ts'
import { pageOf } from './support/richText/page.ts'

const schema = getSchema(extensions)
const blank = pageOf('')

/** Opened in the editor and stored again. */
function savedAgain(html: string): string {
  const text = documentOf(pageOf(html), schema)
  text.check()
  return htmlOf(text, blank)
}

const articles = await readDemoArticles(new Date('2026-11-23'))

describe('a text that is opened and stored again says what it said', () => {
  test.each(articles.map(({ title, html }) => [title, html]))('%s', (_, html) => {
    const stored = cleanHtml(html)
    // The server's cleaning takes nothing from it.
    const again = cleanHtml(savedAgain(stored))
    expect(meaningOf(again)).toEqual(meaningOf(stored))
  })

  /** Texts stored since the first version, from the old editor and from imported old sites. */
  test.each([
    '<p>　　本会会员、各有关单位：</p><p></p><p>压力 &lt; 3.8 MPa，水质 &amp; 温度；“引号”与《书名》——1～6 级。😀</p>',
    '<p><strong>粗</strong><em>斜</em><u>下划</u><s>删</s>H<sub>2</sub>O m<sup>3</sup><code>pH = 7</code></p>',
    '<p><strong style="color:#b03505" class="ql-size-large">粗而大</strong> 与 <b>粗</b> <i>斜</i> <del>删</del></p>',
    '<h1>一</h1><h2>二</h2><h3 class="ql-align-center">三</h3><h4>四</h4><h5>五</h5><h6>六</h6>',
    '<blockquote>引文</blockquote><blockquote class="ql-align-right">靠右的引文</blockquote>',
    '<blockquote><p>一段</p><p>又一段</p></blockquote>',
    '<pre>\nif (a &lt; b) {\n  c()\n}\n</pre><pre>\n\n前有空行</pre>',
    '<ol><li>一<ul><li>甲<ol><li>深</li></ol></li></ul></li><li>二</li></ol>',
    '<ol start="3"><li>三</li><li>四<p>又一段</p></li></ol>',
    '<ul><li class="ql-align-right">靠右</li><li><strong>粗</strong>：字</li></ul>',
    '<p class="ql-align-center ql-indent-2 ql-direction-rtl">字</p><p class="ql-indent-8">字</p><p dir="rtl">字</p>',
    '<p style="text-align:right">靠右</p><div style="text-align:center">居中<p>也居中</p></div>',
    '<p style="text-indent:2em">首行缩进</p><p style="font-size:14px">小</p>',
    '<p><span class="ql-size-huge ql-font-serif" style="color:#b03505;background-color:#fff6e0">字</span></p>',
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">链接</a>后</p>',
    '<p><a href="/admin/verify">站内</a>、<a href="mailto:a@example.com">邮件</a>、<a href="tel:010-1">电话</a></p>',
    '<p>前<img src="/api/file/12" alt="007" loading="lazy" />后</p><p><a href="/a"><img src="/api/file/13?w=1" alt=""></a></p>',
    '<video src="/api/file/3" poster="/api/file/4" controls preload="metadata"></video><p>后</p>',
    '<table><tbody><tr><td colspan="2">表格</td></tr><tr><td>一</td><td>二</td></tr></tbody></table>',
    '<div class="scroll"><table><thead><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td rowspan="2">一</td><td>二</td></tr><tr><td class="ql-align-right">三</td></tr></tbody></table></div>',
    '<table><tbody><tr><td><p>一段</p><p>又一段</p></td><td><ul><li>项</li></ul></td></tr></tbody></table>',
    '<p>一行<br>又一行</p><p><br></p><hr><p>后</p>',
    '<p>没有<span>说明</span>的</p>没有段落的字<div>块</div>',
  ])('%s', html => {
    const again = savedAgain(html)
    expect(meaningOf(again)).toEqual(meaningOf(html))
    expect(meaningOf(cleanHtml(again))).toEqual(meaningOf(html))
    expect(savedAgain(again)).toBe(again)
  })
})

test.each([
  ['<p>一</p>', '<p>二</p>'],
  ['<p>一二</p>', '<p>一</p><p>二</p>'],
  ['<h2>一</h2>', '<h3>一</h3>'],
  ['<p class="ql-align-right">一</p>', '<p>一</p>'],
  ['<ul><li>一</li><li>二</li></ul>', '<ul><li>一<ul><li>二</li></ul></li></ul>'],
  ['<p><a href="/a">一</a></p>', '<p><a href="/b">一</a></p>'],
  ['<table><tr><td colspan="2">一</td></tr></table>', '<table><tr><td>一</td></tr></table>'],
  ['<p>一<img src="/api/file/1"></p>', '<p>一</p>'],
  ['<p><strong>一</strong>二</p>', '<p><strong>一二</strong></p>'],
])('the measure itself notices that %s is not %s', (one, other) => expect(meaningOf(one)).not.toEqual(meaningOf(other)))

test.each([
  // Flat lists, as the first editor held them.
  [
    '<ol><li data-list="bullet">一</li><li data-list="ordered" class="ql-indent-1">甲</li><li data-list="bullet">二</li></ol>',
    '<ul><li>一<ol><li>甲</li></ol></li><li>二</li></ul>',
  ],
  [
    '<ol><li>一</li><li class="ql-indent-1">甲</li></ol><ul><li class="ql-indent-1">乙</li></ul>',
    '<ol><li>一<ol><li>甲</li></ol><ul><li>乙</li></ul></li></ol>',
  ],
  ['<ul><li>一</li><ul><li>甲</li></ul></ul>', '<ul><li>一<ul><li>甲</li></ul></li></ul>'],
  [
    '<div class="ql-code-block-container"><div class="ql-code-block">一</div><div class="ql-code-block">二</div></div>',
    '<pre>一\n二</pre>',
  ],
  ['<p>字<br></p><p><br></p><p>完</p>', '<p>字</p><p></p><p>完</p>'],
  ['<p>字<br><br></p>', '<p>字<br><br></p>'],
  ['<ul><li>字<br><ul><li>下</li></ul></li></ul>', '<ul><li>字<ul><li>下</li></ul></li></ul>'],
  [
    '<table><tr><td class="ql-align-center"><p class="ql-align-center"></p></td></tr></table>',
    '<div class="scroll"><table><tbody><tr><td><p class="ql-align-center"></p></td></tr></tbody></table></div>',
  ],
  ['<p>a  b</p><p> c</p>', '<p>a b</p><p>c</p>'],
  ['<p>a\u00a0\u00a0b</p>', '<p>a&nbsp;&nbsp;b</p>'],
  [
    '<table><caption>表 1</caption><thead><tr><td>甲</td></tr></thead><tbody><tr><td style="background-color:#fff6e0">一</td></tr></tbody></table>',
    '<p class="ql-align-center">表 1</p><div class="scroll"><table><thead><tr><th>甲</th></tr></thead><tbody><tr><td style="background-color: rgb(255, 246, 224);">一</td></tr></tbody></table></div>',
  ],
  [
    '<figure><img src="/api/file/1"><figcaption>图 1</figcaption></figure>',
    '<p><img src="/api/file/1"></p><p class="ql-align-center">图 1</p>',
  ],
  ['<p><img src="https://elsewhere.example/a.png">字<a href="javascript:alert(1)">链接</a></p>', '<p>字链接</p>'],
  ['<p><br></p>', ''],
  ['', ''],
])('%s is stored as %s', (html, stored) => expect(savedAgain(html)).toBe(stored))

test('whatever was ever stored opens, and keeps its words', () => {
  const words = (html: string) => plainText(html).replace(/\s/g, '')
  for (const html of hostileHtml.map(cleanHtml)) {
    const again = savedAgain(html)
    expect(words(again).split('').sort(), html).toEqual(words(html).split('').sort())
    expect(words(cleanHtml(again)), html).toBe(words(again))
    expect(savedAgain(again), html).toBe(again)
  }
})
