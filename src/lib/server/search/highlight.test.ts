import { expect, test } from 'vitest'
import { excerptOf, highlight, highlightTitle } from './highlight.ts'

const snippet = (text: string, typed: string) => excerptOf(text, typed).snippet

test.each([
  ['工业锅炉水质检测', '质检', '工业锅炉水<em>质检</em>测'],
  ['鍋爐水處理', '锅炉', '<em>鍋爐</em>水處理'],
  ['依据 TSG 11-2020 检验', 'ｔｓｇ　１１', '依据 <em>TSG</em> <em>11</em>-2020 检验'],
  ['锅炉与锅炉', '锅炉', '<em>锅炉</em>与<em>锅炉</em>'],
  ['锅炉水处理', '锅炉水 水处', '<em>锅炉水处</em>理'],
  ['面积 5㎡', 'm', '面积 5<em>㎡</em>'],
  ['𬭎钢与🎉', '钢', '𬭎<em>钢</em>与🎉'],
  ['没有', '锅炉', '没有'],
  ['任何', "' & | ! :* \\ <->", '任何'],
])('of %j, asked for by %j, is shown %j', (text, typed, html) => {
  expect(highlight(text, typed)).toBe(html)
})

test('what stands in a text is never markup', () => {
  expect(highlight('<b>锅&"炉\'</b>', '锅')).toBe('&lt;b&gt;<em>锅</em>&amp;&quot;炉&#39;&lt;/b&gt;')
  expect(highlight('<em>', 'em')).toBe('&lt;<em>em</em>&gt;')
  expect(snippet('<script>alert(1)</script>锅炉', '<script>')).not.toMatch(/<(?!\/?em>)/)
})

test.each([
  ['关于锅炉水处理的通知', 'glscl', '关于<em>锅炉水处理</em>的通知'],
  ['关于锅炉水处理的通知', 'shuichu', '关于锅炉<em>水处</em>理的通知'],
  ['TSG 特种设备', 'TSG', '<em>TSG</em> 特种设备'],
  ['关于锅炉水处理的通知', 'xyz', '关于锅炉水处理的通知'],
])('a title %j is found by %j: %j', (title, typed, html) => {
  expect(highlightTitle(title, typed)).toBe(html)
})

test('of a long text the part around the first place is shown', () => {
  const text = `${'前'.repeat(300)}锅炉${'后'.repeat(300)}`
  expect(snippet(text, '锅炉')).toBe(`…${'前'.repeat(30)}<em>锅炉</em>${'后'.repeat(88)}…`)
  expect(snippet(text, '没有')).toBe(`${'前'.repeat(120)}…`)
  expect(snippet('短文', '没有')).toBe('短文')
  expect(snippet(`${'前'.repeat(300)}鍋爐`, '锅炉')).toBe(`…${'前'.repeat(30)}<em>鍋爐</em>`)
  // A character of two units, and one that becomes two.
  for (const before of ['𬭎', 'Ⅱ'])
    expect(snippet(`${before.repeat(300)}鍋爐`, '锅炉')).toMatch(new RegExp(`^…(${before}){15,30}<em>鍋爐</em>$`))
  for (let shift = 0; shift < 4; shift++)
    expect(snippet(`${'a'.repeat(shift)}${'𬭎'.repeat(200)}锅炉${'𬭎'.repeat(200)}`, '锅炉').isWellFormed()).toBe(true)
})
