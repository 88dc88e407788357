import { expect, test } from 'vitest'
import { readCsv } from '#lib/server/sheets/csv.ts'
import { readSheet } from './bankSheet.ts'

const sheet = (text: string) => readSheet([...readCsv(text)].map(({ cells }) => cells))

test('money that came in is found by the headings, under whatever the bank writes above them', () => {
  const read = sheet(
    [
      '中国某某银行账户明细,,,,,,',
      '账号：,6222000011112222,,,,,',
      '交易日期,借方金额,贷方金额(元),对方户名,对方账号,摘要,附言,交易流水号',
      '20261103,,"2,000.00",北京示例公司,\t6222021234567890123,转账,"会费,2026",A001',
      '2026/11/4,500.00,,打印店,,付款,,A002',
      '2026-11-05 10:20:33,,¥5000,上海示例公司,1234,转账,转账,A003',
      '合计,500.00,"7,000.00",,,,,',
      '',
    ].join('\r\n'),
  )
  expect(read).toEqual({
    unread: [
      { row: 5, reason: '没有收入金额：支出或合计' },
      { row: 7, reason: '没有日期：合计或说明' },
    ],
    rows: [
      {
        row: 4,
        paidOn: '2026-11-03',
        amount: 2000,
        payer: '北京示例公司',
        serial: 'A001',
        account: '6222021234567890123',
        remark: '转账 会费,2026',
      },
      {
        row: 6,
        paidOn: '2026-11-05',
        amount: 5000,
        payer: '上海示例公司',
        account: '1234',
        remark: '转账',
        serial: 'A003',
      },
    ],
  })
})

test('where one column holds both ways, the mark of the direction says which way', () => {
  const read = sheet(
    '记账日期,借贷标志,金额,付款人名称,用途\n2026年1月5日,贷,100,甲,会费\n2026年1月6日,借,200,乙,退款\n',
  )
  expect(read).toMatchObject({
    unread: [{ row: 3, reason: '支出' }],
    rows: [{ paidOn: '2026-01-05', amount: 100, payer: '甲', remark: '会费' }],
  })
})

test('what is no list of payments, no day or no amount is not guessed at', () => {
  expect(sheet('姓名,电话\n甲,1\n')).toBeUndefined()
  expect(sheet('交易日期,收入金额\n2026-02-30,100\n2026-02-01,一百\n2026-02-01,-5\n')).toEqual({
    unread: [
      { row: 2, reason: '日期“2026-02-30”认不出' },
      { row: 3, reason: '金额“一百”认不出' },
      { row: 4, reason: '金额为负：支出或冲正' },
    ],
    rows: [],
  })
})

test.each([
  ['１，２３４．５０', 1234.5],
  ['+5,000.00', 5000],
  ['￥ 300 元', 300],
  ['CNY 88.8', 88.8],
  ["'2000.000", 2000],
])('an amount as %s is read', (text, amount) => {
  expect(sheet(`交易日期,收入金额\n2026-01-05,"${text}"\n`)).toMatchObject({ rows: [{ amount }], unread: [] })
})

test.each(['（300.00）', '-300', '300.00-', '－300', '−300'])('%s is money that went out', text => {
  expect(sheet(`交易日期,金额\n2026-01-05,"${text}"\n`)).toEqual({
    rows: [],
    unread: [{ row: 2, reason: '金额为负：支出或冲正' }],
  })
})

test.each([
  ['20260105', '2026-01-05'],
  ['20260105102033', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６/1/5', '2026-01-05'],
  ['46027', '2026-01-05'],
  ['46027.4', '2026-01-05'],
])('a day as %s is read', (text, paidOn) => {
  expect(sheet(`记账日期,收入\n${text},100\n`)).toMatchObject({ rows: [{ paidOn }] })
})

test.each(['05/01/2026', '26-01-05', '99999'])('a day as %s is told, not guessed', text => {
  expect(sheet(`记账日期,收入\n${text},100\n`)).toEqual({
    rows: [],
    unread: [{ row: 2, reason: `日期“${text}”认不出` }],
  })
})
