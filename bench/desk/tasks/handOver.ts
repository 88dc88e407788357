import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

let away = { id: 0, name: '' }
let to = ''
let many = 0

/** Assigns everything that waits to a reviewer who is away; another reviewer is present. */
async function assignToAbsentReviewer() {
  const database = await lookInto()
  const { rows } = await database.query(
    `select id, display_name "name" from account where kind = 'staff' and user_name in ('reviewer', 'admin') order by user_name desc`,
  )
  away = rows[0]
  to = rows[1].name
  const moved = await database.query(
    `update application set assignee_id = $1 where state not in ('draft', 'approved', 'rejected', 'withdrawn', 'expired')`,
    [away.id],
  )
  many = moved.rowCount ?? 0
  await database.end()
}

export const handOver: Task = {
  code: 'handOver',
  as: 'admin',
  prepare: assignToAbsentReviewer,
  run: async hand => {
    const { page, click, see } = hand
    await open(hand, '工作人员')
    await click(page.getByRole('link', { name: away.name }))
    await click(page.getByRole('button', { name: '移交全部工作' }))
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText(`移交全部工作 ${many} 件工作`))
    await click(dialog.getByRole('radio', { name: to }))
    await click(dialog.getByRole('button', { name: '移交全部工作' }))
    await see(dialog.getByText(/^已处理/))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query('select count(*)::int n from application where assignee_id = $1', [away.id])
    await database.end()
    if (rows[0].n > 0) throw new Error(`${rows[0].n} of ${many} still lie with who is away`)
  },
}
