import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** What React Router's manifest says of a route of the page at `path`. */
async function routeOf(page: Page, path: string, id: string): Promise<{ module: string }> {
  const html = await (await page.request.get(path)).text()
  const script = await (await page.request.get(html.match(/\/assets\/manifest-\w+\.js/)![0])).text()
  return JSON.parse(script.slice(script.indexOf('=') + 1, -1)).routes[id]
}

/** Answers to calls of an address wait until somebody lets them go. */
async function hold(page: Page, url: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

const rows = (page: Page) => page.getByRole('rowheader')

test('a screen asks for its data while its code is still on its way', async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  const { module } = await routeOf(page, '/staff/members/1', 'modules/membership/register/pages/StaffMember')
  const letGo = await hold(page, `**${module}`)
  const asked = ['/api/staff/me', '/api/staff/member/detail'].map(path => page.waitForRequest(`**${path}*`))
  const opening = visit('/staff/members/1')
  await Promise.all(asked)
  letGo()
  await opening
  await expect(page.getByRole('heading', { name: '变动历史' })).toBeVisible()
})

test('a slash at the end of an address changes nothing', async ({ page, visit, signInStaff, signIn }) => {
  await signInStaff('admin')
  await visit('/staff/members/1')
  const name = await page.locator('.desk-card h2').first().textContent()
  await visit('/staff/members/1/')
  await expect(page.locator('.desk-card h2').first()).toHaveText(name!)
  await signIn('qingyuan')
  await visit('/admin/user/doing/')
  await expect(page.getByRole('heading', { level: 1, name: '在办事项' })).toBeVisible()
})

test('the tab of the back office is called by the screen', async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/members')
  await expect(page).toHaveTitle(/会员 - 工作后台$/)
  await page.getByRole('link', { name: '单位', exact: true }).click()
  await expect(page).toHaveTitle(/单位 - 工作后台$/)
})

test.describe('what does not exist', () => {
  test.use({ provokes: /404/ })

  test('an unknown screen of the back office is a 404 within the frame', async ({ page, visit, signInStaff }) => {
    await signInStaff('admin')
    expect((await page.request.get('/staff/nowhere')).status()).toBe(404)
    await visit('/staff/nowhere')
    await expect(page.getByText('抱歉，您访问的页面不存在')).toBeVisible()
    await page.getByRole('navigation', { name: '工作后台' }).getByRole('link', { name: '单位', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '单位' })).toBeVisible()
  })

  test('so is a number that nothing has, and what is no number', async ({ page, visit, signInStaff }) => {
    await signInStaff('admin')
    for (const id of ['99999999', 'one']) {
      await visit(`/staff/members/${id}`)
      await expect(page.getByText('抱歉，您访问的页面不存在')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: '会员详情' })).toBeVisible()
    }
  })
})

test('going back to a list shows it at once, and asks for it anew', async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/members')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: '变动历史' })).toBeVisible()
  const letGo = await hold(page, '**/api/staff/member/list*')
  const asked = page.waitForRequest('**/api/staff/member/list*')
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
  await asked
  letGo()
})

test('rows that are leaving are not acted on, and that is said', async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/articles')
  const letGo = await hold(page, /article\/list\?.*pageNum=2/)
  const first = await rows(page).first().textContent()
  await page.getByRole('link', { name: '下一页' }).click()
  await expect(page.getByText('正在载入，请稍候')).toBeAttached()
  await expect(page.locator('tr[inert] th')).toHaveCount(20)
  await expect(page.locator('tr:not([inert]) th[scope=row]')).toHaveCount(0)
  await expect(page).not.toHaveURL(/pageNum=2/)
  letGo()
  await expect(page).toHaveURL(/pageNum=2/)
  await expect(rows(page).first()).not.toHaveText(first!)
})
