import { expect, test } from 'vitest'
import type { FormField } from './form.ts'
import { labelled, unlabelled } from './formWords.ts'

const field = (name: string, label: string, of: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'text',
  ...of,
})
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
