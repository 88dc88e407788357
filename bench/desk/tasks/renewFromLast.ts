import { applicant, creditKind, desks, moveEventsBack, pass } from '../../../e2e/support/qualifying.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'

/** Days left of the certificate: it may be renewed. */
const DAYS_LEFT = 30

let number: string

/** A company renews its certificate with what it wrote the last time. */
export const renewFromLast: Task = {
  code: 'renewFromLast',
  as: 'member',
  prepare: async ({ visitor }) => {
    const of = await applicant(await visitor())
    const { child, levels } = await creditKind(of)
    const wanted = { applyType: 'initial', childId: child, levelId: levels.at(-1) }
    const { certNo, id: certId } = await pass(of, await desks(), await of.begin(wanted))
    const database = await lookInto()
    const { rows } = await database.query('select valid_to - current_date as days from certificate where id = $1', [
      certId,
    ])
    await database.end()
    await moveEventsBack(certId, rows[0].days - DAYS_LEFT)
    number = certNo
    return of.token
  },
  run: async hand => {
    const { page, click, see } = hand
    const main = page.getByRole('main')
    await click(main.getByRole('link', { name: /^换证/ }).first())
    await click(main.getByRole('button', { name: '开始填写申请表' }))
    await page.waitForURL(/qualification\/form\/\d+$/)
    await click(main.getByRole('button', { name: '带入', exact: true }))
    await see(main.getByText(/^已带入 \d+ 个栏目/))
    await click(main.getByRole('checkbox', { name: /同意真实性承诺/ }))
    await click(main.getByRole('button', { name: /核对并提交/ }))
    await click(main.getByRole('button', { name: /确认提交/ }))
    await see(main.getByRole('heading', { name: /已提交$/ }))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select a.state from application a join certificate c on c.organisation_id = a.organisation_id
       where c.number = $1 and a.state <> 'approved'`,
      [number],
    )
    await database.end()
    if (!rows.some(({ state }) => state === 'submitted')) throw new Error(`the renewals are ${JSON.stringify(rows)}`)
  },
}
