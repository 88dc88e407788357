import { newApplication } from '../../../e2e/support/applying.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const COUNT = 34
let given: number[] = []

/** 34 applications that nobody has on their desk are shared out among two. */
export const assign: Task = {
  code: 'assign',
  as: 'admin',
  prepare: async ({ visitor }) => {
    const database = await lookInto()
    // Nothing else is unassigned.
    await database.query(
      `update application set assignee_id = (select id from account where user_name = 'admin')
       where state not in ('draft', 'approved', 'rejected', 'withdrawn', 'expired')`,
    )
    given = []
    for (let i = 0; i < COUNT; i++) {
      const { id } = await newApplication(await visitor())
      given.push(id)
      // They have waited for different times.
      await database.query(`update application set state_since = now() - make_interval(days => $1) where id = $2`, [
        i,
        id,
      ])
    }
    await database.end()
  },
  run: async hand => {
    const { page, click, check, see } = hand
    const dialog = page.getByRole('dialog')
    await open(hand, '工作分布')
    const row = page.getByRole('table', { name: '各位同事手上的申请' }).getByRole('row', { name: '未指派' })
    for (const box of await row.getByRole('checkbox').all()) await check(box)
    await click(page.getByRole('button', { name: `指派这 ${COUNT} 份给…` }))
    await check(dialog.getByRole('checkbox', { name: /^关毅/ }))
    await check(dialog.getByRole('checkbox', { name: /^冉星河/ }))
    await click(dialog.getByRole('button', { name: '平均分给 2 位同事' }))
    await see(dialog.getByText(/^已指派：/))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int n from application where id = any($1) group by assignee_id order by 1`,
      [given],
    )
    await database.end()
    if (rows.length !== 2 || rows.some(({ n }) => n !== COUNT / 2)) throw new Error(`they have ${JSON.stringify(rows)}`)
  },
}
