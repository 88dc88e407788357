import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'

const TITLE = '请及时办理换证'

export const expiring: Task = {
  code: 'expiring',
  as: 'admin',
  run: async hand => {
    const { page, press, write, click, type, see } = hand
    await press('Control+k')
    await write('写群发消息')
    await see(page.getByRole('option', { name: /^写群发消息/, selected: true }))
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: '写群发消息' })
    await see(dialog)
    await click(dialog.getByRole('radio', { name: '证书即将到期的持证者' }))
    await type(dialog.getByRole('textbox', { name: '标题' }), TITLE)
    await type(
      dialog.getByRole('textbox', { name: '站内消息' }),
      '{名称}：{到期证书} 将于 {证书到期日} 到期，请及时办理换证。',
    )
    await see(dialog.getByText(/证书在 60 天内到期的持证者：\d{2,} 个账号/))
    await click(dialog.getByRole('button', { name: /^发给 \d+ 个账号$/ }))
    await see(page.getByText('已开始群发'))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select (select count(*) from mailing_recipient where mailing_id = mailing.id)::int sent, (
        select count(distinct organisation_id) from certificate where status = 'valid' and person_id is null
          and organisation_id in (select organisation_id from account where status = 'active')
          and valid_to between current_date and current_date + 60)::int due from mailing where title = $1`,
      [TITLE],
    )
    await database.end()
    if (!rows[0] || rows[0].sent < rows[0].due) throw new Error(`written to ${rows[0]?.sent} of ${rows[0]?.due}`)
  },
}
