import { describe, expect, test } from 'vitest'
import { creditCodeCheck } from '#lib/creditCode.ts'
import type { TableCell } from '#lib/server/sheets/tableReader.ts'
import { cellFor } from './server/cells.ts'
import { findingsOf } from './server/findings.ts'
import { findLayout, refuseIncomplete } from './server/headings.ts'
import type { ImportColumn } from './server/importKinds.ts'
import type { SheetSurvey } from './server/reading.ts'

const column = (name: string, label: string, of: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  label,
  section: '',
  kind: 'text',
  example: '',
  ...of,
})
const columns = [
  column('name', '单位名称', { kind: 'organisationName', required: true }),
  column('creditCode', '统一社会信用代码', { kind: 'creditCode', required: true }),
  column('contact', '联系人'),
  column('mobile', '手机', { kind: 'mobile' }),
]

/** A sheet of these rows, from row 1; empty rows are none. */
const sheet = (rows: TableCell[][], of: Partial<SheetSurvey> = {}): SheetSurvey => {
  const top = rows.flatMap((cells, i) => (cells.length > 0 ? [{ sheet: of.name ?? '一', row: i + 1, cells }] : []))
  return { name: '一', state: 'visible', rows: top.length, hiddenRows: 0, top, ...of }
}
const codeOf = (n: number) => {
  const first17 = `91330105MA100000${n}`
  return first17 + creditCodeCheck(first17)
}
const company = (n: number) => [`江州第${n}物流有限公司`, codeOf(n), '李静', `138000000${10 + n}`]
const named = (layout: ReturnType<typeof findLayout>) =>
  Object.fromEntries([...layout.places].map(([{ name }, at]) => [name, at]))
const HEADINGS = ['单位名称', '统一社会信用代码', '联系人', '手机']

describe('the headings of an office', () => {
  test('are found far down, in two lines, and where merged cells repeat them', () => {
    const far = sheet([...Array.from({ length: 39 }, (_, i) => [`说明 ${i}`]), HEADINGS, company(1)])
    expect(findLayout([far], columns)).toMatchObject({ heading: 40, missing: [] })
    const merged = sheet([
      ['单位名称', '统一社会信用代码', '联系方式', ''],
      ['单位名称', '统一社会信用代码', '联系人', '手机'],
      company(1),
    ])
    expect(findLayout([merged], columns)).toMatchObject({ heading: 2 })
    const plain = sheet([
      ['单位名称', '统一社会信用代码', '其他'],
      ['单位名称', '统一社会信用代码', '细目'],
      company(1),
    ])
    expect(findLayout([plain], columns)).toMatchObject({ heading: 2 })
  })

  test('that nobody knows are read by what stands below them only where that is needed, and are proposed elsewhere', () => {
    const layout = findLayout(
      [sheet([['企业', '税号', '联系人', '电话一'], company(1), company(2), company(3)])],
      columns,
    )
    expect(named(layout)).toEqual({ name: 0, creditCode: 1, contact: 2 })
    expect([...layout.likely].map(([at, { name }]) => [at, name])).toEqual([[3, 'mobile']])
    expect(findingsOf({ layout, sheets: [] }).used.join()).toContain('统一社会信用代码（按内容推测，请核对）')
  })

  test('are what staff chose, now and in the next file', () => {
    const file = sheet([['甲', '乙', '丙', '丁'], company(1)])
    const choice = {
      sheet: '一',
      heading: 1,
      columns: { 1: 'contact', 2: 'creditCode', 3: '', 4: 'name' },
      skipHidden: true,
    }
    const chosen = findLayout([file], columns, { choice })
    expect(named(chosen)).toEqual({ contact: 0, creditCode: 1, name: 3 })
    expect(chosen).toMatchObject({ ignored: ['丙'], skipHidden: true })
    const remembered = new Map([
      ['甲', 'name'],
      ['乙', 'creditCode'],
      ['丙', ''],
    ])
    expect(named(findLayout([file], columns, { remembered }))).toEqual({ name: 0, creditCode: 1 })
  })

  test('are looked for in all visible sheets; of hidden ones it is said that they have data', () => {
    const notes = sheet([['说明'], ['请勿改动']], { name: '说明' })
    const list = sheet([HEADINGS, company(1)], { name: '名册' })
    const hidden = sheet([HEADINGS, company(2)], { name: '旧', state: 'veryHidden' })
    const layout = findLayout([notes, list, hidden], columns)
    expect(layout.sheet).toBe('名册')
    expect(findingsOf({ layout, sheets: [notes, list, hidden] }).unused).toEqual([
      '工作表“说明”（2 行）',
      '深度隐藏的工作表“旧”（2 行）',
    ])
    expect(() => findLayout([hidden], columns)).toThrow('隐藏的工作表“旧”')
    expect(() => refuseIncomplete(findLayout([sheet([['单位名称'], ['甲']])], columns))).toThrow('统一社会信用代码')
  })
})

test('a date is no number of a paper, and a day is read in the calendar of its book', () => {
  const date = { text: '2026-02-03', day: '2026-02-03', isDate: true }
  expect(cellFor(column('number', '证书编号'), date)).toMatchObject({
    fault: expect.stringContaining('号码改成了日期'),
  })
  expect(cellFor(column('note', '备注'), date)).toBe('2026-02-03')
  const serial = { text: '42369', day: '2020-01-01', number: 42369 }
  expect(cellFor(column('on', '发证日期', { kind: 'day' }), serial)).toBe('2020-01-01')
  expect(cellFor(column('number', '证书编号'), serial)).toBe('42369')
})
