import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { cashier, linesOf, setUpBankStatements, upload } from '#test/setups/money/bankStatements.ts'

setUpBankStatements()

type Cell = string | number | Date
type Sheet = { name: string; rows: Cell[][]; isHidden?: true }

const HEAD = ['记账日期', '收入金额', '对方户名', '摘要']
const day = (text: string) => new Date(`${text}T00:00:00Z`)

/** A workbook as a bank's program writes it: XLS of 1997, or XLSX. */
function bookOf(bookType: 'biff8' | 'xlsx', ...sheets: Sheet[]): Buffer {
  const book = xlsx.utils.book_new()
  for (const { name, rows } of sheets)
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true }), name)
  book.Workbook = { Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden ? 1 : 0 })) }
  return xlsx.write(book, { type: 'buffer', bookType, cellDates: true })
}

const accepted = async (file: Buffer, name: string) => {
  const { msg, data } = await upload(file, name)
  expect(msg).toBe('ok')
  return {
    ...data,
    lines: await linesOf(data.id),
    of: (await cashier.get('/staff/statement/detail', { id: data.id })).data,
  }
}

test.each(['biff8', 'xlsx'] as const)(
  'a workbook as %s is read: its visible sheets, and never a hidden one',
  async type => {
    const file = bookOf(
      type,
      { name: '说明', rows: [['本行流水'], ['仅供核对']] },
      { name: '旧', rows: [HEAD, [day('2042-01-01'), 1, '隐藏户', type]], isHidden: true },
      { name: '一月', rows: [['户名：协会'], [], HEAD, [day('2042-01-08'), 3.5, '甲公司', type], ['合计', 3.5]] },
      { name: '二月', rows: [HEAD, ['2042年2月9日', '￥1,200.00', '乙公司', type]] },
    )
    const { added, hidden, lines, of } = await accepted(file, '流水.xls')
    expect([added, hidden]).toEqual([2, ['旧']])
    expect(
      lines
        .map((line: { paidOn: string; amount: number; payer: string; row: number }) => [
          line.paidOn,
          line.amount,
          line.payer,
          line.row,
        ])
        .toSorted(),
    ).toEqual([
      ['2042-01-08', 3.5, '甲公司', 4],
      ['2042-02-09', 1200, '乙公司', 2],
    ])
    expect(of).toMatchObject({
      hiddenSheets: ['旧'],
      passedOver: 1,
      unread: [{ row: 5, reason: '没有日期：合计或说明' }],
    })
  },
)

test('a workbook whose only payments are hidden books nothing, and says where they are', async () => {
  const file = bookOf(
    'xlsx',
    { name: '封面', rows: [['协会']] },
    { name: '明细', rows: [HEAD, ['2042-03-01', 5, '丙', '']], isHidden: true },
  )
  expect(await upload(file, '流水.xlsx')).toMatchObject({
    code: 400,
    msg: expect.stringContaining('隐藏的工作表“明细”'),
  })
})

test('a web page and a workbook in XML under the name .xls are read', async () => {
  const page = `<html><meta charset="utf-8"><table><tr><td colspan="4">对账单</td></tr>
    <tr><th>交易日期</th><th>贷方金额</th><th>对方户名</th><th>摘要</th></tr>
    <tr><td>20420401</td><td>8&nbsp;</td><td>丁&amp;戊<br>公司</td><td>会费</td></tr>
    <tr><td>20420402</td><td></td><td>己</td><td>支出</td></tr></table></html>`
  const html = await accepted(Buffer.from(page), '流水.xls')
  expect(html.lines).toMatchObject([{ paidOn: '2042-04-01', amount: 8, payer: '丁&戊 公司', remark: '会费' }])
  expect(html.of.unread).toEqual([{ row: 4, reason: '没有收入金额：支出或合计' }])
  const row = (...cells: string[]) =>
    `<Row>${cells.map(cell => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`
  const xml = `<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table>
    ${row(...HEAD)}<Row><Cell><Data>2042-04-03</Data></Cell><Cell><Data>9.5</Data></Cell><Cell ss:Index="4"><Data>往来</Data></Cell></Row>
    </Table></Worksheet></Workbook>`
  expect((await accepted(Buffer.from(xml), '流水.xls')).lines).toMatchObject([
    { paidOn: '2042-04-03', amount: 9.5, payer: '', remark: '往来' },
  ])
})

test('an old workbook that is damaged or encrypted is refused in words', async () => {
  const whole = bookOf('biff8', { name: '一', rows: [HEAD, ['2042-05-01', 1, '庚', '']] })
  for (const bytes of [
    whole.subarray(0, 700),
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000, 7)]),
  ])
    expect(await upload(bytes, '流水.xls')).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/无法读取|没有找到|这不是 Excel/),
    })
})
