import { beforeAll, expect, test } from 'vitest'
import { cashier, cookie, type Fee, fees, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { pdf, upload } from '#test/support/uploads.ts'
import type { PaymentRow } from './contract.ts'

setUpBankStatements()

const share = ({ fee }: Fee, amount = fee.amount) => ({ payable: 'memberFee', payableId: fee.id, amount })
const idOf = ({ fee }: Fee) => fee.id * 100 + 1
const record = async (of: Fee, more: object = {}) => {
  const paid = {
    way: 'cash',
    paidOn: '2025-03-03',
    payer: of.name,
    amount: of.fee.amount,
    shares: [share(of)],
    ...more,
  }
  const { msg, data } = await cashier.post('/staff/received/record', paid)
  expect(msg).toBe('ok')
  return data as { id: number; credit: number; settled: number }
}

let paper: number
beforeAll(async () => {
  const own = { use: 'material', name: '支票存根.pdf', headers: { ...cookie, 'sec-fetch-site': 'same-origin' } }
  paper = (await upload(site, pdf(), own)).data.id
})

test('a payment keeps its number, its remark and its paper', async () => {
  const [of] = fees as [Fee]
  const { id } = await record(of, { way: 'cheque', number: 'ZP-00412', remark: '年度会费', fileId: paper })
  const shown = (await cashier.get('/staff/received/detail', { id })).data
  expect(shown).toMatchObject({ number: 'ZP-00412', remark: '年度会费', file: { id: paper, name: '支票存根.pdf' } })
  const [row] = (await cashier.get('/staff/received/list', { key: 'ZP-00412' })).data.list
  expect(row).toMatchObject({ id, number: 'ZP-00412', remark: '年度会费' })
})

test('the cashier is offered what payer, remark and sum speak for, with the reason', async () => {
  const [, one, two] = fees as [Fee, Fee, Fee]
  const owed = async (query: Record<string, string | number>) =>
    (await cashier.get('/staff/received/owed', query)).data as {
      list: { receivableId: number; open: number }[]
      proposed: number[]
      reason: string
    }
  const { amount } = one.fee
  const byPayer = await owed({ payer: one.name, amount })
  expect(byPayer).toMatchObject({ proposed: [idOf(one)], reason: expect.stringContaining('付款人名称相符') })
  expect(byPayer.list[0]).toMatchObject({ receivableId: idOf(one) })
  const bySum = await owed({ payer: '过路人', amount })
  expect(bySum).toMatchObject({ proposed: [], reason: '' })
  expect(bySum.list.map(({ receivableId }) => receivableId)).toContain(idOf(one))
  expect(new Set(bySum.list.map(({ open }) => open))).toEqual(new Set([amount]))
  const byNumber = await owed({ payer: '过路人', amount, remark: `会费 ${two.number}` })
  expect(byNumber).toMatchObject({ proposed: [idOf(two)], reason: expect.stringContaining(two.number) })
  const another = await owed({ payer: one.name, amount: amount + 1 })
  expect(another).toMatchObject({ proposed: [idOf(one)], reason: expect.stringContaining('金额不符') })
  expect((await owed({ payer: one.name })).proposed).toEqual([])
})

test('the register is narrowed by each filter and sorted by its columns, and so is its workbook', async () => {
  const some = fees.slice(3, 8) as [Fee, Fee, Fee, Fee, Fee]
  const rest = some[0].fee.amount + 37.5
  await record(some[0], { amount: rest, remark: '多付了一点' })
  await record(some[1], { way: 'pos', paidOn: '2025-03-04' })
  await record(some[2], { way: 'pos', paidOn: '2025-03-05', number: 'POS-7788' })
  const gone = await record(some[3], { paidOn: '2025-03-06' })
  const cancelled = await cashier.post('/staff/received/cancel', { id: gone.id, reason: '重复登记' })
  expect(cancelled.data).toEqual({ id: gone.id })
  const register = await openRegister(site, '/staff/received', 'cashier')
  await expectNarrowed(register, [
    [{ key: some[4].name.slice(0, 4) }, (row: PaymentRow) => row.payer.includes(some[4].name.slice(0, 4))],
    [{ key: 'POS-7788' }, (row: PaymentRow) => row.number === 'POS-7788'],
    [{ way: 'pos' }, (row: PaymentRow) => row.way === 'pos'],
    [{ state: 'credit' }, (row: PaymentRow) => row.credit > 0],
    [{ state: 'cancelled' }, (row: PaymentRow) => row.id === gone.id],
    [{ paidFrom: '2025-03-05' }, (row: PaymentRow) => row.paidOn >= '2025-03-05'],
    [{ paidTo: '2025-03-04' }, (row: PaymentRow) => row.paidOn <= '2025-03-04'],
    [{ amount: rest }, (row: PaymentRow) => row.amount === rest],
  ])
  await expectSorted(
    register,
    { paidFrom: '2025-03-01', paidTo: '2025-03-31', columns: 'paidOn,payer,amount,wayName,number' },
    {
      paidOn: by(row => row.paidOn),
      payer: byName(row => row.payer),
      amount: by(row => row.amount),
      wayName: by(row => row.way),
    },
  )
  await expectNoOtherSort(register, '/staff/received')
  const [line] = await register.workbook({ state: 'cancelled' })
  expect(line).toMatchObject({ 付款人: some[3].name, 状态: '已撤销', 撤销原因: '重复登记', '余款（元）': '0' })
})
