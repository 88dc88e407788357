import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const mark = `D${(Date.now() % 1000).toString().padStart(3, '0')}`
const GROUP = `电梯作业人员 ${mark}`
const KIND = `电梯维保员 ${mark}`

/** Presses a button by keyboard. */
async function press(page: Page, name: RegExp | string) {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}
async function type(page: Page, label: string, text: string) {
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
const save = async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).focus()
  await page.keyboard.press('Enter')
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).last()
const published = async (page: Page) => {
  await page.goto('/admin/publicity/person')
  return page.getByRole('link', { name: new RegExp(GROUP) })
}

test('a group and a kind are added by keyboard, with all that is wrong at once, shown to the public, retired, and gone', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  await page.goto('/staff/personnel-kinds')
  await press(page, '新增大类')
  await type(page, '代号', 'dt')
  await save(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: /代号应为 1 到 4 个大写字母或数字/ })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /名称/ })).toBeVisible()
  await type(page, '代号', mark)
  await type(page, '名称', GROUP)
  await save(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(GROUP, { exact: true }).first()).toBeVisible()

  await press(page, new RegExp(`新增种类.*${GROUP}`))
  await type(page, '证书编号规则', '{kind}-{month}')
  await expect(dialog.getByText(/编号规则有误/)).toBeVisible()
  await save(page)
  for (const fault of [/代号/, /名称/, /规则应以/])
    await expect(dialog.getByRole('link', { name: fault })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await type(page, '代号', `${mark}1`)
  await type(page, '名称', KIND)
  await type(page, '证书编号规则', '{kind}-{year}-{province}-{serial:5}')
  await expect(dialog.getByText(new RegExp(`${mark}1-\\d{4}-11-00001`))).toBeVisible()
  await type(page, '初次取证条件', '两年以上电梯维保经历')
  await save(page)
  await expect(dialog).toBeHidden()
  await expect(row(page, KIND)).toContainText('没有用过')

  await (await published(page)).click()
  await page.getByText(`${GROUP}证书的种类与取证条件`).click()
  await expect(page.getByRole('row', { name: new RegExp(KIND) })).toContainText('两年以上电梯维保经历')
  expect(await faultsOf(page)).toEqual([])

  await page.goto('/staff/personnel-kinds')
  await press(page, new RegExp(`修改.*${KIND}`))
  await dialog.getByLabel('停用').focus()
  await page.keyboard.press('Space')
  await save(page)
  await expect(dialog).toBeHidden()
  await expect(row(page, KIND)).toContainText('停用')
  await expect(await published(page)).toHaveCount(0)

  await page.goto('/staff/personnel-kinds')
  for (const name of [KIND, GROUP]) {
    await press(page, new RegExp(`删除.*${name}`))
    await dialog.getByRole('button', { name: '删除' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText(GROUP, { exact: true })).toHaveCount(0)
})
