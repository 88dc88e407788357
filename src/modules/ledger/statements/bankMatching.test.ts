import { expect, test } from 'vitest'
import type { Owed } from '../allocating/server/owed.ts'
import { owedId, type ReceivableKind, refuseEnding } from '../kinds/server/receivableKinds.ts'
import { numbersIn, propose } from './server/bankMatching.ts'

const never = {
  subject: '4301 提供服务收入',
  list: async () => [],
  lock: async () => null,
  pay: async () => undefined,
  issueInvoice: async () => 'message' as const,
  setTitle: async () => {},
  clearInvoice: async () => {},
}
const fees: ReceivableKind = {
  kind: 'memberFee',
  name: '会费',
  words: ['会费'],
  order: 10,
  ending: 1,
  isDues: true,
  ...never,
}
const courses: ReceivableKind = {
  kind: 'enrolment',
  name: '培训费',
  words: ['培训', '报名'],
  order: 20,
  ending: 4,
  ...never,
}

const fee = (id: number, { open, ...of }: Partial<Owed> = {}): Owed => ({
  kind: fees,
  id,
  name: `单位${id}`,
  calls: [],
  about: '2026 年度会费',
  numbers: [`CBWA-D-11-000${id}`],
  amount: 2000,
  isOpen: true,
  stateName: '待缴',
  route: '/',
  receivableId: owedId(of.kind ?? fees, id),
  open: open ?? ((of.isOpen ?? true) ? (of.amount ?? 2000) : 0),
  ...of,
})
const place = (id: number, of: Partial<Owed> = {}): Owed =>
  fee(id, { kind: courses, about: '水处理取证班', numbers: [`PX2026-00012${id}`], ...of })

const line = (of: object) => ({ id: 1, amount: 2000, payer: '', remark: '', ...of })
const about = (of: object, owed: Owed[]) => propose([line(of)], owed, [fees, courses]).get(1)

test('a number in the remark is the surest sign, however it is written', () => {
  const two = fee(2)
  for (const remark of ['会费 CBWA-D-11-0002', 'cbwa d 11 0002会费', '缴CBWAD110002 2026年度'])
    expect(about({ remark }, [fee(1), two]), remark).toMatchObject({ owed: [two], score: 100, certain: true })
  expect(about({ remark: 'CBWA-D-11-0009' }, [fee(1), two])).toBeUndefined()
  const three = place(3)
  expect(about({ payer: '张三', remark: 'PX2026-000123 张三' }, [two, three])).toMatchObject({
    owed: [three],
    certain: true,
  })
})

test('of what was paid before no other numbers can be meant than those with which such words of a line begin', () => {
  const said = [line({ remark: '缴CBWA-D11-0002会费' }), line({ id: 2, payer: 'px2026 7', remark: '货款 ' })]
  const numbers = numbersIn(said)
  expect(numbers).toEqual(expect.arrayContaining(['CBWAD110002', 'PX20267', 'PX2026']))
  for (const other of ['', 'CBWAD1100021', 'BWAD110002']) expect(numbers).not.toContain(other)
  expect(numbersIn([line({ payer: '甲公司', remark: '会费 2026' })])).toEqual([])
})

test('then amount and name, with the legal form written one way or another', () => {
  const clean = fee(1, { name: '北京清源（集团）锅炉清洗有限责任公司' })
  expect(about({ payer: '北京清源(集团)锅炉清洗有限公司' }, [clean])).toMatchObject({
    owed: [clean],
    score: 90,
    certain: true,
  })
  expect(about({ payer: '北京清源' }, [fee(1, { calls: ['清源'] })])).toMatchObject({ score: 60, certain: false })
})

test('a sum that differs, a fee paid before or two payments are shown and not matched; of two years the older is paid first', () => {
  const named = { name: '甲公司' }
  expect(about({ payer: '甲公司', amount: 1500 }, [fee(1, named)])).toMatchObject({
    certain: false,
    problem: expect.stringContaining('应缴 2,000 元，到账 1,500 元'),
  })
  expect(about({ remark: 'CBWA-D-11-0001' }, [fee(1, { isOpen: false, stateName: '已确认' })])).toMatchObject({
    certain: false,
    problem: expect.stringContaining('会费已确认，现在不能入账'),
  })
  const older = fee(2, { ...named, about: '2025 年度会费' })
  expect(about({ payer: '甲公司' }, [older, fee(1, named)])).toMatchObject({
    owed: [older],
    certain: true,
    reason: '付款人名称相符，金额相符，2 笔会费中最早的一笔',
  })
  expect(
    about({ payer: '甲公司', remark: '2026年度会费' }, [older, fee(1, { ...named, marks: ['2026'] })]),
  ).toMatchObject({
    owed: [{ id: 1 }],
    certain: true,
  })
  const rivals = propose([line({ payer: '甲公司' }), line({ id: 2, payer: '甲公司' })], [fee(1, named)], [fees])
  expect([...rivals.values()].map(({ certain }) => certain)).toEqual([false, false])
  expect(rivals.get(2)!.problem).toContain('2 笔流水')
})

test('what one payer owes of two kinds is told by the remark, and for people to decide', () => {
  const both = [fee(1, { name: '甲公司' }), place(2, { name: '甲公司' })]
  expect(about({ payer: '甲公司', remark: '培训费' }, both)).toMatchObject({ owed: [both[1]], certain: false })
  expect(about({ payer: '甲公司', remark: '2026年会费' }, both)).toMatchObject({ owed: [both[0]], certain: false })
  expect(about({ payer: '甲公司' }, both)!.problem).toContain('甲公司 2026 年度会费、甲公司 水处理取证班')
})

test('a remark that speaks of something else is heeded, whatever else agrees', () => {
  const only = fee(1, { name: '甲公司' })
  expect(about({ payer: '甲公司', remark: '培训费' }, [only])).toMatchObject({
    owed: [only],
    certain: false,
    problem: '摘要说的是培训费，请核对',
  })
  expect(about({ payer: '甲公司', remark: '会费' }, [only])).toMatchObject({ certain: true, problem: '' })
  expect(about({ payer: '甲公司', remark: '货款' }, [only])).toMatchObject({ certain: true })
})

test('who takes part is a hint, and of several courses the remark says which', () => {
  const [first, second] = [
    place(1, { name: '清源水处理有限公司', calls: ['清源水处理', '张三'], marks: ['第2期'] }),
    place(2, { name: '清源水处理有限公司', calls: ['清源水处理', '李四'], marks: ['第3期'] }),
  ]
  const found = about({ payer: '王五', remark: '清源水处理 张三 第3期' }, [first, second])
  expect(found).toMatchObject({ owed: [second], score: 60, certain: false, problem: '' })
  expect(found!.reason).toContain('“清源水处理”')
  expect(about({ payer: '张三' }, [first, second])).toMatchObject({ owed: [first] })
  expect(about({ payer: '路人', remark: '第3期' }, [first, second])).toBeUndefined()
})

test('a kind of what is owed has an ending of its own between 1 and 99, by which its ids are told from all others', () => {
  const defining = (ending: number) => () => refuseEnding({ ...courses, ending }, [{ ...fees, ending: 99 }])
  expect(defining(98)).not.toThrow()
  expect(defining(99)).toThrow('two kinds of payable end with 99')
  for (const ending of [0, 100, 1.5]) expect(defining(ending)).toThrow('cannot end with')
  expect([owedId({ ending: 1 }, 12), owedId({ ending: 12 }, 1)]).toEqual([1201, 112])
})

test('a sum of several is matched: of one payer the oldest debts, of a group those that the remark names', () => {
  const named = { name: '甲公司' }
  const [first, second, third] = [
    fee(1, { ...named, amount: 1000 }),
    fee(2, { ...named, amount: 2000 }),
    fee(3, { ...named, amount: 500 }),
  ]
  expect(about({ payer: '甲公司', amount: 3000 }, [first, second, third])).toMatchObject({
    owed: [first, second],
    certain: true,
    reason: expect.stringContaining('合计金额相符，共 2 笔'),
  })
  expect(about({ payer: '甲公司', amount: 1500 }, [first, second, third])).toMatchObject({ certain: false })
  const group = ['保定正天自动化有限责任公司', '北京清源锅炉清洗有限公司'].map((name, i) => fee(i + 4, { name }))
  const remark = '代付保定正天自动化有限公司、北京清源锅炉清洗有限责任公司会费'
  expect(about({ payer: '某集团财务公司', amount: 4000, remark }, group)).toMatchObject({ owed: group, certain: true })
  expect(about({ payer: '某集团财务公司', amount: 4001, remark }, group)).toBeUndefined()
  const numbers = about({ payer: '某集团', amount: 4000, remark: 'CBWA-D-11-0004 CBWA-D-11-0005' }, group)
  expect(numbers).toMatchObject({ owed: group, certain: true })
  const byName = { payer: '张三', amount: 2000, remark: '保定正天自动化有限责任公司会费' }
  expect(about(byName, group)).toMatchObject({ owed: [group[0]], certain: true })
})

test('what was paid in part is matched by what is still open of it', () => {
  const part = fee(1, { name: '甲公司', amount: 2000, open: 800 })
  expect(about({ payer: '甲公司', amount: 800 }, [part])).toMatchObject({ owed: [part], certain: true })
  expect(about({ payer: '甲公司', amount: 2000 }, [part])).toMatchObject({ certain: false })
})
