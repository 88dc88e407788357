import { expect, test } from 'vitest'
import { pageOf } from '#test/support/richText/page.ts'
import { mendTable } from './mendTable.ts'

const rowsOf = (rows: string) => {
  const { body } = pageOf(`<table>${rows}</table>`)
  mendTable(body.querySelector('table')!)
  return [...body.querySelectorAll('tr')].map(({ innerHTML }) => innerHTML)
}

test('merged cells that fit stay as they are', () => {
  expect(rowsOf('<tr><td rowspan="2">一</td><td colspan="2">二</td></tr><tr><td>三</td><td>四</td></tr>')).toEqual([
    '<td rowspan="2">一</td><td colspan="2">二</td>',
    '<td>三</td><td>四</td>',
  ])
})

test.each([
  ['a row that ends too early', '<tr><td>一</td><td>二</td></tr><tr><td>三</td></tr>', '<td>三</td><td></td>'],
  [
    'a hole beside a cell over two rows',
    '<tr><td>一</td><td rowspan="2">二</td></tr><tr></tr><tr><td>三</td></tr>',
    '<td>三</td><td></td>',
  ],
  ['a row that begins too late', '<tr><td rowspan="9">一</td><td>二</td></tr><tr><td>三</td></tr>', '<td>三</td>'],
  ['a span over a column of nobody', '<tr><td colspan="3">一</td></tr><tr><td colspan="3">二</td></tr>', '<td>二</td>'],
  [
    'a span over the cell of another',
    '<tr><td>一</td><td rowspan="2">二</td></tr><tr><td colspan="5">三</td></tr>',
    '<td>三</td>',
  ],
  ['spans that mean nothing', '<tr><td colspan="x" rowspan="-2">一</td></tr>', '<td>一</td>'],
  ['a span as far as the table goes', '<tr><td rowspan="0">一</td><td>二</td></tr><tr><td>三</td></tr>', '<td>三</td>'],
])('%s is mended', (_, rows, last) => expect(rowsOf(rows).at(-1)).toBe(last))

test('a row in which no cell begins goes, and what reached over it reaches less far', () => {
  expect(rowsOf('<tr><td rowspan="3">一</td><td rowspan="2">二</td></tr><tr></tr><tr><td>三</td></tr>')).toEqual([
    '<td rowspan="2">一</td><td>二</td>',
    '<td>三</td>',
  ])
})

test('the cells of the head are headings, also those that were missing; no cell leaves the head', () => {
  expect(
    rowsOf(
      '<thead><tr><td rowspan="9">甲</td><th>乙</th></tr><tr></tr></thead><tr><td>一</td><td>二</td><td>三</td></tr>',
    ),
  ).toEqual(['<th>甲</th><th>乙</th><th></th>', '<td>一</td><td>二</td><td>三</td>'])
})

test('a table without a cell is none', () => {
  const { body } = pageOf('<p>前</p><table><tr></tr></table>')
  mendTable(body.querySelector('table')!)
  expect(body.innerHTML).toBe('<p>前</p>')
})
