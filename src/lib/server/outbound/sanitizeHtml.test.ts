import { describe, expect, test } from 'vitest'
import { cleanForeignHtml, cleanHtml, fileIdsIn, plainText } from './sanitizeHtml.ts'

/** Expects HTML to stay exactly as written. */
const stays = (html: string) => expect(cleanHtml(html), html).toBe(html)

describe('what a writer may put into a text', () => {
  test.each(
    (
      'p h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li div span b strong i em u s del sub sup a figure figcaption ' +
      'table caption colgroup thead tbody tfoot tr th td'
    ).split(' '),
  )('<%s>', tag => stays(`<${tag}>字</${tag}>`))

  test('words without any tags', () => stays('字 &lt; 词'))

  test.each(['br', 'hr', 'col'])('<%s>, which holds nothing', tag => stays(`<${tag} />`))

  test.each([
    ['dir', 'p', ['ltr', 'rtl'], ['auto', 'ltr1', '1rtl']],
    ['title', 'a', ['题', '一'.repeat(300)], ['一'.repeat(301)]],
    ['rel', 'a', ['noopener noreferrer', 'a'.repeat(60)], ['NoOpener', 'a'.repeat(61), 'a1', '1a']],
    ['scope', 'th', ['row', 'col', 'rowgroup', 'colgroup'], ['rows', 'xrow', 'group']],
    ['colspan', 'td', ['1', '20', '99'], ['0', '100', '-1', 'x1', '01']],
    ['rowspan', 'th', ['2'], ['0', '2a']],
    ['rowspan', 'td', ['2'], ['0']],
    ['colspan', 'th', ['2'], ['0']],
    ['start', 'ol', ['0', '9999'], ['10000', 'a1', '1a', '-1']],
    [
      'href',
      'a',
      [
        'https://example.com/a?b=1',
        'HTTP://example.com',
        'mailto:name@example.com',
        'tel:+86-10-55500126',
        '/admin/news/list/26',
        '/',
        '#top',
        '#',
      ],
      [
        'javascript:alert(1)',
        'x https://example.com',
        'ftp://example.com',
        '//evil.example',
        '/\\evil.example',
        '/a\\b',
        '#a b',
        'https://',
        'https://a b',
        'mailto:',
        'mailto:a b',
        'tel:',
        'tel:abc',
        'admin',
      ],
    ],
    ['target', 'p', [], ['_blank']],
    ['href', 'p', [], ['/a']],
    ['id', 'p', [], ['a']],
    ['onclick', 'p', [], ['x()']],
  ] as const)('%s of <%s>, as far as it says what it is for', (name, tag, may, mayNot) => {
    for (const value of may) stays(`<${tag} ${name}="${value}">字</${tag}>`)
    for (const value of mayNot)
      expect(cleanHtml(`<${tag} ${name}="${value}">字</${tag}>`), value).toBe(`<${tag}>字</${tag}>`)
  })

  test('a link that opens elsewhere hands nothing over', () => {
    expect(cleanHtml('<a href="/a" target="_blank">字</a>')).toBe(
      '<a href="/a" target="_blank" rel="noopener noreferrer">字</a>',
    )
    expect(cleanHtml('<a href="/a" target="_top">字</a>')).toBe('<a href="/a">字</a>')
    expect(cleanHtml('<a href="/a" target="x_blank">字</a><a target="_blank1">字</a>')).toBe(
      '<a href="/a">字</a><a>字</a>',
    )
  })

  test.each(
    (
      'ql-align-center ql-align-right ql-align-justify ql-direction-rtl scroll ql-size-small ql-size-large ql-size-huge ' +
      'ql-font-serif ql-font-monospace ql-indent-1 ql-indent-8'
    ).split(' '),
  )('class %s', name => stays(`<p class="${name}">字</p>`))

  test.each(['header', 'ql-indent-0', 'ql-indent-9', 'ql-indent-10', 'xql-indent-1', 'ql-align'])(
    'no class %s',
    name => {
      expect(cleanHtml(`<p class="scroll ${name}">字</p>`)).toBe('<p class="scroll">字</p>')
      expect(cleanHtml(`<p class="${name}">字</p>`)).not.toContain(name)
    },
  )

  test.each([
    'color:#fff',
    'color:#FFAABB80',
    'background-color:rgb(1, 2, 3)',
    'color:rgba(10%,20%,30%,.5)',
    'color:darkgoldenrod',
    'color:red',
    'text-align:left',
    'text-align:right',
    'text-align:center',
    'text-align:justify',
    'font-size:14px',
    'font-size:1.25em',
    'text-indent:2rem',
    'width:100%',
    'width:72.5pt',
    'font-size:7px',
  ])('style %s', style => stays(`<p style="${style}">字</p>`))

  test.each([
    'position:fixed',
    'color:#ff',
    'color:#fffffffff',
    'color:x#fff',
    'color:re',
    'color:url(x)',
    'color:1red',
    'color:red1',
    `color:${'a'.repeat(21)}`,
    'color:rgb(1,2)',
    'color:xrgb(1,2,3)',
    'color:rgb(1,2,3)x',
    `color:rgb(${'1'.repeat(41)})`,
    'text-align:start',
    'text-align:xleft',
    'text-align:leftx',
    'font-size:1000px',
    'font-size:1.234em',
    'font-size:14',
    'font-size:14vw',
    'font-size:x14px',
    'font-size:14pxx',
    'font-size:.5em',
    'font-size:1.em',
    'font-size:1xem',
    'font-size:px',
    'background:red',
  ])('no style %s', style => {
    expect(cleanHtml(`<p style="${style};width:5px">字</p>`)).toBe('<p style="width:5px">字</p>')
  })
})

test('a text of Word, a former site or a web page keeps what it says, and tells what it left out', () => {
  const { html, notes } = cleanForeignHtml(
    '<section>甲<del datetime="2026-11-30">乙</del></section><center>丙</center><p><span style="text-decoration: line-through">丁</span></p><p style="mso-list:l0 level1"><span style="mso-list:Ignore">3.</span>戊</p><p><img src="http://old.example/a.png">己<img src="http://old.example/count.gif" width="1"></p>',
  )
  expect(html).toBe(
    '<p>甲</p><p style="text-align:center">丙</p><p><span><s>丁</s></span></p><ol start="3"><li>戊</li></ol><p>【缺图：a.png】己</p>',
  )
  expect(notes).toEqual(['1 处修订按接受后的文字带入'])
  expect(cleanHtml(html)).toBe(html)
})

describe('pictures and videos', () => {
  test('are of this site, and shown when they come into view', () => {
    expect(cleanHtml('<img src="/api/file/12">')).toBe('<img src="/api/file/12" loading="lazy" />')
    stays(
      '<img src="/api/file/1234567890?w=80&amp;x=_" alt="房" title="题" width="640" height="9999" loading="lazy" />',
    )
    stays('<video src="/api/file/3" poster="/api/file/4" width="640" height="480" controls preload="metadata"></video>')
    expect(cleanHtml('<video src="/api/file/3" preload="auto" autoplay></video>')).toBe(
      '<video src="/api/file/3" controls preload="metadata"></video>',
    )
  })

  test.each([
    'https://elsewhere.example/a.png',
    '/api/file/',
    '/api/file/12345678901',
    '/api/file/1a',
    'x/api/file/1',
    '/api/file/1?a-b',
    '/api/file/1#a',
    'data:image/png;base64,AA',
  ])('not from %s', src => {
    expect(cleanHtml(`<p>前<img src="${src}">后</p>`)).toMatch(/^<p>前【缺图(：a\.png)?】后<\/p>$/)
    expect(cleanHtml(`<p>前<video src="${src}">里</video>后</p>`)).toBe('<p>前【缺视频】后</p>')
  })

  test('say in their attributes only what these are for', () => {
    const lazy = '<img src="/api/file/1" loading="lazy" />'
    for (const other of [
      'width="10000"',
      'width="a1"',
      'height="1a"',
      'loading="eager"',
      'loading="xlazy"',
      'srcset="a"',
    ])
      expect(cleanHtml(`<img src="/api/file/1" ${other}>`), other).toBe(lazy)
    const plain = '<video src="/api/file/1" controls preload="metadata"></video>'
    for (const other of [
      'width="a1"',
      'height="10000"',
      'preload="metadata1"',
      'poster="//evil.example"',
      'controls="x"',
    ])
      expect(cleanHtml(`<video src="/api/file/1" ${other}></video>`), other).toBe(plain)
  })
})

describe('what is no text of the writer’s is gone', () => {
  test.each(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title'])('with all that is in <%s>', tag => {
    expect(cleanHtml(`<p>前</p><${tag}>里</${tag}><p>后</p>`)).toBe('<p>前</p><p>后</p>')
  })

  test('of other tags the words stay', () => {
    expect(cleanHtml('<section><p>字</p></section><font>体</font>')).toBe('<p>字</p>体')
  })

  test('what is nested deeper than any text is cut off there', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}字${'</div>'.repeat(depth)}`
    stays(nested(60))
    expect(cleanHtml(nested(61))).toBe(nested(60))
  })

  test('cleaning again changes nothing, also where a tag between two others has gone', () => {
    const cleaned = cleanHtml('<p>一<x><p>二</x></p><table><div>三</table>')
    expect(cleanHtml(cleaned)).toBe(cleaned)
  })

  test('a text of too many tags is shown as text', () => {
    expect(cleanHtml('<br>'.repeat(20_000))).toBe('<br />'.repeat(20_000))
    expect(cleanHtml('<BR>'.repeat(20_001))).toBe('&lt;BR&gt;'.repeat(20_001))
  })
})

describe('what is read from a cleaned text', () => {
  test('the files that it shows, each once', () => {
    const html =
      '<img src="/api/file/12" /><video poster="/api/file/345?x=1" src="/api/file/12"></video><a href="/api/file/9">'
    expect(fileIdsIn(html)).toEqual([12, 345])
    expect(fileIdsIn('')).toEqual([])
  })

  test('its words, apart where its blocks end', () => {
    const html =
      '<h2>一</h2><p>二<b>三</b></p><ul><li>四</li><li>五</li></ul><table><tr><td>六</td><th>七</th></tr></table>'
    expect(plainText(html)).toBe('一 二三 四 五 六 七')
    expect(plainText('<div>一</div><blockquote>二</blockquote><pre>三</pre>四<br/>五<br />六<BR>七<h6>八</h6>九')).toBe(
      '一 二 三 四 五 六 七八 九',
    )
    expect(plainText('  一\n\n 二  ')).toBe('一 二')
  })

  test('its signs as people read them', () => {
    expect(plainText('<p title="x">a &lt; b &amp;&amp; c &gt; &quot;d&quot; &amp;lt;</p>')).toBe(
      'a < b && c > "d" &lt;',
    )
  })
})
