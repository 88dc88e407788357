import { lookInto } from '../../../e2e/support/test.ts'
import { newCreditCode } from '../../../e2e/support/uniqueValues.ts'
import { chance } from '../../../src/lib/random.ts'
import { organisationOf } from '../../../src/modules/certificates/server/volume/names.ts'
import { organisationWords } from '../../../src/modules/members/server/words.ts'
import type { Task } from '../task.ts'
import { agreeAsSecondAdmin, appointSecondAdmin } from './secondAdmin.ts'

const NUMBER = 1357
const kept = organisationOf(chance(NUMBER), NUMBER)
const CODE = newCreditCode()
const TWICE = `${kept.name}（重复登记）`

/** A company was entered twice, the second time with some numbers wrong; a colleague agrees. */
export const duplicates: Task = {
  code: 'duplicates',
  as: 'admin',
  prepare: async () => {
    await appointSecondAdmin()
    const database = await lookInto()
    await database.query(
      `insert into organisation (name, credit_code, province_code, address, created_at, updated_at, words)
       select $1, $2, province_code, '新址 8 号', now(), now(), $4 from organisation where credit_code = $3`,
      [TWICE, CODE, kept.creditCode, organisationWords({ name: TWICE, creditCode: CODE })],
    )
    await database.end()
  },
  run: async (hand, beside) => {
    const { page, press, write, click, type, see } = hand
    const dialog = page.getByRole('dialog')
    await press('Control+k')
    await write(CODE)
    await see(page.getByRole('option', { name: TWICE, selected: true }))
    await press('Enter')
    await click(page.getByRole('link', { name: '合并到另一家、删除…' }))
    const stays = page.getByLabel('留下的单位')
    await click(stays)
    await write(kept.creditCode)
    await click(page.locator('.ant-select-item-option', { hasText: kept.name }).first())
    await see(page.getByRole('heading', { name: `留下“${kept.name}”` }))
    await click(page.getByRole('button', { name: '合并', exact: true }))
    await type(dialog.getByLabel(/^理由/), '同一家单位登记了两次')
    await click(dialog.getByRole('button', { name: '合并', exact: true }))
    await dialog.waitFor({ state: 'hidden' })

    await agreeAsSecondAdmin(beside, 'act')
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query('select count(*)::int n from organisation where name = $1', [TWICE])
    await database.end()
    if (rows[0].n !== 0) throw new Error('both are still there')
  },
}
