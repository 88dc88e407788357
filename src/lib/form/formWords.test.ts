import { describe, expect, test } from 'vitest'
import type { FormField, FormRow } from './form.ts'
import { fieldText, labelled, tableOf, unlabelled } from './formWords.ts'
import { textField } from './textField.ts'

const field = (name: string, label: string, of?: Partial<FormField>) => textField(name, label, '', of)
const options = [
  { code: 'a', name: '甲' },
  { code: 'b', name: '乙' },
]
const fields = [
  field('title', '标题'),
  field('kind', '类别', { kind: 'choice', options }),
  field('flags', '选项', { kind: 'choices', options }),
]

test('values are said in the words of their form, and come back from them', () => {
  const values = { title: '水质', kind: 'b', flags: ['a', 'b'] }
  const words = { 标题: '水质', 类别: '乙', 选项: ['甲', '乙'] }
  expect(labelled(fields, values)).toEqual(words)
  expect(unlabelled(fields, words)).toEqual(values)
})

test('rows are said row by row', () => {
  const rows = field('rows', '明细', { kind: 'rows', columns: [field('code', '代号'), fields[1]!] })
  const values = { rows: [{ code: 'M01', kind: 'a' }] }
  expect(labelled([rows], values)).toEqual({ 明细: [{ 代号: 'M01', 类别: '甲' }] })
  expect(unlabelled([rows], labelled([rows], values))).toEqual(values)
  expect(labelled([rows], {})).toEqual({ 明细: [] })
})

test('what is not said stays out, and a choice that is no more becomes none', () => {
  expect(unlabelled(fields, { 类别: '丙', 别的: 1 })).toEqual({ kind: null })
  expect(labelled(fields, { title: '水质' })).toEqual({ 标题: '水质', 类别: null, 选项: null })
})

test('of several choices a name that is no more is kept, for the form to refuse; a code that is no more is left out', () => {
  expect(unlabelled(fields, { 选项: ['甲', '丙'] })).toEqual({ flags: ['a', '丙'] })
  expect(labelled(fields, { flags: ['a', 'c'] }).选项).toEqual(['甲'])
  expect(unlabelled(fields, { 选项: null })).toEqual({ flags: null })
  expect(labelled([field('kind', '类别', { kind: 'choice' })], { kind: 'a' })).toEqual({ 类别: null })
})

describe('a value as people read it', () => {
  const words = (kind: FormField['kind'], value: Parameters<typeof fieldText>[1], of: Partial<FormField> = {}) =>
    fieldText(field('it', '它', { kind, options, ...of }), value)

  test('is nothing where there is none', () => {
    for (const nothing of [undefined, null, ''])
      for (const kind of ['text', 'number', 'agreement', 'picture', 'choice', 'rows', 'point'] as const)
        expect(words(kind, nothing)).toBe('')
  })

  test('names choices, one after another; what is no choice any more stands as it is', () => {
    expect([words('choice', 'a'), words('choices', ['b', 'a']), words('choice', 'z')]).toEqual(['甲', '乙、甲', 'z'])
    expect(fieldText(field('it', '它', { kind: 'choice' }), 'a')).toBe('a')
  })

  test.each<[FormField['kind'], Parameters<typeof fieldText>[1], string]>([
    ['text', '字', '字'],
    ['text', false, 'false'],
    ['number', 0, '0'],
    ['province', '320000', '江苏'],
    ['point', { lng: 116.4, lat: 39.9 }, '116.4, 39.9'],
    ['agreement', true, '是'],
    ['agreement', false, ''],
    ['picture', 12, '已上传'],
    ['moment', '2026-01-31T09:05:00+08:00', '2026-01-31 09:05'],
  ])('%s %j: %s', (kind, value, said) => expect(words(kind, value)).toBe(said))

  test('has its unit', () => expect(words('number', 12, { unit: '人' })).toBe('12 人'))

  test('of a text is its words line by line, with what is shown between them', () => {
    const html =
      '<h2>题</h2><p>甲 &lt;乙&gt; &amp; &quot;丙&quot;<br />丁</p><ul><li>戊</li></ul><p><img src="/api/file/12" alt="" />' +
      '</p><blockquote>己</blockquote><pre>庚</pre><table><tr><td>辛</td></tr></table>' +
      '<video controls src="/api/file/345?x=1" preload="metadata"></video><p> </p>'
    expect(words('richText', html)).toBe('题\n甲 <乙> & "丙"\n丁\n戊\n【图片 12】\n己\n庚\n辛\n【视频 345】')
    expect(words('richText', '<h1>一</h1><h6>六</h6><img alt="" src="/api/file/7" />')).toBe('一\n六\n【图片 7】')
  })

  test('of rows is a line for each, without what is empty', () => {
    const rows = field('rows', '明细', { kind: 'rows', columns: [field('code', '代号'), fields[1]!, fields[0]!] })
    const value: FormRow[] = [{ code: 'M01', kind: 'a' }, { title: '末' }]
    expect(fieldText(rows, value)).toBe('M01，甲\n末')
    expect(tableOf(rows, value)).toEqual({
      head: ['代号', '类别', '标题'],
      rows: [
        ['M01', '甲', ''],
        ['', '', '末'],
      ],
    })
    expect(tableOf({ ...rows, columns: undefined as never }, value)).toEqual({ head: [], rows: [[], []] })
    expect(tableOf(field('a', '甲'), 'b')).toBeNull()
  })
})
