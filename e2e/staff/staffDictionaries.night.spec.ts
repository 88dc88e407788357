import { faultsOf } from '../support/axe.ts'
import { dialog, field, open, press, signInBeforeEach, summary, test } from '../support/ownSite.ts'
import { expect } from '../support/test.ts'

signInBeforeEach()

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'default' })

const TRADES = '/staff/dictionaries?dictionary=trade'

test('a trade is added, renamed, retired and put back; visitors choose among those that are offered', async ({
  page,
}) => {
  const offered = async () => {
    await page.goto('/admin/publicity/member')
    return page.getByRole('combobox', { name: '行业类别' }).locator('option').allInnerTexts()
  }
  const before = await offered()
  expect(before).toContain('清洗服务')

  await open(page, TRADES, '行业类别')
  await press(page, '新增行业类别')
  await field(page, /^名称/).fill('清洗服务')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('已有“清洗服务”')
  expect(await faultsOf(page)).toEqual([])
  await field(page, /^名称/).fill('节能改造')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('jienenggaizao', { exact: true })).toBeVisible()
  await expect.poll(offered).toEqual([...before, '节能改造'])

  await open(page, TRADES, '行业类别')
  await press(page, '修改 清洗服务')
  await field(page, /^名称/).fill('化学清洗服务')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await press(page, '停用 化学清洗服务')
  await expect(page.getByRole('button', { name: '恢复使用 化学清洗服务' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(offered).toEqual([...before, '节能改造'].filter(name => name !== '清洗服务'))
  await page.goto('/admin/publicity/member?category=cleaning')
  await expect(page.locator('.members-grid').getByText('化学清洗服务').first()).toBeVisible()

  await open(page, TRADES, '行业类别')
  await press(page, '恢复使用 化学清洗服务')
  await expect(page.getByRole('button', { name: '停用 化学清洗服务' })).toBeVisible()
  await expect.poll(offered).toContain('化学清洗服务')
})

test('what is in use says where, is not deleted, and moves by buttons', async ({ page }) => {
  await open(page, TRADES, '行业类别')
  await press(page, '删除 水处理设备')
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('不能删除，可以停用')
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await press(page, '上移 水处理设备')
  await expect(page.getByRole('status').filter({ hasText: '水处理设备 已移到第 3 位' })).toBeAttached()
  // Staff without permission for organisations see the count, but no link to them.
  await expect(page.getByText(/^已用于 \d+ 条记录/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /条记录/ })).toHaveCount(0)
})

test('titles, posts and papers are words that are offered; as which rank a title counts is said here', async ({
  page,
}) => {
  await open(page, '/staff/dictionaries?dictionary=jobTitle', '职称')
  await press(page, '新增职称')
  await field(page, /^名称/).fill('首席工程师')
  const senior = dialog(page).getByRole('checkbox', { name: '计作高级职称' })
  await senior.check()
  await dialog(page).getByRole('checkbox', { name: '计作中级职称' }).check()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('只能选择一项')
  await dialog(page).getByRole('checkbox', { name: '计作中级职称' }).uncheck()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const added = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '修改 首席工程师' }) })
  await expect(added).toContainText('计作高级职称')
  await press(page, '修改 高级工程师')
  await field(page, /^名称/).fill('高工')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('名称不能再改')
  await dialog(page).getByRole('button', { name: '取消' }).click()
  for (const name of ['职务', '材料名称']) {
    await page.getByRole('navigation', { name: '字典' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  }
})
