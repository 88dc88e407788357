import { newApplication } from '../../../e2e/support/applying.ts'
import type { Task } from '../task.ts'

let of: Awaited<ReturnType<typeof newApplication>>

/** An application was rejected by a wrong key a minute ago. */
export const undo: Task = {
  code: 'undo',
  as: 'reviewer',
  prepare: async ({ callAs, visitor }) => {
    of = await newApplication(await visitor())
    const call = await callAs('reviewer')
    const { version } = await call('GET', `/staff/review/detail?id=${of.id}`)
    await call('POST', '/staff/review/decide', { id: of.id, version, action: 'reject', opinion: '误按' })
    if ((await of.status()) !== 'rejected') throw new Error('it was not rejected')
  },
  run: async ({ page, click, see }) => {
    await click(page.getByRole('link', { name: of.name }).first())
    await click(page.getByRole('button', { name: '撤销“不予通过”' }))
    await see(page.getByRole('region', { name: '办理' }))
  },
  prove: async () => {
    const status = await of.status()
    if (status !== 'submitted') throw new Error(`it is ${status}`)
  },
}
