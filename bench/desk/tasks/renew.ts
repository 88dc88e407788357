import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const CERTIFICATE_COUNT = 120
let until = ''

/** Makes exactly this many certificates end between today and that day. */
async function limitExpiringCertificates() {
  const database = await lookInto()
  const soon = `status = 'valid' and valid_to >= current_date`
  const { rows } = await database.query(
    `select valid_to::text "day" from certificate where ${soon} order by valid_to limit 1 offset $1`,
    [CERTIFICATE_COUNT - 1],
  )
  until = rows[0].day
  await database.query(
    `update certificate set valid_to = valid_to + 365 where id in (
      select id from certificate where ${soon} and valid_to <= $1 order by valid_to, id offset $2)`,
    [until, CERTIFICATE_COUNT],
  )
  await database.end()
}

export const renew: Task = {
  code: 'renew',
  as: 'admin',
  prepare: limitExpiringCertificates,
  run: async hand => {
    const { page, click, check, choose, type, press, see } = hand
    await open(hand, '证书')
    await choose(page.getByRole('combobox', { name: '今天的状态' }), '有效，即将到期')
    await type(page.getByLabel('到期至'), until)
    await press('Enter')
    await see(page.getByText(`${CERTIFICATE_COUNT} 张证书`))
    await check(page.getByRole('checkbox', { name: '选择本页全部' }))
    await click(page.getByRole('button', { name: `选择全部 ${CERTIFICATE_COUNT} 张证书` }))
    await click(page.getByRole('region', { name: '批量处理' }).getByRole('button', { name: '换证', exact: true }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByRole('button', { name: '换证' }))
    await see(dialog.getByText(`已处理 ${CERTIFICATE_COUNT} 张证书`))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int n from certificate_event where kind = 'replaced' and reason = '期满换证'
        and effective_on = current_date and recorded_at > now() - interval '1 hour'`,
    )
    await database.end()
    if (rows[0].n < CERTIFICATE_COUNT) throw new Error(`${rows[0].n} certificates were renewed`)
  },
}
