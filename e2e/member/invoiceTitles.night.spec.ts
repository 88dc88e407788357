import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany } from '../support/company.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const titles = (page: Page) => main(page).getByRole('table', { name: '票据抬头' }).getByRole('row')

test('a company keeps a title for its papers, changes it, and is asked before it is removed', async ({ page }) => {
  const { token, orgName, creditCode } = await newCompany(page)
  await signInBy(page, token)
  await visit(page, '/admin/user/invoices')
  await expect(main(page).getByText('还没有保存的抬头')).toBeVisible()
  await main(page).getByRole('button', { name: '新增抬头' }).click()
  const dialogs = dialog(page)
  const remove = main(page).getByRole('button', { name: /^删除/ })
  await dialogs.getByRole('button', { name: '保存' }).click()
  for (const fault of [/请填写名称/, /请填写接收邮箱/]) await expect(dialogs.getByText(fault).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialogs.getByLabel(/^名称/).fill(orgName)
  await dialogs.getByLabel(/^统一社会信用代码/).fill(creditCode)
  await dialogs.getByLabel(/^接收邮箱/).fill('finance@example.com')
  await dialogs.getByRole('button', { name: '保存' }).click()
  await expect(dialogs).toHaveCount(0)
  await expect(titles(page).filter({ hasText: creditCode })).toContainText('finance@example.com')

  await main(page).getByRole('button', { name: /^修改/ }).click()
  await dialogs.getByLabel(/^接收邮箱/).fill('money@example.com')
  await dialogs.getByRole('button', { name: '保存' }).click()
  await expect(titles(page).filter({ hasText: creditCode })).toContainText('money@example.com')

  await remove.click()
  await expect(page.getByRole('dialog', { name: '删除这个抬头？' })).toContainText('用它开过的票据不变')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(0)
  await expect(titles(page)).toHaveCount(2)
  await remove.click()
  await dialogs.getByRole('button', { name: '删除' }).click()
  await expect(main(page).getByText('还没有保存的抬头')).toBeVisible()
})
