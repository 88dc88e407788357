import type { BrowserContext } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { dialog, field, press, test } from '../support/ownSite.ts'
import { expect, phone, waitForHydration } from '../support/test.ts'

async function signIn(context: BrowserContext, url: string, account: string) {
  const data = { account, password: 'Hangxie-demo-2026' }
  const answer = await context.request.post(`${url}/api/staff/login`, { headers: { origin: url }, data })
  expect((await answer.json()).code).toBe(200)
}

test('an administrator makes a branch, limits a role to it and gives it to a colleague, who sees its members alone', async ({
  page,
  context,
  own,
}) => {
  const open = async (path: string) => {
    await page.goto(path)
    await waitForHydration(page)
  }
  const save = () => dialog(page).getByRole('button', { name: '保存' }).click()
  await signIn(context, own.url, 'admin')

  await test.step('a branch serves provinces, and no other the same', async () => {
    await open('/staff/branches')
    await expect(page.getByText('还没有分支机构')).toBeVisible()
    await press(page, '新增分支机构')
    await field(page, /^名称/).fill('华东分会')
    for (const province of ['江苏', '山东']) await dialog(page).getByRole('checkbox', { name: province }).check()
    expect(await faultsOf(page)).toEqual([])
    await save()
    await expect(page.getByText('服务的地区：江苏、山东')).toBeVisible()
    await press(page, '新增分支机构')
    await field(page, /^名称/).fill('江苏分会')
    await dialog(page).getByRole('checkbox', { name: '江苏' }).check()
    await save()
    await expect(dialog(page).locator('#field-provinces-error')).toContainText('江苏已由“华东分会”服务')
    await dialog(page).getByRole('button', { name: '取消' }).click()
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('a role is limited to it', async () => {
    await open('/staff/roles')
    await page.getByRole('combobox', { name: '照抄' }).fill('样板：秘书处')
    await page.locator('.ant-select-item-option', { hasText: '样板：秘书处' }).click()
    await press(page, '新增角色')
    await dialog(page).getByLabel('名称').fill('华东专员')
    await dialog(page).getByRole('checkbox', { name: '华东分会' }).check()
    // What has no province cannot be in a role that is limited to some.
    for (const unlimited of [/查看统计与看板/, /办理投诉与请求/])
      await dialog(page).getByRole('checkbox', { name: unlimited }).uncheck()
    await save()
    await expect(page.getByRole('row', { name: /华东专员/ })).toContainText('华东分会（江苏、山东）')
  })

  await test.step('it is given to a colleague', async () => {
    await open('/staff/colleagues?key=trainer')
    await page.locator('tbody a').first().click()
    await page.getByRole('checkbox', { name: /华东专员/ }).check()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.locator('.facts').first()).toContainText('华东专员')
  })

  const elsewhere = await test.step('the administrator sees all members, or those of the branch', async () => {
    await open('/staff/members')
    const row = page.locator('tbody tr').filter({ hasNotText: /江苏|山东/ })
    const route = await row.first().getByRole('link').first().getAttribute('href')
    await open('/staff/members?branch=1')
    await expect(page.locator('tbody tr').first()).toContainText(/江苏|山东/)
    await expect(row).toHaveCount(0)
    await open('/staff/review?status=all&branch=1')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    return route!
  })

  await test.step('the colleague sees its members alone', async () => {
    await signIn(context, own.url, 'trainer')
    await open('/staff/members')
    const rows = page.locator('tbody tr')
    await expect(rows.first()).toContainText(/江苏|山东/)
    await expect(rows.filter({ hasNotText: /江苏|山东/ })).toHaveCount(0)
    await open(elsewhere)
    await expect(page.getByText('您的权限限于江苏、山东，这条记录不在其中')).toBeVisible()
    await open('/staff/security')
    await expect(page.getByText('部分权限限于江苏、山东')).toBeVisible()
  })

  await test.step('on a phone it is all there', async () => {
    await signIn(context, own.url, 'admin')
    await page.setViewportSize(phone.viewport)
    await open('/staff/branches')
    await expect(page.getByText('限于它的角色：华东专员')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width)
  })
})
