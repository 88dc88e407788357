import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { file } from '#modules/files/server/tables.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { writeFees } from '#modules/membership/server/feeRows.ts'
import {
  cashier,
  cookie,
  csv,
  type Fee,
  feeOf,
  fees,
  linesOf,
  setUpBankStatements,
  upload,
} from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import type { ReceivableRow } from './contract.ts'

setUpBankStatements()

type Query = Record<string, string | number>
async function ask(path: string, query: Query) {
  const { data, msg } = await cashier.get(`/staff/receivable/${path}`, query)
  expect(msg).toBe('ok')
  return data
}
const list = async (query: Query = {}): Promise<ReceivableRow[]> =>
  (await ask('list', { pageSize: 100, ...query })).list
const totals = (query: Query = {}) => ask('totals', query)
const idOf = (of: Fee) => owedId(receivableKind('memberFee')!, of.fee.id)

describe('what is owed, of every kind, stands in one register', () => {
  test('with sums that are those of its records, in all and by kind', async () => {
    const all = await totals()
    expect(all.kinds.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['会费', '评审费', '广告费', '培训费']),
    )
    for (const figure of ['count', 'due', 'received', 'open', 'overdue', 'refunded'])
      expect(sumAmounts(all.kinds.map((kind: Record<string, number>) => kind[figure]))).toBe(all[figure])
    for (const { kind, count, open, openCount, received } of all.kinds) {
      const page = (await cashier.get('/staff/receivable/list', { kind, pageSize: 100 })).data
      expect(page.total).toBe(count)
      if (count > 100) continue
      const rows: ReceivableRow[] = page.list
      expect(sumAmounts(rows.map(row => row.received))).toBe(received)
      const still = rows.filter(({ state }) => state === 'due' || state === 'claimed')
      expect([still.length, sumAmounts(still.map(row => row.amount))]).toEqual([openCount, open])
    }
    expect(sumAmounts([all.received, all.open])).toBe(all.due)
  })

  test('narrowed by payer, state and days, sorted by its columns, and saved as it stands there', async () => {
    const [one] = fees as [Fee]
    const today = dayOf(new Date())
    const mine = await list({ payer: one.name, state: 'open' })
    expect(mine).toMatchObject([{ id: idOf(one), amount: one.fee.amount, received: 0, kindName: '会费', state: 'due' }])
    expect(await list({ key: one.number, state: 'due', raisedFrom: today, raisedTo: today })).toEqual(mine)
    expect(await list({ payer: one.name, raisedFrom: addDays(today, 1) })).toEqual([])
    expect(await list({ payer: one.name.slice(0, -1) })).toEqual([])
    const sorted = (await list({ state: 'open', sort: '-amount' })).map(({ amount }) => amount)
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a))
    const shown = (await cashier.get('/staff/receivable/list', { columns: 'payer,invoiceTitle' })).data
    expect(shown.columns.map(({ key }: { key: string }) => key)).toEqual(['payer', 'invoiceTitle'])
    const file = await site.app.inject({ url: '/api/staff/receivable/export?state=open', headers: cookie })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('shows what has come, when, by whom it was confirmed and by which line of the bank', async () => {
    const [, two] = fees as [Fee, Fee]
    const before = await totals({ kind: 'memberFee' })
    const { data } = await upload(csv(`2041-03-02,${two.fee.amount},${two.name},,会费,R1`))
    const [line] = await linesOf(data.id)
    const paid = { lineId: line.id, ...feeOf(two.fee) }
    expect(await cashier.post('/staff/statement/accept', paid)).toMatchObject({ code: 200 })
    const after = await totals({ kind: 'memberFee' })
    expect(after.received).toBe(sumAmounts([before.received, two.fee.amount]))
    expect(after.open).toBe(sumAmounts([before.open, -two.fee.amount]))
    const detail = (await cashier.get('/staff/receivable/detail', { id: idOf(two) })).data
    expect(detail).toMatchObject({
      payableId: two.fee.id,
      payer: two.name,
      state: 'paid',
      received: two.fee.amount,
      paidOn: '2041-03-02',
      route: `/staff/fees?fee=${two.fee.id}`,
      line: { statementId: data.id, bank: '示例银行', payer: two.name },
      confirmedName: expect.stringMatching(/./),
    })
    const today = dayOf(new Date())
    const found = await list({ confirmedFrom: today, confirmedTo: today, kind: 'memberFee' })
    expect(found.map(({ id }) => id)).toContain(idOf(two))
    expect(await list({ confirmedFrom: addDays(today, 1) })).toEqual([])
    // The papers that were sent and printed stand with it.
    const { db } = site.services
    const [paper] = await db.select({ id: file.id }).from(file).limit(1)
    const papers = { slipId: paper!.id, receiptFileId: paper!.id, receiptNumber: '00012345', dueOn: '2041-06-30' }
    await writeFees({ db }, [two.fee.id], papers)
    const { slip, invoiceFile, invoiceNumber } = await ask('detail', { id: idOf(two) })
    expect([slip.id, invoiceFile.id, invoiceNumber]).toEqual([paper!.id, paper!.id, '00012345'])
    const [course] = (await list({ kind: 'enrolment', state: 'paid' })) as [ReceivableRow]
    const issued = { invoiceNumber: '26112000000012345678', invoiceIssuedOn: today }
    await db.update(receivable).set(issued).where(eq(receivable.id, course.id))
    expect(await ask('detail', { id: course.id })).toMatchObject({ invoicedOn: today })
    expect(await cashier.get('/staff/receivable/detail', { id: 9 })).toMatchObject({ code: 404 })
  })
})

describe('the age of what is owed', () => {
  /** Makes the fee overdue by this many days. */
  const late = (of: Fee, days: number) =>
    writeFees(site.services, [of.fee.id], { dueOn: addDays(dayOf(new Date()), -days) })

  test('is counted from the day until which it was to be paid, each bound on its own side', async () => {
    const some = fees.slice(2, 13)
    const days = [0, 1, 30, 31, 90, 91, 180, 181, 365, 366, -5]
    const ages = 'current days30 days30 days90 days90 days180 days180 days365 days365 older current'.split(' ')
    for (const [i, of] of some.entries()) await late(of, days[i]!)
    for (const [i, of] of some.entries()) {
      const [row] = await list({ payer: of.name, state: 'open', age: ages[i]! })
      expect((await ask('detail', { id: row!.id })).daysLate).toBe(row!.daysLate)
      expect(row, `${days[i]} days`).toMatchObject({ id: idOf(of), daysLate: Math.max(0, days[i]!) })
    }
    const overdue = await list({ overdue: 'yes', kind: 'memberFee' })
    expect(overdue.map(({ id }) => id)).toEqual(expect.arrayContaining(some.slice(1, 10).map(idOf)))
    expect(overdue.map(({ id }) => id)).not.toContain(idOf(some[0]!))
  })

  test('comes to the same by kind, by payer and in the list behind each sum', async () => {
    const ofAll = await ask('ageing', { pageSize: 100 })
    const data = await ask('ageing', { kind: 'memberFee', pageSize: 100 })
    expect(ofAll.all.amount).toBeGreaterThan(data.all.amount)
    expect(data.kinds).toHaveLength(1)
    expect(data.all).toMatchObject({ count: data.kinds[0].count, amount: data.kinds[0].amount })
    expect(sumAmounts(data.payers.list.map(({ amount }: { amount: number }) => amount))).toBe(data.all.amount)
    for (const { age, count, amount } of data.all.cells) {
      const rows = await list({ kind: 'memberFee', age })
      expect([rows.length, sumAmounts(rows.map(row => row.amount))]).toEqual([count, amount])
    }
    const [first, second] = (await ask('ageing', { pageSize: 1 })).payers.list
    expect(second).toBeUndefined()
    const [next] = (await ask('ageing', { pageSize: 1, pageNum: 2 })).payers.list
    expect(first.amount).toBeGreaterThanOrEqual(next.amount)
    const behind = await list({ payer: first.payer, state: 'open' })
    expect([behind.length, sumAmounts(behind.map(row => row.amount))]).toEqual([first.count, first.amount])
  })

  test('of what is paid or given up there is none', async () => {
    await writeFees(site.services, [fees[11]!.fee.id], { state: 'cancelled' })
    expect(await list({ payer: fees[11]!.name, age: 'older' })).toEqual([])
    expect((await list({ payer: fees[11]!.name, state: 'cancelled' }))[0]).toMatchObject({ daysLate: null })
  })
})

test('each filter leaves those that fit it, in the list, in the sums and in the workbook', {
  timeout: 120_000,
}, async () => {
  const register = await openRegister(site, '/staff/receivable', 'cashier')
  const today = dayOf(new Date())
  const { rows } = await register.list({ columns: 'payer,raisedOn' })
  const middle = rows.map(({ cells }) => cells.raisedOn!).sort()[rows.length >> 1]!
  const [first] = fees as [Fee]
  const isOpen = ({ state }: ReceivableRow) => state === 'due' || state === 'claimed'
  const ways: [Query, (row: ReceivableRow) => boolean][] = [
    [{ kind: 'memberFee' }, row => row.kind === 'memberFee'],
    [{ state: 'open' }, isOpen],
    [{ state: 'paid' }, row => row.state === 'paid'],
    [{ refunded: 'yes' }, row => row.refunded > 0],
    [{ refunded: 'no' }, row => row.refunded === 0],
    [{ overdue: 'yes' }, row => (row.daysLate ?? 0) > 0],
    [{ overdue: 'no' }, row => !row.daysLate],
    [{ age: 'current' }, row => row.daysLate === 0],
    [{ key: first.number }, row => row.number === first.number],
    [{ payer: first.name }, row => row.payer === first.name],
    [{ raisedFrom: middle }, row => row.raisedOn >= middle],
    [{ raisedTo: addDays(middle, -1) }, row => row.raisedOn < middle],
  ]
  await expectNarrowed(register, ways)
  const others: Query[] = [{ confirmedFrom: today }, { confirmedTo: today }, { provinceCode: '110000' }]
  for (const query of [{}, ...ways.map(([filters]) => filters), ...others]) {
    const { total } = await register.list(query)
    expect((await totals(query)).count, JSON.stringify(query)).toBe(total)
    expect(total).toBeGreaterThan(0)
    expect(await register.workbook(query)).toHaveLength(total)
  }
  await expectSorted(
    register,
    { raisedTo: today },
    {
      payer: byName(row => row.payer),
      kindName: by(row => row.kind),
      amount: by(row => row.amount),
      received: by(row => row.received),
      refunded: by(row => row.refunded),
      net: by(row => row.net),
      daysLate: by(row => row.daysLate ?? -1),
    },
  )
  expect((await ask('list', { pageSize: 2 })).list).toHaveLength(2)
  expect((await ask('list', { pageSize: 1 })).list).toHaveLength(1)
  const some = rows.slice(0, 2)
  expect(await register.workbook({ ids: some.map(({ id }) => id).join(',') })).toHaveLength(2)
  const [columns] = await register.workbook({ columns: 'payer,amount', kind: 'memberFee' })
  expect(Object.keys(columns!)).toEqual(['缴费人', '应收（元）'])
})
