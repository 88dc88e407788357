import { describe, expect, test } from 'vitest'
import { fitsPath, patternOf } from './rules.ts'
import { readPage, textOf } from './server/html.ts'
import { momentIn } from './server/moments.ts'
import { readSelector, select } from './server/selectors.ts'
import { suggestRule } from './server/suggesting.ts'

describe('a pattern of addresses', () => {
  test.each([
    ['/show.asp?id=12', '/show.asp?id=*'],
    ['/news/2019/0304/12.html', '/news/*/*/*.html'],
    ['/gonggao/nianhui.html', '/gonggao/*.html'],
    ['/index.php?m=content&id=5&c=show', '/index.php?m=*&id=*&c=*'],
    ['/article/detail-7', '/article/*'],
  ])('of %s is %s, which it fits', (path, pattern) => {
    expect(patternOf(path)).toBe(pattern)
    expect(fitsPath(path, pattern)).toBe(true)
  })

  test('several lines are alternatives, none is every address', () => {
    expect(fitsPath('/a/1.html', '/b/*\n/A/*.html')).toBe(true)
    expect(fitsPath('/c/1.html', '/b/*\n/a/*')).toBe(false)
    expect(fitsPath('/c', '')).toBe(true)
    expect(fitsPath('/ab', '/a*b*b')).toBe(false)
  })
})

describe('a selector', () => {
  const page = readPage(`<div id="a" class="x y"><p>一</p><p class="y">二</p><ul><li>三<li title="k">四</ul></div>
    <table><tr><td>五</td><td align="Right">六</td></tr></table>`)!
  const found = (selector: string) => select(page, readSelector(selector)).map(textOf)
  test.each([
    ['#a > p', ['一', '二']],
    ['div.x.y p.y', ['二']],
    ['li:nth-of-type(2), .y > p:first-child', ['一', '四']],
    ['[title=k]', ['四']],
    ['td[align="right"]', ['六']],
    ['table td:last-child', ['六']],
    ['#a td', []],
  ])('%s finds %j', (selector, texts) => expect(found(selector)).toEqual(texts))

  test.each(['td[', ':nowhere', '', 'a,,b', '{}'])('%j cannot be read, and says so', selector =>
    expect(() => readSelector(selector)).toThrow(),
  )
})

test.each([
  ['发布时间：2019-03-04 08:05:33　来源：本会', '2019-03-04T00:05'],
  ['2019年3月4日', '2019-03-03T16:00'],
  ['[2019/3/4]', '2019-03-03T16:00'],
  ['电话 010-12345678', undefined],
  ['2019年13月4日', undefined],
  ['2021-02-29', undefined],
])('the day in %j is %s', (text, moment) => expect(momentIn(text)?.toISOString().slice(0, 16)).toBe(moment))

describe('what is proposed for an old layout', () => {
  const table = (n: number) =>
    readPage(`<title>关于第${n}次检查的通知_某某协会</title><table><tr><td><a href=/>首页</a> <a href=/1>协会动态</a></td></tr></table>
      <table><tr><td width=180><a href=a>热点新闻一</a><br><a href=b>热点新闻二</a></td><td>
      <table><tr><td height=40><font size=4><b>关于第${n}次检查的通知</b></font></td></tr><tr><td>日期：201${n}-0${n}-1${n} 阅读：${n}0</td></tr>
      <tr><td><p>各会员单位：现将第${n}次检查的有关事项通知如下，请认真组织，按期完成，并报送总结。</p><p>特此通知。</p></td></tr></table></td></tr></table>`)!

  test('without any names its parts are found by their places', () => {
    const pages = [1, 2, 3].map(table)
    const rule = suggestRule(pages, { name: '甲', paths: '' })!
    for (const [i, page] of pages.entries()) {
      const text = (selector: string) => textOf(select(page, readSelector(selector))[0]!)
      expect(text(rule.title)).toContain(`关于第${i + 1}次检查的通知`)
      expect(momentIn(text(rule.date))).toBeDefined()
      expect(text(rule.body)).toMatch(/^各会员单位.*特此通知。$/)
    }
  })

  test('a page without an article gets no rule', () => {
    const list = readPage('<title>新闻列表</title><ul><li><a href=1>一</a> 2019-01-01</li></ul>')!
    expect(suggestRule([list], { name: '乙', paths: '' })).toBeUndefined()
  })
})
