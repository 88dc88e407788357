import { readFile } from 'node:fs/promises'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import { addDays, dayOf } from '../../../src/lib/dates.ts'
import { sumAmounts } from '../../../src/lib/money.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const today = () => dayOf(new Date())
let voucherRows: string[][] = []

/** The month up to today is closed, and its vouchers are given to the accountant. */
export const closeMonth: Task = {
  code: 'closeMonth',
  as: 'cashier',
  prepare: async ({ callAs }) => {
    const call = await callAs('cashier')
    // The month before is closed already.
    const day = addDays(`${today().slice(0, 7)}-01`, -1)
    const { version } = await call('GET', `/staff/closing/day?day=${day}`)
    await call('POST', '/staff/closing/close', { day, version })
  },
  run: async hand => {
    const { page, click, see } = hand
    await open(hand, '日结')
    await click(page.getByRole('button', { name: '一并日结' }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByRole('button', { name: '依次日结' }))
    await see(page.getByText(/^第 \d+ 号日结/))
    await open(hand, '记账凭证')
    const downloaded = page.waitForEvent('download')
    await click(page.getByRole('button', { name: /^导出用友/ }))
    voucherRows = textsOf(await sheetOf(await readFile(await (await downloaded).path())))
  },
  prove: async call => {
    const month = today().slice(0, 7)
    const { unclosed, debit } = await call('GET', `/staff/voucher/list?month=${month}`)
    if (unclosed > 0) throw new Error(`${unclosed} days of the month are not closed`)
    const [headings = [], ...rows] = voucherRows
    const sumOf = (name: string) => sumAmounts(rows.map(row => Number(row[headings.indexOf(name)])))
    const database = await lookInto()
    const { rows: found } = await database.query(
      `select (select coalesce(sum(amount), 0) from allocation where to_char(day, 'YYYY-MM') = $1)::float as given,
        (select coalesce(sum(amount), 0) from refund where state = 'paid' and to_char(paid_on, 'YYYY-MM') = $1)::float as back`,
      [month],
    )
    await database.end()
    const ledger = sumAmounts([found[0].given, -found[0].back])
    const sums = [sumOf('金额借方'), sumOf('金额贷方'), debit]
    if (sums.some(sum => sum !== ledger)) throw new Error(`the vouchers have ${sums}, the ledger ${ledger}`)
  },
}
