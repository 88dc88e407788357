import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const NAME = `联系单位 ${Date.now() % 1000}`

test('a level is written with all that is wrong said at once, its fee changes from a year on, and it goes again', {
  tag: '@night',
}, async ({ page, signInStaff }) => {
  await signInStaff('admin')
  await page.goto('/staff/levels')
  await page.getByRole('button', { name: '新增级别' }).click()
  const dialog = page.getByRole('dialog', { name: '新增会员级别' })
  const field = (name: RegExp) => dialog.getByRole('textbox', { name })
  await field(/^会员编号前缀/).fill('小写')
  await dialog.getByRole('button', { name: '保存' }).click()
  for (const fault of [/请填写名称/, /请填写代号/, /请填写会费标准/])
    await expect(dialog.getByRole('link', { name: fault })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await field(/^会员编号前缀/).fill('')
  await field(/^名称/).fill(NAME)
  await field(/^代号/).fill('77')
  await field(/^会费标准/).fill('800')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: NAME })
  await expect(row).toContainText('会费 800 元/年')
  await expect(row).toContainText('名册中还没有')
  await expect(page.getByRole('link', { name: /^名册中 \d+ 个$/ }).first()).toBeVisible()

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
})

test('a pack is looked over before anything is written, and one that is damaged says where', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  await page.goto('/staff/packs')
  await page.getByRole('button', { name: '预览 电梯' }).click()
  const preview = page.getByRole('region', { name: '预览' })
  await expect(preview).toContainText(/将新增 \d+ 项，修改 \d+ 项/)
  await expect(preview.getByText('整机制造')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await preview.getByRole('button', { name: '取消' }).click()
  await expect(preview).toHaveCount(0)

  await page.getByRole('button', { name: '预览 空白' }).click()
  await expect(preview.getByRole('status')).toHaveText('没有要新增或修改的。')
  await expect(preview.getByRole('button', { name: '应用到本站' })).toHaveCount(0)
  await preview.getByRole('button', { name: '关闭' }).click()

  const damaged = { name: '坏的.yaml', mimeType: 'application/yaml', buffer: Buffer.from('records: [') }
  await page.getByLabel('预览自己的配置包').setInputFiles(damaged)
  await expect(page.getByText('配置包第 1 行不是有效的 YAML')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出本站的配置包' }).click()
  expect((await download).suggestedFilename()).toMatch(/配置包 \d{4}-\d{2}-\d{2}\.yaml$/)
})
