import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import { eInvoice } from '#modules/money/server/tables.ts'
import { cashier, issue, ofPayment, platformWill, setUpEInvoices } from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import type { EInvoiceRow } from './contract.ts'

setUpEInvoices()

const today = dayOf(new Date())

test('rules are added, changed and removed; who is faster is told', async () => {
  const list = async () => (await cashier.get('/staff/record/list', { type: 'eInvoiceRule' })).data.list
  const [, services] = await list()
  const { kinds, ...rest } = services.values
  const save = (form: object, more: object = {}) =>
    cashier.post('/staff/record/save', { type: 'eInvoiceRule', form, ...more })
  const [first, ...others] = kinds
  const { id, version } = services
  expect(await save({ ...rest, kinds: others }, { id, version })).toMatchObject({ code: 200 })
  expect(await save({ ...rest, kinds }, { id, version })).toMatchObject({ code: 409 })
  const added = await save({ ...rest, name: '另一种', kinds: [first], automatic: 'yes' })
  const row = (await list()).find((one: { id: number }) => one.id === added.data.id)
  expect(row).toMatchObject({ name: '另一种', uses: 0, values: { automatic: 'yes', taxRate: '0.06' } })
  const removed = await cashier.post('/staff/record/remove', { type: 'eInvoiceRule', id: row.id, version: row.version })
  expect(removed.code).toBe(200)
  const now = (await list()).find((one: { id: number }) => one.id === id)
  expect(await save({ ...rest, kinds }, { id, version: now.version })).toMatchObject({ code: 200 })
})

test('the register is narrowed, sorted and saved as it stands there', async () => {
  const waiting = async (kind: string): Promise<ReceivableRow[]> => {
    const rows: ReceivableRow[] = (
      await cashier.get('/staff/receivable/list', { kind, state: 'paid', pageSize: 100, sort: '-raisedOn' })
    ).data.list
    return rows.filter(({ invoiceNumber }) => !invoiceNumber).slice(0, 2)
  }
  const dues = await waiting('memberFee')
  const fees = await waiting('assessmentFee')
  const [one, two] = [...dues, ...fees] as [ReceivableRow, ReceivableRow]
  await issue(...dues.map(({ id }) => id), fees[0]!.id)
  await platformWill('fail')
  await issue(fees[1]!.id)
  await platformWill('issue')
  await cashier.post('/staff/eInvoice/red', { id: fees[0]!.id, amount: 100, reason: '退款' })
  const [{ id, number }] = (await ofPayment(one.id)).list as [EInvoiceRow]
  await site.services.db
    .update(eInvoice)
    .set({ issuedOn: addDays(today, -40) })
    .where(eq(eInvoice.id, id))
  const register = await openRegister(site, '/staff/eInvoice', 'cashier')
  const early = addDays(today, -30)
  const ways: [Record<string, string>, (row: EInvoiceRow) => boolean][] = [
    [{ key: number }, row => row.number === number],
    [{ paper: 'duesReceipt' }, row => row.paper === 'duesReceipt'],
    [{ colour: 'red' }, row => row.colour === 'red'],
    [{ kind: 'memberFee' }, row => row.kindName === '会费'],
    [{ state: 'failed' }, row => row.state === 'failed'],
    [{ issuedFrom: early }, row => (row.issuedOn ?? '') >= early],
    [{ issuedTo: early }, row => row.issuedOn !== null && row.issuedOn <= early],
  ]
  await expectNarrowed(register, ways)
  await expectSorted(
    register,
    { state: 'issued' },
    {
      title: byName(row => row.title),
      amount: by(row => row.amount),
      number: by(row => row.number),
      issuedOn: by(row => row.issuedOn ?? ''),
    },
  )
  const [line] = await register.workbook({ colour: 'red' })
  expect(line).toMatchObject({ 蓝红: '红字', 冲红原因: '退款', '金额（元）': '-100' })
  expect(Object.keys((await register.workbook({ columns: 'title,amount' }))[0]!)).toEqual(['抬头', '金额（元）'])
  expect(await register.workbook({ ids: String(id) })).toHaveLength(1)
  const page = async (query: object) => (await cashier.get('/staff/eInvoice/list', { ...query })).data
  expect((await page({})).columns.length).toBeGreaterThan(2)
  expect((await page({ columns: 'title,number' })).columns.map(({ key }: { key: string }) => key)).toEqual([
    'title',
    'number',
  ])
  const [first, second] = (await page({ pageSize: 2 })).list
  expect((await page({ pageSize: 1 })).list).toMatchObject([{ id: first.id }])
  expect((await page({ pageSize: 1, pageNum: 2 })).list).toMatchObject([{ id: second.id }])
  expect((await ofPayment(two.id)).list).toHaveLength(1)
})
