import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { agreeAsSecondAdmin, appointSecondAdmin } from './secondAdmin.ts'

/** Time for the job of the next minute to begin, to back up 100,000 certificates and to remove what was tried. */
const DONE_WITHIN_MS = 900_000

/** The trial ends and what was tried goes, 100,000 certificates among it; a colleague agrees. */
export const goLive: Task = {
  code: 'goLive',
  as: 'admin',
  prepare: async () => {
    await appointSecondAdmin()
    const database = await lookInto()
    await database.query(
      `insert into setting (name, value) values ('trial', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify({ startedAt: new Date().toISOString() })],
    )
    await database.end()
  },
  run: async (hand, beside) => {
    const { page, click, type, see } = hand
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    await click(page.locator('.trial-banner').getByRole('link', { name: '正式上线' }))
    await see(page.getByRole('heading', { level: 1, name: '正式上线' }))
    await click(main.getByRole('button', { name: '正式上线' }))
    const name = (await dialog.getByText(/请输入“/).textContent())!.match(/“(.+?)”/)![1]!
    await type(dialog.getByLabel(/^协会全称/), name)
    await click(dialog.getByRole('button', { name: '正式上线' }))
    await dialog.waitFor({ state: 'hidden' })

    await agreeAsSecondAdmin(beside, 'act')

    await page.reload()
    await main.getByRole('heading', { name: '已经正式上线' }).waitFor({ timeout: DONE_WITHIN_MS })
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select (select count(*)::int from application) as applications, (select count(*)::int from certificate) as certificates`,
    )
    await database.end()
    // Nothing of this site was imported: all of it was tried.
    if (rows[0].applications > 0 || rows[0].certificates > 0)
      throw new Error(`there are ${rows[0].applications} applications and ${rows[0].certificates} certificates`)
  },
}
