import { UNPAID } from '../data.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

export const remind: Task = {
  code: 'remind',
  as: 'admin',
  run: async hand => {
    const { page, click, choose, see } = hand
    await open(hand, '会费')
    await choose(page.getByRole('combobox', { name: '地区' }), UNPAID.province)
    await page.waitForURL(/provinceCode=/)
    await click(page.getByRole('button', { name: '催缴', exact: true }))
    await click(page.getByRole('button', { name: `催缴 ${UNPAID.count} 笔` }))
    await see(page.getByText(`已催缴 ${UNPAID.count} 笔`))
  },
  prove: async call => {
    const { list } = await call('GET', '/staff/mailing/list')
    if (!list[0].audience.includes(String(UNPAID.count)) || list[0].total !== UNPAID.count)
      throw new Error(`the last mailing is of ${list[0].total} to ${list[0].audience}`)
  },
}
