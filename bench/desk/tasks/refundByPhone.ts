import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'
import { appointSecondAdmin, SECOND_ADMIN } from './secondAdmin.ts'

let id: number

/** A refund that the cashier has accepted is agreed to on a phone. */
export const refundByPhone: Task = {
  code: 'refundByPhone',
  as: SECOND_ADMIN,
  viewport: { width: 375, height: 812 },
  prepare: async ({ callAs }) => {
    await appointSecondAdmin()
    const call = await callAs('cashier')
    const { list } = await call('GET', '/staff/receivable/list?kind=memberFee&state=paid&key=DESK&pageSize=1')
    await call('POST', '/staff/refund/ask', {
      id: list[0].id,
      amount: 100,
      reason: '多缴一百元',
      payee: list[0].payer,
      bank: '示例银行',
      account: '622202000011112222',
    })
    const database = await lookInto()
    id = (await database.query('select max(id) as id from refund')).rows[0].id
    await database.end()
  },
  run: async hand => {
    const { page, click, see } = hand
    await open(hand, '双人复核')
    await click(page.getByRole('button', { name: '同意并执行' }).first())
    await see(page.getByText('已同意，已生效').first())
  },
  prove: async call => {
    const { state } = await call('GET', `/staff/refund/detail?id=${id}`)
    if (state !== 'agreed') throw new Error(`it is ${state}`)
  },
}
