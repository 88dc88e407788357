import { expect } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { writeFees } from '#modules/membership/server/feeRows.ts'
import type { CloseRow, EntryRow } from '#modules/money/closing/contract.ts'
import { receipt, receiptSeries } from '#modules/money/server/tables.ts'
import { cashier, csv, type Fee, feeOf, linesOf, stateOf, upload } from '../money/bankStatements.ts'
import { site } from '../site.ts'

type Query = Record<string, string | number>

export async function ask(path: string, query: Query = {}) {
  const { data, msg } = await cashier.get(`/staff/closing/${path}`, query)
  expect(msg).toBe('ok')
  return data
}
export const dayAt = (day: string) => ask('day', { day })
export const entriesAt = async (day: string, query: Query = {}): Promise<EntryRow[]> =>
  (await ask('entries', { day, pageSize: 100, ...query })).list
export const closes = async (query: Query = {}): Promise<CloseRow[]> => (await ask('list', query)).list
export const close = async (day: string, by = cashier) =>
  by.post('/staff/closing/close', { day, version: (await dayAt(day)).version })

/** A line of the bank's statement that is booked as the payment of a fee. */
export async function receive({ fee, name }: Fee, day: string): Promise<number> {
  const { data } = await upload(csv(`${day},${fee.amount},${name},,会费 ${fee.id},C${fee.id}`))
  const [line] = await linesOf(data.id)
  const paid = { lineId: line.id, ...feeOf(fee) }
  expect(await cashier.post('/staff/statement/accept', paid)).toMatchObject({ code: 200 })
  return line.id
}
/** A member shows a slip. */
export const claim = ({ fee }: Fee, paidOn: string) => writeFees(site.services, [fee.id], { state: 'claimed', paidOn })
export const confirm = async ({ fee: { id } }: Fee) => {
  const { version } = await stateOf(id)
  expect(await cashier.post('/staff/fee/settle', { id, version, action: 'confirm' })).toMatchObject({ code: 200 })
}

/** An invoice and one of the association's own receipts. */
export async function issuePapers({ fee, name }: Fee, day: string) {
  const { db } = site.services
  await writeFees({ db }, [fee.id], { receiptNumber: '00012345', receiptIssuedOn: day })
  const [by] = await db.select({ id: account.id }).from(account).limit(1)
  const [series] = await db.insert(receiptSeries).values({ name: '日结', prefix: 'RJ' }).returning()
  const of = { payable: 'memberFee', payableId: fee.id, payer: name, about: '会费', amount: fee.amount }
  await db
    .insert(receipt)
    .values({ ...of, seriesId: series!.id, year: 2019, serial: 1, number: 'RJ1', issuedOn: day, issuedBy: by!.id })
}
/** Part of a fee goes back. */
export const giveBack = ({ fee }: Fee, amount: number, day: string) =>
  site.services.db.insert(refund).values({
    payable: 'memberFee',
    payableId: fee.id,
    amount,
    reason: '多收',
    state: 'paid',
    paidOn: day,
    paidAt: new Date(),
  })
