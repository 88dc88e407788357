import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page, name: string) => card(page, name).getByRole('button', { name: '修改' }).click()
const save = (page: Page, name: string) => card(page, name).getByRole('button', { name: '保存' }).click()

/** Pastes cells as a spreadsheet puts them on the clipboard. */
const paste = (page: Page, label: string, table: string) =>
  page.getByLabel(label).evaluate((cell, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, table)

let serial = Date.now() % 1000
/** A kind of its own in the last group, as staff add one. */
async function addKind(page: Page): Promise<{ name: string; id: string }> {
  const code = `XY${++serial}`
  const name = `试点评价 ${code}`
  await page.goto('/staff/qualification-kinds')
  await page.getByRole('button', { name: /新增种类.*信用类/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('代号').fill('试')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('代号应为 2 到 6 个大写字母或数字').first()).toBeVisible()
  await dialog.getByLabel('代号').fill(code)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  return { name, id: page.url().split('/').at(-1)! }
}

async function remove(page: Page) {
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page).toHaveURL(/qualification-kinds$/)
}

test('a new kind is set up from a spreadsheet, opened, and everybody reads its guide', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  const { name, id } = await addKind(page)

  await edit(page, '级别')
  await page.getByRole('button', { name: '添加一行 级别' }).click()
  await expect(page.getByLabel('第 1 行 代号')).toBeFocused()
  await paste(page, '第 1 行 代号', 'A\tA级\t各类锅炉\t1\nb\tB级\t工业锅炉')
  await expect(page.getByText('已粘贴 2 行')).toBeVisible()
  for (const row of [1, 2]) {
    await page.getByLabel(`第 ${row} 行 评审费（元）`).fill('3000')
    await page.getByLabel(`第 ${row} 行 接受申请`).check()
  }
  await save(page, '级别')
  const fault = page.getByRole('link', { name: /^级别 第 2 行：代号应为/ })
  await fault.click()
  await expect(page.getByLabel('第 2 行 代号')).toBeFocused()
  await page.keyboard.type('B')
  await page.getByLabel('第 2 行 代号').fill('B')
  await save(page, '级别')
  await expect(card(page, '级别').getByRole('row', { name: /B级 工业锅炉/ })).toBeVisible()

  await edit(page, '基本信息')
  await page.getByLabel('证书编号规则').fill('{kind}')
  await expect(card(page, '基本信息').getByText('编号规则有误')).toBeVisible()
  await page.getByLabel('证书编号规则').fill('{kind}({level})-{serial:5}')
  await expect(card(page, '基本信息').getByText(/下一张证书的编号（以北京为例）：XY\d+\(A\)-00001/)).toBeVisible()
  await page.getByLabel('接受申请').check()
  await save(page, '基本信息')
  await expect(page.getByRole('heading', { level: 2, name: `${name} 接受申请` })).toBeVisible()

  await page.goto(`/admin/publicity/qualification/guide/${id}`)
  await expect(page.getByRole('row', { name: /A级 各类锅炉 高级职称不少于 1 人/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '申请', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`childId=${id}$`),
  )

  await page.goto(`/staff/qualification-kinds/${id}`)
  await remove(page)
})

for (const width of [1280, 375])
  test(`the catalogue, a kind and its tables can be used by everybody at ${width} px`, async ({
    page,
    signInStaff,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInStaff('admin')
    await page.goto('/staff/qualification-kinds')
    await expect(page.getByRole('link', { name: '锅炉化学清洗单位' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: '锅炉化学清洗单位' }).click()
    for (const section of ['级别', '材料']) {
      await edit(page, section)
      await expect(card(page, section).getByLabel('第 1 行 名称').first()).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await card(page, section).getByRole('button', { name: '取消' }).click()
    }
  })
