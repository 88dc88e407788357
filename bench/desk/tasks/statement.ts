import type { Task } from '../task.ts'
import { open } from './open.ts'

const COUNT = 200
const HEAD = '交易日期,贷方金额,对方户名,对方账号,附言,交易流水号'
let bytes: Buffer = Buffer.alloc(0)

export const statement: Task = {
  code: 'statement',
  as: 'cashier',
  prepare: async ({ callAs }) => {
    const call = await callAs('admin')
    const pages = [1, 2].map(pageNum =>
      call('GET', `/staff/fee/list?state=due&words=DESK&pageSize=100&pageNum=${pageNum}`),
    )
    const fees: { number: string; name: string; amount: number; year: number }[] = (await Promise.all(pages)).flatMap(
      ({ list }) => list,
    )
    const lines = fees.map(
      ({ number, name, amount, year }, i) => `2026-11-20,${amount},${name},,${year} 年度会费 ${number},DESK${i}`,
    )
    bytes = Buffer.from([HEAD, ...lines.slice(0, COUNT)].join('\n'))
  },
  run: async hand => {
    const { page, type, give, click, see } = hand
    await open(hand, '银行流水对账')
    await type(page.getByLabel(/^银行/), '演示银行')
    await give(page.locator('input[type=file]'), { name: '流水.csv', mimeType: 'text/csv', buffer: bytes })
    await click(page.getByRole('button', { name: new RegExp(`^有把握的 ${COUNT} 笔一并入账`) }))
    await click(page.getByRole('dialog').getByRole('button', { name: '一并入账' }))
    await see(page.getByText(`已处理 ${COUNT} 笔`))
  },
  prove: async call => {
    const { list } = await call('GET', '/staff/statement/list')
    if (list[0].accepted !== COUNT) throw new Error(`${list[0].accepted} of ${COUNT} lines were accepted`)
  },
}
