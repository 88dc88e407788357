import { readFile } from 'node:fs/promises'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('columns are chosen and ordered by keys, stay so, and are those of the export', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  await visit('/staff/organisations?provinceCode=110000')
  const headings = page.getByRole('columnheader')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '列', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: '恢复默认' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(headings.filter({ hasText: '法定代表人' })).toHaveCount(0)

  await page.getByRole('button', { name: '列', exact: true }).press('Enter')
  await dialog.getByRole('checkbox', { name: '法定代表人' }).press('Space')
  const up = dialog.getByRole('button', { name: '上移 法定代表人' })
  await up.focus()
  const places = () => dialog.getByRole('listitem').allTextContents()
  while (!(await places())[0]!.includes('法定代表人')) await page.keyboard.press('Enter')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '按此显示' }).press('Enter')
  await expect(headings.nth(2)).toHaveText('法定代表人')
  await page.reload()
  await expect(headings.nth(2)).toHaveText('法定代表人')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const sheet = textsOf(await sheetOf(await readFile((await (await download).path())!)))
  expect(sheet[0]!.slice(0, 2)).toEqual(['单位名称', '法定代表人'])

  await page.getByRole('button', { name: '列', exact: true }).click()
  await dialog.getByRole('button', { name: '恢复默认' }).click()
  await expect(headings.filter({ hasText: '法定代表人' })).toHaveCount(0)
})

test('what narrows a register stands above it, with the total, and is taken away one by one', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  await visit('/staff/members?kind=organisation&provinceCode=110000&pageNum=1')
  const tags = page.locator('.filter-tags')
  await expect(tags).toContainText(/共 \d+ 个会员/)
  const narrowed = await tags.locator('b').textContent()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: '去掉筛选条件 地区：北京' }).press('Enter')
  await expect(page).toHaveURL('/staff/members?kind=organisation')
  await expect(tags.locator('b')).not.toHaveText(narrowed!)
  await expect(page.getByRole('link', { name: '去掉筛选条件 类型：单位会员' })).toBeVisible()

  await visit('/staff/persons?jobTitle=工程师')
  const more = page.getByRole('button', { name: '更多筛选（1）' })
  await expect(page.getByLabel('职称', { exact: true })).toBeHidden()
  await more.press('Enter')
  await expect(page.getByLabel('职称', { exact: true })).toHaveValue('工程师')
  expect(await faultsOf(page)).toEqual([])
})

test('a row is one line at a desk, sixteen fit, and who wants to reads all of each', async ({
  page,
  visit,
  signInStaff,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInStaff('admin')
  await visit('/staff/certificates')
  const heights = () =>
    page
      .getByRole('row')
      .evaluateAll(rows =>
        rows.map(row => row.getBoundingClientRect()).map(({ height, bottom }) => ({ height, bottom })),
      )
  await expect.poll(async () => (await heights()).length).toBe(21)
  const lines = async () => (await heights()).slice(1)
  await expect.poll(async () => Math.max(...(await lines()).map(({ height }) => height))).toBeLessThanOrEqual(40)
  await expect.poll(async () => (await lines()).filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(16)
  await page.getByRole('button', { name: '列', exact: true }).press('Enter')
  await page.getByRole('checkbox', { name: /换行显示/ }).check()
  await page.getByRole('button', { name: '取消' }).click()
  await expect.poll(async () => Math.max(...(await lines()).map(({ height }) => height))).toBeGreaterThan(45)
  await page.reload()
  await expect.poll(async () => Math.max(...(await lines()).map(({ height }) => height))).toBeGreaterThan(45)
})
