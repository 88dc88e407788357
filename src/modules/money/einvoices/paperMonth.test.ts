import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import type { ReceivableRow } from '#modules/money/receivables/contract.ts'
import { cashier, issue, setUpEInvoices } from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { figures } from './monthWords.ts'

setUpEInvoices()

const month = dayOf(new Date()).slice(0, 7)
const sums = async (asked: Record<string, string> = {}) => (await cashier.get('/staff/paperMonth/sums', asked)).data
const lines = async (asked: Record<string, string>) => (await cashier.get('/staff/paperMonth/lines', asked)).data
type Line = { amount: number; kind: string; figure: string }

test("a month's list agrees with the money and with its papers, and each figure with its list", async () => {
  const before = await sums()
  const waiting = async (kind: string): Promise<ReceivableRow[]> =>
    (await cashier.get('/staff/receivable/list', { kind, state: 'paid', pageSize: 100 })).data.list.filter(
      ({ invoiceNumber }: ReceivableRow) => !invoiceNumber,
    )
  const [due] = await waiting('memberFee')
  const [fee] = await waiting('assessmentFee')
  await issue(due!.id, fee!.id)
  const redDue = async () => (await cashier.get('/staff/eInvoice/of', { id: fee!.id })).data.redDue
  expect(await redDue()).toBe(0)
  const { payableId } = (await cashier.get('/staff/receivable/detail', { id: fee!.id })).data
  const given = { payable: 'assessmentFee', payableId, amount: 300, reason: '退款' }
  await site.services.db
    .insert(refund)
    .values({ ...given, state: 'paid', paidOn: dayOf(new Date()), paidAt: new Date() })
  expect(await redDue()).toBe(300)
  await cashier.post('/staff/eInvoice/red', { id: fee!.id, amount: 300, reason: '退款' })
  const after = await sums({ month })
  expect(after.month).toBe(month)
  expect(sumAmounts([after.all.receipts, -before.all.receipts])).toBe(due!.amount)
  expect(sumAmounts([after.all.invoiced, -before.all.invoiced])).toBe(fee!.amount)
  expect(sumAmounts([after.all.red, -before.all.red])).toBe(-300)
  expect(sumAmounts([after.all.booked, -before.all.booked])).toBe(-300)
  const report = (await cashier.get('/staff/closing/month', { month })).data
  for (const row of [...after.kinds, after.all]) {
    expect(row.difference).toBe(sumAmounts([row.booked, -row.invoiced, -row.receipts, -row.red]))
    const money = row.kind ? report.kinds.find(({ kind }: { kind: string }) => kind === row.kind) : report.all
    expect(row.booked).toBe(money.net)
    for (const figure of figures) {
      const of: Line[] = await lines({ month, figure, ...(row.kind && { kind: row.kind }) })
      expect(sumAmounts(of.map(({ amount }) => amount)), `${row.name} ${figure}`).toBe(row[figure])
    }
  }
  const all: Line[] = await lines({ month })
  expect(new Set(all.map(({ figure }) => figure))).toEqual(new Set(figures))
  // Dues are in no invoice, and nothing else has a receipt.
  expect(
    all.filter(({ figure, kind }) => (figure === 'receipts') !== (kind === 'memberFee') && figure === 'invoiced'),
  ).toEqual([])
  const last = await sums({ month: '2020-01' })
  expect(last.all.booked).toBe(0)
  expect(await lines({ month: '2020-01' })).toEqual([])
  const headers = await staffSession(site, 'cashier')
  for (const asked of [month, '2020-01']) {
    const url = `/api/staff/paperMonth/export?month=${asked}`
    const file = await site.app.inject({ url, headers })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  }
})
