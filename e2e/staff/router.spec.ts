import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** Reads the entry of a route from React Router's manifest for the page at `path`. */
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

test('a slash at the end of an address changes nothing', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
  signIn,
}) => {
  await signInStaff('admin')
  await visit('/staff/members/1')
  const name = await page.locator('.desk-card h2').first().textContent()
  await visit('/staff/members/1/')
  await expect(page.locator('.desk-card h2').first()).toHaveText(name!)
  await signIn('qingyuan')
  await visit('/admin/user/doing/')
  await expect(page.getByRole('heading', { level: 1, name: '在办事项' })).toBeVisible()
})

test('the tab of the back office is called by the screen', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/members')
  await expect(page).toHaveTitle(/会员 - 工作后台$/)
  await page.getByRole('link', { name: '单位', exact: true }).click()
  await expect(page).toHaveTitle(/单位 - 工作后台$/)
})

test.describe('what does not exist', () => {
  test.use({ provokes: /404/ })

  test('an unknown screen of the back office is a 404 within the frame', { tag: '@night' }, async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('admin')
    expect((await page.request.get('/staff/nowhere')).status()).toBe(404)
    await visit('/staff/nowhere')
    await expect(page.getByText('抱歉，您访问的页面不存在')).toBeVisible()
    const menu = page.getByRole('navigation', { name: '工作后台' })
    await menu.getByRole('button', { name: '登记', exact: true }).click()
    await menu.getByRole('link', { name: '单位', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '单位' })).toBeVisible()
  })

  test('so is a number that nothing has, and what is no number', { tag: '@night' }, async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('admin')
    for (const id of ['99999999', 'one']) {
      await visit(`/staff/members/${id}`)
      await expect(page.getByText('抱歉，您访问的页面不存在')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: '会员详情' })).toBeVisible()
    }
    await page.getByRole('link', { name: '返回工作台' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
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

test('rows that are leaving are not acted on, and that is said', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
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

test.describe('a screen whose data the server does not answer', () => {
  test.use({ provokes: /status of 500|HTTP 500|ERR_INTERNET_DISCONNECTED/ })

  test('offers another try within the frame, with the number by which the log has it', async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('admin')
    await visit('/staff/members')
    const numbers: string[] = []
    let isMended = false
    await page.route('**/api/staff/certificate/list*', async route => {
      if (isMended) return route.continue()
      const answer = await route.fetch()
      numbers.push(answer.headers()['x-request-id']!)
      await route.fulfill({ response: answer, status: 500, json: { code: 500, data: null, msg: '系统错误' } })
    })
    const menu = page.getByRole('navigation', { name: '工作后台' })
    await menu.getByRole('link', { name: '证书', exact: true }).click()
    const problem = page.getByRole('main').getByRole('alert')
    await expect(problem.getByRole('heading', { level: 2 })).toHaveText('页面暂时无法显示')
    await expect(problem.locator('code')).toHaveText(numbers[0]!)
    await expect(problem.getByRole('link', { name: '返回工作台' })).toBeVisible()
    await expect(menu).toBeVisible()
    isMended = true
    await problem.getByRole('button', { name: '重试' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(problem).toHaveCount(0)
  })

  test('says so of the member centre, and of a network that is away', { tag: '@night' }, async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn('qingyuan')
    await page.route('**/api/member/doing/list*', route => route.abort('internetdisconnected'))
    await visit('/admin/user/doing')
    const problem = page.getByRole('main').getByRole('alert')
    await expect(problem.getByRole('heading', { level: 2 })).toHaveText('网络连接不上')
    await expect(problem.getByText('请求编号')).toHaveCount(0)
    await page.unroute('**/api/member/doing/list*')
    await problem.getByRole('button', { name: '重试' }).click()
    await expect(problem).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: '在办事项' })).toBeVisible()
  })
})

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a register shows sixteen rows at once under headings that stay, and as many a page as one chooses', {
    tag: '@night',
  }, async ({ page, signInStaff }) => {
    await signInStaff('reviewer')
    await page.goto('/staff/members')
    const rows = page.getByRole('table', { name: '会员' }).getByRole('row')
    const heading = page.getByRole('columnheader', { name: /会员编号/ })
    const pager = page.getByRole('navigation', { name: '分页' })
    await expect(rows).toHaveCount(21)
    const whole = () =>
      rows.evaluateAll(all => all.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length)
    await expect.poll(async () => (await whole()) - 1).toBeGreaterThanOrEqual(16)

    await pager.getByRole('link', { name: /^每页 50 / }).click()
    await expect(page).toHaveURL(/pageSize=50/)
    await expect(rows).toHaveCount(51)
    await rows.nth(40).scrollIntoViewIfNeeded()
    await expect(heading).toBeInViewport()
    await pager.getByRole('link', { name: '第 2 页' }).click()
    await expect(page).toHaveURL(/pageSize=50.*pageNum=2/)
    await expect(pager.getByRole('link', { name: /^每页 50 / })).toHaveAttribute('aria-current', 'true')
    expect(await faultsOf(page)).toEqual([])

    await pager.getByRole('link', { name: /^每页 20 / }).click()
    await expect(page).not.toHaveURL(/page(Size|Num)/)
    await expect(rows).toHaveCount(21)
  })
})
