import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'
import { agreeAsSecondAdmin, appointSecondAdmin } from './secondAdmin.ts'

const WHAT = '请提供协会持有的关于本人的全部信息。'

let person: { id: number; name: string }

/** Somebody without an account wants a copy of all that is kept about them; a colleague agrees to giving it. */
export const dataRequest: Task = {
  code: 'dataRequest',
  as: 'admin',
  prepare: async () => {
    await appointSecondAdmin()
    const database = await lookInto()
    const { rows } = await database.query(
      `select id, name from person p where name <> '' and (select count(*) from person where name = p.name) = 1
         and not exists (select from account where person_id = p.id) and exists (select from certificate where person_id = p.id)
       order by id limit 1`,
    )
    await database.end()
    person = rows[0]
  },
  run: async (hand, beside) => {
    const { page, click, choose, type, write, see } = hand
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    await open(hand, '投诉与请求')
    await click(main.getByRole('button', { name: '登记' }))
    await choose(main.getByLabel(/^种类/), '个人信息请求')
    await click(main.getByRole('radio', { name: '复制' }))
    await choose(main.getByLabel(/^来源/), '来访')
    await type(main.getByLabel(/^内容/), WHAT)
    await type(main.getByLabel(/^姓名/), person.name)
    await type(main.getByLabel(/^身份核实/), '当面核对居民身份证')
    await click(main.getByLabel('已登记的本人'))
    await write(person.name)
    await click(page.locator('.ant-select-item-option', { hasText: person.name }).first())
    await click(main.getByRole('button', { name: '保存' }))
    await click(main.getByRole('button', { name: '导出本人的全部信息…' }))
    await click(dialog.getByRole('button', { name: '提出' }))
    await dialog.waitFor({ state: 'hidden' })

    await agreeAsSecondAdmin(beside, 'file')

    await open(hand, '双人复核')
    const downloaded = page.waitForEvent('download')
    await click(page.getByRole('button', { name: '下载' }).first())
    await (await downloaded).path()
    await open(hand, '投诉与请求')
    await click(main.getByRole('rowheader').getByRole('link', { name: /^XX/ }))
    await click(main.getByRole('button', { name: '办结' }))
    await click(dialog.getByRole('radio', { name: '已按请求办理' }))
    await type(dialog.getByLabel(/^认定与答复/), '身份无误，已当面交付电子副本。')
    await type(dialog.getByLabel(/^保留的信息/), '无')
    await click(dialog.getByRole('button', { name: '办结' }))
    await see(main.getByRole('heading', { name: '办理结果' }))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int n from complaint where content = $1 and state = 'closed' and person_id = $2`,
      [WHAT, person.id],
    )
    await database.end()
    if (rows[0].n !== 1) throw new Error(`${rows[0].n} requests were closed`)
  },
}
