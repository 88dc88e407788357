import { expect, test } from 'vitest'
import type { FormField } from '#lib/form/form.ts'
import { textField } from '#lib/form/textField.ts'
import { pasteInto, readTable } from './pasted.ts'

const column = (name: string, label: string, of?: Partial<FormField>) => textField(name, label, '', of)
const options = [
  { code: 'senior', name: '高级' },
  { code: 'middle', name: '中级' },
]
const columns = [
  column('name', '姓名'),
  column('title', '职称', { kind: 'choice', options }),
  column('until', '有效期至', { kind: 'day' }),
]
const paste = (text: string, at = { row: 0, column: 0 }, rows = [{}] as Record<string, string>[], max = 200) =>
  pasteInto({ columns, rows, at, max }, readTable(text)!)

test('a table of a spreadsheet is read cell by cell, quoted line breaks and all', () => {
  expect(readTable('甲\t乙\r\n丙\t"丁\n""戊"""\r\n')).toEqual([
    ['甲', '乙'],
    ['丙', '丁\n"戊"'],
  ])
  expect(readTable('只有一格\n')).toBeUndefined()
  expect(readTable('5" 管\t4" 管')).toEqual([['5" 管', '4" 管']])
})

test('it fills cells to the right and rows below, in the words of the columns', () => {
  const { rows, lines, unread } = paste('张伟\t高级\t2026/1/31\n李娜\tmiddle\t2026年12月1日')
  expect(rows).toEqual([
    { name: '张伟', title: 'senior', until: '2026-01-31' },
    { name: '李娜', title: 'middle', until: '2026-12-01' },
  ])
  expect([lines, unread]).toEqual([2, 0])
})

test('from the cell it is pasted into on; what stands elsewhere stays', () => {
  const { rows } = paste('高级\t20260131\n中级\t', { row: 1, column: 1 }, [{ name: '甲' }, { name: '乙' }])
  expect(rows).toEqual([
    { name: '甲' },
    { name: '乙', title: 'senior', until: '2026-01-31' },
    { title: 'middle', until: null },
  ])
})

test('its headings are passed over; what a column cannot hold, and rows beyond the most, are counted', () => {
  const { rows, unread, left } = paste('姓名\t职称\n张伟\t博士\n李娜\t中级\n王芳\t中级', undefined, undefined, 2)
  expect(rows).toEqual([{ name: '张伟' }, { name: '李娜', title: 'middle' }])
  expect([unread, left]).toEqual([1, 1])
})
