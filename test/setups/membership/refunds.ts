import { dayOf } from '#lib/dates.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { cashier, csv, type Fee, feeOf, linesOf, other, upload } from '../money/bankStatements.ts'

const today = dayOf(new Date())
export const ACCOUNT = '6222000011112222'
export const idOf = (of: Fee) => owedId(receivableKind('memberFee')!, of.fee.id)
export const receivable = async (of: Fee) => (await cashier.get('/staff/receivable/detail', { id: idOf(of) })).data
export const detail = async (id: number, as = cashier) => (await as.get('/staff/refund/detail', { id })).data
export const ask = (of: Fee, amount: number, more: object = {}, as = cashier) =>
  as.post('/staff/refund/ask', { id: idOf(of), amount, reason: '多缴', payee: of.name, account: ACCOUNT, ...more })
export const agree = async (id: number, as = other) =>
  as.post('/staff/approval/agree', { id: (await detail(id)).approvalId })
export const pay = async (id: number, slipNumber: string, paidOn = today) =>
  cashier.post('/staff/refund/pay', { id, version: (await detail(id)).version, paidOn, slipNumber })

/** Fees come into the bank, each from an account of its own; answers by the lines of the statements. */
export async function receiveAll(some: Fee[]): Promise<number[]> {
  const lines: number[] = []
  for (const [i, of] of some.entries()) {
    const { data } = await upload(csv(`2041-03-02,${of.fee.amount},${of.name},622288887777${1000 + i},会费,R${i}`))
    const [line] = await linesOf(data.id)
    const paid = { lineId: line.id, ...feeOf(of.fee) }
    const { code, msg } = await cashier.post('/staff/statement/accept', paid)
    if (code !== 200) throw new Error(msg)
    lines.push(line.id)
  }
  return lines
}
