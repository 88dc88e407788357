import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const MEMBER_COUNT = 40
const [from, to] = ['会员单位', '理事单位']

export const level: Task = {
  code: 'level',
  as: 'admin',
  run: async hand => {
    const { page, click, check, choose, type, see } = hand
    const wholePage = page.getByRole('checkbox', { name: '选择本页全部' })
    const bar = page.getByRole('region', { name: '批量处理' })
    await open(hand, '会员')
    await choose(page.getByRole('combobox', { name: '级别' }), from)
    await page.waitForURL(/levelCode=/)
    await check(wholePage)
    await click(page.getByRole('link', { name: '下一页' }))
    await page.waitForURL(/pageNum=2/)
    await check(wholePage)
    await see(bar.getByText(`已选 ${MEMBER_COUNT} 个会员`))
    await click(bar.getByRole('button', { name: '变更级别' }))
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByLabel('新的级别'), to)
    await type(dialog.getByLabel('原因'), '理事会决议')
    await click(dialog.getByRole('button', { name: '变更级别' }))
    await see(dialog.getByText(`已处理 ${MEMBER_COUNT} 个会员`))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(`select count(*)::int n from member_event where reason = '理事会决议'`)
    await database.end()
    if (rows[0].n !== MEMBER_COUNT) throw new Error(`the level of ${rows[0].n} was changed`)
  },
}
