import { expect, test } from 'vitest'
import { readCsv, readSheet } from './bankSheet.ts'
import { propose } from './server/bankMatching.ts'

const sheet = (text: string) => readSheet(readCsv(text))

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
    passedOver: 2,
    rows: [
      {
        ...{ row: 4, paidOn: '2026-11-03', amount: 2000, payer: '北京示例公司', serial: 'A001' },
        ...{ account: '6222021234567890123', remark: '转账 会费,2026' },
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
    passedOver: 1,
    rows: [{ paidOn: '2026-01-05', amount: 100, payer: '甲', remark: '会费' }],
  })
})

test('what is no list of payments, no day or no amount is not guessed at', () => {
  expect(sheet('姓名,电话\n甲,1\n')).toBeUndefined()
  expect(sheet('交易日期,收入金额\n2026-02-30,100\n2026-02-01,一百\n2026-02-01,-5\n')).toEqual({
    passedOver: 3,
    rows: [],
  })
})

const fee = (id: number, of: object) => ({
  ...{
    id,
    year: 2026,
    amount: 2000,
    state: 'due' as const,
    name: `单位${id}`,
    shortName: '',
    numbers: [`CBWA-D-11-000${id}`],
  },
  ...of,
})
const line = (of: object) => ({ id: 1, amount: 2000, payer: '', remark: '', ...of })
const about = (of: object, fees: Parameters<typeof propose>[1]) => propose([line(of)], fees).get(1)

test('a number in the remark is the surest sign, however it is written', () => {
  const fees = [fee(1, {}), fee(2, {})]
  for (const remark of ['会费 CBWA-D-11-0002', 'cbwa d 11 0002会费', '缴CBWAD110002 2026年度'])
    expect(about({ remark }, fees), remark).toMatchObject({ feeId: 2, score: 100, certain: true })
  expect(about({ remark: 'CBWA-D-11-0009' }, fees)).toBeUndefined()
})

test('then amount and name, with the legal form written one way or another', () => {
  const fees = [fee(1, { name: '北京清源（集团）锅炉清洗有限责任公司' })]
  expect(about({ payer: '北京清源(集团)锅炉清洗有限公司' }, fees)).toMatchObject({ feeId: 1, score: 90, certain: true })
  expect(about({ payer: '北京清源' }, [fee(1, { shortName: '清源' })])).toMatchObject({ score: 60, certain: false })
})

test('a sum that differs, a fee paid before, two years or two payments are shown and not matched', () => {
  const named = { name: '甲公司' }
  expect(about({ payer: '甲公司', amount: 1500 }, [fee(1, named)])).toMatchObject({
    certain: false,
    problem: expect.stringContaining('应缴 2,000 元，到账 1,500 元'),
  })
  expect(about({ remark: 'CBWA-D-11-0001' }, [fee(1, { state: 'confirmed' })])).toMatchObject({
    certain: false,
    problem: expect.stringContaining('重复汇款'),
  })
  expect(about({ payer: '甲公司' }, [fee(1, named), fee(2, { ...named, year: 2025 })])).toMatchObject({
    feeId: 2,
    certain: false,
  })
  const rivals = propose([line({ payer: '甲公司' }), line({ id: 2, payer: '甲公司' })], [fee(1, named)])
  expect([...rivals.values()].map(({ certain }) => certain)).toEqual([false, false])
  expect(rivals.get(2)!.problem).toContain('2 笔流水')
})
