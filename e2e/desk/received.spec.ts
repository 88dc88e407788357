import { faultsOf } from '../support/axe.ts'
import { newMember } from '../support/fees.ts'
import { expect, test, visit } from '../support/test.ts'

test('a cashier takes cash at the door, gives the rest to another fee, and takes it back', async ({
  page,
  signInStaff,
}) => {
  const [one, two] = [await newMember(), await newMember()]
  await signInStaff('cashier')
  await visit(page, '/staff/received')
  await page.getByRole('button', { name: '登记到账' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^金额/).fill('2500')
  await dialog.getByLabel(/^付款人/).fill(one.name)
  // What the payer owes is proposed; the rest of the sum would be a credit.
  await expect(dialog.getByLabel(`核销金额：${one.name} ${one.year} 年度会费`)).toHaveValue('2000')
  await expect(dialog.getByText('余 500 元记为付款人的多付款')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('已登记，核销 1 笔，余 500 元记为多付款')

  const row = page.getByRole('row').filter({ hasText: one.name })
  await expect(row).toContainText('有余款')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: new RegExp(`${one.name}\\s2,500 元`) })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '用余款核销' }).click()
  await dialog.getByLabel('查找款项：名称、编号或内容').fill(two.number)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: new RegExp(`^核销.*${two.name}`) }).click()
  await expect(dialog.getByText('到账 500 元，正好核销')).toBeVisible()
  await dialog.getByRole('button', { name: '核销', exact: true }).click()
  const shares = page.getByRole('table', { name: '这笔到账核销的款项' })
  await expect(shares.getByRole('row').filter({ hasText: two.name })).toContainText('1,500')

  await shares
    .getByRole('row')
    .filter({ hasText: two.name })
    .getByRole('button', { name: /^撤销核销/ })
    .click()
  await dialog.getByLabel(/^原因/).fill('记到了另一家单位')
  await dialog.getByRole('button', { name: '撤销核销' }).click()
  await expect(page.getByRole('table', { name: '这笔到账的全部记录' })).toContainText('记到了另一家单位')
  await expect(shares.getByRole('row').filter({ hasText: two.name })).toHaveCount(0)
})
