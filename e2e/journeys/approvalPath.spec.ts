import type { BrowserContext, Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { press, test } from '../support/ownSite.ts'
import { expect, lookInto, phone, waitForHydration } from '../support/test.ts'

const PASSWORD = 'Hangxie-demo-2026'

async function signIn(context: BrowserContext, url: string, account: string) {
  const answer = await context.request.post(`${url}/api/staff/login`, {
    headers: { origin: url },
    data: { account, password: PASSWORD },
  })
  expect((await answer.json()).code).toBe(200)
}
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a bank account is changed by two: one asks, the other reads before and after and agrees', async ({
  page,
  context,
  browser,
  own,
}) => {
  const database = await lookInto(own.dataDir)
  await database.query(`update account set roles = '{admin}' where user_name = 'cashier'`)
  await database.end()
  await signIn(context, own.url, 'admin')

  await test.step('the association wants a second person for it', async () => {
    await open(page, '/staff/approvals')
    await expect(page.getByText('没有须双人复核的操作')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: /^修改收款账户（现有 \d 位/ }).check()
    const roles = page.getByRole('checkbox', { name: /^修改角色.*随其他各项开启/ })
    await expect(roles).toBeChecked()
    await expect(roles).toBeDisabled()
    await press(page, '保存')
    await expect(page.getByRole('alert').filter({ hasText: '双人复核的设置已保存' })).toBeAttached()
  })

  await test.step('what the first one changes waits', async () => {
    await open(page, '/staff/settings#payAccount')
    await page.getByLabel(/^账号/).fill('6222000000000066')
    await page.getByRole('region', { name: '收款账户' }).getByRole('button', { name: '保存' }).click()
    await expect(page.getByText(/须由另一位有同样权限的同事复核同意后生效/)).toBeVisible()
    await open(page, '/staff/approvals')
    await expect(page.getByRole('row').filter({ hasText: '修改收款账户' })).toContainText('待复核')
    await expect(page.getByRole('button', { name: '同意并执行' })).toHaveCount(0)
  })

  await test.step('the second one sees it, on a phone, too, and agrees', async () => {
    const other = await browser.newContext({ ...phone, baseURL: own.url, reducedMotion: 'reduce', locale: 'zh-CN' })
    await signIn(other, own.url, 'cashier')
    const second = await other.newPage()
    await open(second, '/staff/approvals')
    await expect(second.getByText('6222000000000066')).toBeVisible()
    expect(await wide(second)).toBeLessThanOrEqual(0)
    expect(await faultsOf(second)).toEqual([])
    await second.getByRole('button', { name: '同意并执行' }).click()
    await expect(second.getByRole('alert').filter({ hasText: '已同意，操作已生效' })).toBeAttached()
    await expect(second.getByText('已同意，已生效')).toBeVisible()
    await other.close()
  })

  await open(page, '/staff/settings#payAccount')
  await expect(page.getByLabel(/^账号/)).toHaveValue('6222000000000066')
})
