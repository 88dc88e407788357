import { newApplication } from '../../../e2e/support/applying.ts'
import type { Call, Task } from '../task.ts'
import { open } from './open.ts'

const RUNNING = 10
const LABEL = '专职安全员人数'

let running: number[] = []
let before: string[] = []

type Answer = { label: string; text: string }
const answersOf = async (call: Call, id: number): Promise<string> => {
  const { form } = await call('GET', `/staff/review/detail?id=${id}`)
  return form.map(({ label, text }: Answer) => `${label} ${text}`).join('\n')
}

/** The joining form asks one thing more, and ten applications under way stay as they were handed in. */
export const joiningForm: Task = {
  code: 'joiningForm',
  as: 'admin',
  prepare: async ({ callAs, visitor }) => {
    running = []
    for (let i = 0; i < RUNNING; i++) running.push((await newApplication(await visitor())).id)
    const call = await callAs('admin')
    before = await Promise.all(running.map(id => answersOf(call, id)))
  },
  run: async hand => {
    const { page, click, type, choose, see } = hand
    const dialog = page.getByRole('dialog')
    await open(hand, '会员级别与入会')
    await click(page.getByRole('button', { name: /^修改 ?单位/ }))
    await click(dialog.getByRole('button', { name: /^添加一行 ?附加栏目/ }))
    const row = dialog.getByRole('listitem', { name: /^附加栏目/ }).last()
    await type(row.getByLabel(/^栏目名称|名称/).first(), LABEL)
    await choose(row.getByLabel(/填写方式/), '数字')
    await click(dialog.getByRole('button', { name: '保存' }))
    await dialog.waitFor({ state: 'hidden' })
    await see(page.getByText('入会办法').first())
  },
  prove: async call => {
    const after = await Promise.all(running.map(id => answersOf(call, id)))
    if (after.some((answers, i) => answers !== before[i])) throw new Error('an application that was handed in changed')
    const { list } = await call('GET', '/staff/record/list?type=joiningRule')
    const asked = list[0].values.fields.map(({ label }: { label: string }) => label)
    if (!asked.includes(LABEL)) throw new Error(`the form asks ${asked}`)
  },
}
