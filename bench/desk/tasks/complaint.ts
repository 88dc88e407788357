import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const WHAT = '该单位承接的清洗项目未按规程取样，要求核查。'

/** A complaint by telephone, from its first word to its answer. */
export const complaint: Task = {
  code: 'complaint',
  as: 'admin',
  run: async hand => {
    const { page, click, choose, type, see } = hand
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    await open(hand, '投诉与请求')
    await click(main.getByRole('button', { name: '登记' }))
    await click(main.getByRole('radio', { name: '服务质量不符合标准' }))
    await choose(main.getByLabel(/^来源/), '电话')
    await type(main.getByLabel(/^内容/), WHAT)
    await click(main.getByRole('button', { name: '保存' }))
    await see(main.getByRole('heading', { name: /投诉/ }))
    await click(main.getByRole('button', { name: '添加记录' }))
    await type(dialog.getByLabel(/^办理情况/), '已向单位调取取样记录，记录完整。')
    await click(dialog.getByRole('button', { name: '添加' }))
    await dialog.waitFor({ state: 'hidden' })
    await click(main.getByRole('button', { name: '办结' }))
    await choose(dialog.getByLabel(/^办理结果/), '不属实')
    await type(dialog.getByLabel(/^认定与答复/), '查明取样符合规程，已电话答复来人。')
    await click(dialog.getByRole('button', { name: '办结' }))
    await see(main.getByRole('heading', { name: '办理结果' }))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int n from complaint where content = $1 and state = 'closed'`,
      [WHAT],
    )
    await database.end()
    if (rows[0].n !== 1) throw new Error(`${rows[0].n} complaints were closed`)
  },
}
