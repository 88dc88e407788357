import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

let counts: { raised: number; cancelled: number; owedTwice: number }

/** The dues of the next year for all members, taken back, and raised again. */
export const dues: Task = {
  code: 'dues',
  as: 'cashier',
  run: async hand => {
    const { page, click, type, see } = hand
    await open(hand, '会费')
    const dialog = page.getByRole('dialog')
    const raise = async () => {
      await click(page.getByRole('button', { name: '生成年度会费' }))
      await click(dialog.getByRole('button', { name: /^生成 [1-9]\d* 笔/ }))
      await see(page.getByText(/^已生成 \d+ 笔/))
      await dialog.waitFor({ state: 'hidden' })
    }
    await raise()
    await click(page.getByRole('button', { name: '撤销年度会费' }))
    await type(dialog.getByLabel(/^原因/), '标准有误')
    await click(dialog.getByRole('button', { name: /^撤销 [1-9]\d* 笔/ }))
    await see(page.getByText(/^已撤销 \d+ 笔/))
    await dialog.waitFor({ state: 'hidden' })
    await raise()
  },
  prove: async () => {
    const year = new Date().getFullYear() + 1
    const database = await lookInto()
    const { rows } = await database.query(
      `with fee as (select f.member_id, r.state from member_fee f
         join receivable r on r.kind = 'memberFee' and r.payable_id = f.id where f.year = $1 and f.member_id is not null)
       select count(*) filter (where state <> 'cancelled')::int as raised, count(*) filter (where state = 'cancelled')::int as cancelled,
         (select count(*)::int from (select member_id from fee where state <> 'cancelled'
           group by 1 having count(*) > 1) t) as "owedTwice" from fee`,
      [year],
    )
    await database.end()
    counts = rows[0]
    if (counts.owedTwice > 0 || counts.raised < 5_000 || counts.cancelled < 5_000)
      throw new Error(`raised, cancelled, owed twice: ${Object.values(counts)}`)
  },
}
