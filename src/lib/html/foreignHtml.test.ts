import { describe, expect, test } from 'vitest'
import { lossNotes, mendForeignHtml } from './foreignHtml.ts'

const mended = (html: string) => mendForeignHtml(html).html

describe('a text that was reviewed in Word', () => {
  const ANCHOR =
    '<span class=MsoCommentReference><span lang=EN-US><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[李处1]</a><![endif]></span></span>'
  const LIST =
    '<div style=\'mso-element:comment-list\'><![if !supportAnnotations]><hr class=msocomoff align=left size=1><![endif]><div style=\'mso-element:comment\'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><a class=msocomoff href="#_msoanchor_1">[李处1]</a>这句领导说要删</p></div></div></div>'

  test('comes with its changes accepted and without its comments, and both are told', () => {
    const { html, losses } = mendForeignHtml(
      `<p>会费<span class=msoDel><del cite="mailto:li" datetime="2026-11-30T10:00">八千</del></span><span class=msoIns><ins cite="mailto:li" datetime="2026-11-30T10:00">五千</ins></span>元${ANCHOR}。</p>${LIST}`,
    )
    expect(html.replace(/ class="\w+"/g, '')).toBe('<p>会费<span>五千</span>元。</p>')
    expect(lossNotes(losses)).toEqual(['1 条批注没有带入', '2 处修订按接受后的文字带入'])
  })

  test('keeps what was struck by hand, by tag, by style and by a class of its style sheet', () => {
    expect(mended('<p><del>甲</del><strike>乙</strike><span style="text-decoration:line-through">丙</span></p>')).toBe(
      '<p><del>甲</del><s>乙</s><span><s>丙</s></span></p>',
    )
    const sheet =
      '<style>.xl65 {color:red; text-decoration:line-through;}</style><table><tr><td class=xl65>丁</td></tr></table>'
    expect(mended(sheet)).toContain('<s>丁</s>')
  })

  test('leaves hidden text out, and says so', () => {
    const { html, losses } = mendForeignHtml(
      '<p>公开<span style="display:none;mso-hide:all">内部</span></p><p style="mso-hide: all">底价</p>',
    )
    expect(html).toBe('<p>公开</p>')
    expect(lossNotes(losses)).toEqual(['2 处隐藏的文字没有带入'])
  })
})

describe('boxes of any name', () => {
  test.each([
    ['<section>甲</section><section>乙</section>', '<p>甲</p><p>乙</p>'],
    ['<section><section><p>甲</p></section>乙<b>丙</b></section>', '<p>甲</p><p>乙<b>丙</b></p>'],
    ['<center>甲</center>', '<p style="text-align:center">甲</p>'],
    ['<center><p>甲</p>乙</center>', '<p style=";text-align:center">甲</p><p style="text-align:center">乙</p>'],
    ['<dl><dt>甲</dt><dd>乙</dd></dl>', '<p>甲</p><p>乙</p>'],
    ['<section><br></section><section></section>', '<p><br></p>'],
    ['<section><img src="a.png"></section>', '<p><img src="a.png"></p>'],
    ['<article><header><h1>题</h1></header>文</article>', '<h1>题</h1><p>文</p>'],
  ])('%s', (html, expected) => expect(mended(html)).toBe(expected))
})

describe('numbered paragraphs of Word', () => {
  const paragraph = (marker: string, words: string, level = 1) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span><![endif]>${words}</p>`

  test('are a list that begins at their number, goes on behind a paragraph, and begins anew where they do', () => {
    const html = [
      paragraph('3.', '甲'),
      paragraph('4.', '乙'),
      '<p>间</p>',
      paragraph('5.', '丙'),
      paragraph('8.', '丁'),
      paragraph('1.', '戊'),
    ].join('\n')
    expect(mended(html).replace(/\n/g, '')).toBe(
      '<ol start="3"><li>甲</li><li>乙</li></ol><p>间</p><ol start="5"><li>丙</li></ol><ol start="8"><li>丁</li></ol><ol><li>戊</li></ol>',
    )
  })

  test('stand within each other by their levels, with bullets, too', () => {
    expect(mended([paragraph('1.', '甲'), paragraph('·', '子', 2), paragraph('2.', '乙')].join(''))).toBe(
      '<ol><li>甲<ul><li>子</li></ul></li><li>乙</li></ol>',
    )
  })

  test.each(['一、', '第二条', '（3）', 'a)', '1.1', '①'])(
    'with %s, which no list on a page has, keep it as words',
    marker => {
      expect(mended(paragraph(marker, '甲'))).toMatch(new RegExp(`>${marker.replace(/[()（）.]/g, '\\$&')}.*甲</p>$`))
    },
  )

  test('an item of a web page that says its number begins a list', () => {
    expect(mended('<ol><li>甲</li><li value="5">乙</li><li>丙</li></ol>')).toBe(
      '<ol><li>甲</li></ol><ol start="5"><li>乙</li><li>丙</li></ol>',
    )
  })
})

test('a text nested without end costs nothing', () => {
  const deep = '<div>'.repeat(20_000)
  expect(mended(deep)).toBe(deep)
})
