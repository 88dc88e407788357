import { newMember, PASSWORD, signIn } from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

test('whose company is on record sees that it waits for proof, and is asked for a letter', async ({ page }) => {
  const { creditCode, userName } = await newMember(page)
  const database = await lookInto()
  await database.query(`insert into organisation (name, credit_code, province_code) values ($1, $2, '540000')`, [
    '名册中的机电有限公司',
    creditCode,
  ])
  await database.end()
  await visit(page, '/admin/login/login')
  await signIn(page, userName, PASSWORD)
  await expect(page).toHaveURL('/admin/user/profile')
  const main = page.getByRole('main')
  await visit(page, '/admin/user/profile')
  await expect(main.getByRole('heading', { name: '单位待核实' })).toBeVisible()
  await expect(main.getByLabel('法定代表人')).toHaveCount(0)
  await main.getByRole('link', { name: '去核实单位' }).click()
  await expect(main.getByRole('heading', { name: /^单位待核实：/ })).toBeVisible()
  await expect(main.getByText('名册中的机电有限公司')).toHaveCount(0)
  await main.getByRole('button', { name: '提交认领' }).click()
  await expect(main.getByRole('alert').first()).toContainText('证明')
  expect(await faultsOf(page)).toEqual([])
})
