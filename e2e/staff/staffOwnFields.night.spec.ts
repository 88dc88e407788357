import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const mark = (Date.now() % 10_000).toString().padStart(4, '0')
const VEHICLES = `自有车辆${mark}`

const dialog = (page: Page) => page.getByRole('dialog')
const fill = (page: Page, label: string, text: string) =>
  dialog(page)
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .fill(text)

test('a field of the association’s own is defined, filled in, shown as a column, filtered by, and removed', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  await page.goto('/staff/own-fields')
  await page.getByRole('button', { name: '新增栏目' }).click()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page).getByRole('link', { name: /栏目名称/ })).toBeVisible()
  await fill(page, '栏目名称', VEHICLES)
  await dialog(page)
    .getByRole('combobox', { name: /填写方式/ })
    .click()
  await page.getByTitle('数字', { exact: true }).click()
  await fill(page, '单位', '辆')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('还没有记录填写').first()).toBeVisible()
  await page.getByRole('button', { name: '修改必填与不问' }).click()
  await page.getByRole('button', { name: '取消' }).click()

  await page.goto('/staff/organisations')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('button', { name: '修改资料' }).click()
  await page.getByRole('textbox', { name: new RegExp(VEHICLES) }).fill('25辆')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('25 辆')).toBeVisible()

  await page.goto('/staff/organisations')
  await page.getByRole('button', { name: '按自定义栏目筛选' }).click()
  const column = dialog(page).getByRole('radio', { name: VEHICLES })
  if (await column.isVisible()) await column.check()
  await dialog(page).getByRole('textbox', { name: /^从/ }).fill('20')
  await dialog(page).getByRole('button', { name: '筛选' }).click()
  await expect(page.getByRole('link', { name: `去掉筛选条件 ${VEHICLES}：20 辆起` })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])

  await page.goto('/staff/own-fields')
  await page.getByRole('button', { name: new RegExp(`移除.*${VEHICLES}`) }).click()
  await expect(dialog(page).getByRole('link', { name: /已有 1 家填写/ })).toBeVisible()
  await dialog(page).getByRole('button', { name: '移除' }).click()
  await page.getByRole('button', { name: new RegExp(`放回.*${VEHICLES}`) }).click()
  await expect(page.getByRole('button', { name: new RegExp(`移除.*${VEHICLES}`) })).toBeVisible()
})
