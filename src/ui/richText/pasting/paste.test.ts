import { describe, expect, test } from 'vitest'
import { WORD, WPS } from '#test/support/richText/clipboards.ts'
import { pageOf } from '#test/support/richText/page.ts'
import { cleanPasted } from './paste.ts'
import { lostPicturesMessage } from './pictures.ts'

function pasted(html: string, { rtf = '', mayFetch = true } = {}) {
  const { doc: page, ...others } = cleanPasted(html, { rtf, mayFetch, parse: pageOf })
  return { page, ...others }
}
const bodyOf = (html: string) =>
  pasted(html)
    .page.body.innerHTML.replace(/<!--.*?-->/g, '')
    .trim()
const cellsOf = (page: Document) =>
  [...page.querySelectorAll('tr')].map(({ cells }) =>
    [...cells].map(
      ({ tagName, colSpan, rowSpan, textContent }) => `${tagName} ${colSpan}×${rowSpan} ${textContent.trim()}`,
    ),
  )

describe('what Word puts on the clipboard', () => {
  const { page, lost, pending } = pasted(WORD)
  test('its table keeps merged cells and heading rows, without the row that kept columns apart', () => {
    expect(cellsOf(page)).toEqual([
      ['TH 1×2 地区', 'TH 2×1 合格', 'TH 1×2 备注'],
      ['TH 1×1 单位', 'TH 1×1 人员'],
      ['TD 1×2 华东', 'TD 1×1 12', 'TD 1×1 34', 'TD 1×1 复检 1 家'],
      ['TD 3×1 56'],
    ])
  })
  test('nothing of how it looked there is left but bold and alignment', () => {
    const html = page.body.innerHTML.replace(/<!--[\s\S]*?-->/g, '')
    expect(html).not.toMatch(/mso|o:p|v:|windowtext|width|background|class=|lang/i)
    expect(html).toContain('text-align: center')
    expect(page.querySelector('b')!.textContent).toBe('关于 2026 年度检测结果的通报')
  })
  test('its numbered paragraphs are a list without the numbers as words', () => {
    expect([...page.querySelectorAll('ol > li')].map(({ textContent }) => textContent.trim())).toEqual(['抽样', '检测'])
  })
  test('pictures that nobody can reach are named, and words stand in their place', () => {
    expect(lost).toEqual(['clip_image002.png', 'clip_image003.emz', 'image004.png'])
    expect(pending).toEqual([])
    expect(page.querySelector('img')).toBeNull()
    expect([...page.querySelectorAll('body > p')].map(({ textContent }) => textContent.trim())).toEqual([
      '关于 2026 年度检测结果的通报',
      '',
      '【缺图：clip_image002.png】',
      '见下图【缺图：clip_image003.emz】【缺图：image004.png】',
    ])
  })
})

describe('what WPS puts on the clipboard', () => {
  const { page, lost } = pasted(WPS)
  test('its table keeps merged cells, and the hole gets a cell', () => {
    expect(cellsOf(page)).toEqual([
      ['TD 1×1 时间', 'TD 2×1 内容'],
      ['TD 1×3 第一天', 'TD 1×1 报到', 'TD 1×1 大堂'],
      ['TD 1×1 预备会', 'TD 1×1 '],
      ['TD 2×1 晚餐'],
    ])
  })
  test('Chinese numbers that no list on a page has stay words', () => {
    expect(page.querySelectorAll('p')[1]!.textContent).toBe('一、报到')
    expect(page.querySelector('li')).toBeNull()
  })
  test('its picture is named', () => expect(lost).toEqual(['wps1.jpg']))
})

test.each([
  [
    '<p style="color:red;text-align:center;font-weight:bold">字</p>',
    '<p style="text-align: center;"><strong>字</strong></p>',
  ],
  ['<p>中国\n人民 and\nmore</p>', '<p>中国人民 and\nmore</p>'],
  ['<p><a href="#_Toc1" style="text-decoration:underline">目录</a></p>', '<p><a>目录</a></p>'],
  ['<script>alert(1)</script><p onclick="x()">字</p>', '<p>字</p>'],
  [
    '<div data-own=""><p class="ql-align-right" style="color: red">本站</p></div>',
    '<div data-own=""><p class="ql-align-right" style="color: red">本站</p></div>',
  ],
  [
    '<ol><li data-list="bullet">一</li><li data-list="bullet" class="ql-indent-1">甲</li></ol>',
    '<ul><li class="">一<ul><li class="">甲</li></ul></li></ul>',
  ],
])('%s becomes %s', (html, cleaned) => expect(bodyOf(html)).toBe(cleaned))

describe('pictures', () => {
  test('of other sites are on their way where they may be asked for, and else left outside', () => {
    const html =
      '<p>前<img data-src="https://a.example/一.png?x=1" alt="图片">后</p><video src="https://a.example/a.mp4"></video>'
    const { pending, films, page } = pasted(html)
    expect(pending).toEqual([
      { key: expect.stringMatching(/^pending:/), source: { url: 'https://a.example/一.png?x=1' }, name: '一.png' },
    ])
    expect(films).toBe(1)
    expect(page.querySelector('img')!.getAttribute('src')).toBe(pending[0]!.key)
    expect(pasted(html, { mayFetch: false })).toMatchObject({ pending: [], lost: ['一.png'] })
  })

  test.each([
    ['file:///C:/Temp/%E5%9B%BE.png', '图.png'],
    ['file:///C:\\Temp\\wps2.jpg', 'wps2.jpg'],
    ['http://C:/Users/a/b.bmp', 'b.bmp'],
    ['cid:image001.png@01DA', 'image001.png'],
    ['blob:https://a.example/1f0c', '第 1 张'],
    ['file:///C:/%E0%A4%A', '第 1 张'],
    ['', '第 1 张'],
  ])('%s is called %s', (src, name) => expect(pasted(`<p>字<img src="${src}"></p>`).lost).toEqual([name]))

  test('in a vector element of its own is named, too', () => {
    const { lost, page } = pasted(
      '<p>字<v:shape><v:imagedata src="file:///C:/a/image1.wmf"></v:imagedata></v:shape></p>',
    )
    expect(lost).toEqual(['image1.wmf'])
    expect(page.querySelector('p')!.innerHTML).toBe('字【缺图：image1.wmf】')
  })

  test('that did not come along are told one by one, at most five', () => {
    expect(lostPicturesMessage(['a.png', 'b.png'])).toBe(
      '2 张图片没有粘贴进来：a.png、b.png。文中已标出位置，请从原文件另存后上传',
    )
    expect(lostPicturesMessage(['1', '2', '3', '4', '5', '6', '7'])).toBe(
      '7 张图片没有粘贴进来：1、2、3、4、5 等 7 张。文中已标出位置，请从原文件另存后上传',
    )
    expect(lostPicturesMessage(['a.png'], '太大')).toBe(
      '1 张图片没有粘贴进来：a.png。太大。文中已标出位置，请从原文件另存后上传',
    )
  })
})
