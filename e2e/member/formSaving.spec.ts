import type { Page } from '@playwright/test'
import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { OWN_PASSWORD } from '../support/company.ts'
import { decisions } from '../support/desk.ts'
import { tabTo } from '../support/keys.ts'
import { opened } from '../support/sound.ts'
import { expect, phone as phoneScreen, signInBy, test } from '../support/test.ts'

const dir = (target: string) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify([target]))}`

const REMARK = '请写明药剂的主要品种和年产量'

/** Signs a company in whose application to join was sent back. */
async function returnedApplication(page: Page) {
  const of = await newApplication(page)
  const decide = await decisions('reviewer')
  const remarks = ['mainBusiness', 'liaisonEmail'].map(field => ({ field, text: REMARK }))
  await decide('/staff/review/decide', of.name, { action: 'return', remarks })
  await signInBy(page, of.token)
  return of
}

test.describe('a form that saves itself', () => {
  test.use({ provokes: /status of 401/ })

  test('says when it has; and what a session’s end cut off is there again after sign-in, and saved', async ({
    page,
    visit,
  }) => {
    const form = '/admin/user/membership/apply'
    const business = page.getByRole('textbox', { name: /^主营业务/ })
    const { phone } = await returnedApplication(page)
    await visit(form)
    await business.fill('锅炉水处理药剂的研发与生产')
    await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
    await page.route('**/api/member/application/save', route =>
      route.fulfill({ status: 401, json: { code: 401, data: null, msg: '登录已过期，请重新登录' } }),
    )
    await business.fill('锅炉水处理药剂的研发与生产，年产三千吨')
    await expect(page).toHaveURL(dir(form))
    await page.unroute('**/api/member/application/save')
    await page.getByLabel(/用户名/).fill(phone)
    await page.getByLabel('密码', { exact: true }).fill(OWN_PASSWORD)
    await page.getByRole('main').getByRole('button', { name: '登录' }).click()
    await expect(page).toHaveURL(form)
    await expect(business).toHaveValue('锅炉水处理药剂的研发与生产，年产三千吨')
    await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
    await page.reload()
    await expect(business).toHaveValue('锅炉水处理药剂的研发与生产，年产三千吨')
  })

  test('asks whose text is to count when it was changed in another window, and loses neither unasked', {
    tag: '@night',
  }, async ({ context, page, visit }) => {
    const form = '/admin/user/membership/apply'
    const boxOf = (window: typeof page) => window.getByRole('textbox', { name: /^主营业务/ })
    await returnedApplication(page)
    await visit(form)
    await expect(boxOf(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto(form)
    await boxOf(other).fill('在另一个窗口里写的')
    await expect(other.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
    await boxOf(page).fill('在这个窗口里写的')
    const overwrite = page.getByRole('button', { name: '用我的覆盖' })
    await expect(overwrite).toBeInViewport({ ratio: 1 })
    expect(await faultsOf(page)).toEqual([])
    await page.evaluate(() => document.documentElement.setAttribute('data-elder', 'on'))
    await overwrite.click({ trial: true })
    await page.getByRole('button', { name: '载入较新的' }).click()
    await expect(boxOf(page)).toHaveValue('在另一个窗口里写的')
  })
})

test.describe('a screen whose code cannot be loaded', () => {
  test.use({ provokes: /Failed to load resource|dynamically imported|Failed to fetch|MyCertificates/ })

  test('offers to load the page anew, and then is there', { tag: '@night' }, async ({ page, signIn }) => {
    await signIn('qingyuan')
    await page.route('**/assets/MyCertificates-*.js', route => route.abort())
    // The screen does not load and shows its own error message.
    await page.goto('/admin/user/certificates')
    await expect(page.getByRole('heading', { name: '这一页没有打开' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.unroute('**/assets/MyCertificates-*.js')
    await page.getByRole('button', { name: '重新载入' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(4)
  })
})

test('the general screen shows an application of any kind: kept as it is typed, looked over before it is handed in', {
  tag: '@night',
}, async ({ page, visit }) => {
  const { id } = await returnedApplication(page)
  await visit(`/admin/user/apply/${id}`)
  await expect(page.getByRole('heading', { level: 2, name: '入会申请' })).toBeVisible()
  await page.getByRole('textbox', { name: /^主营业务/ }).fill('锅炉水处理药剂，见统一的申请表')
  await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '下一步：核对并提交' }).click()
  await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeVisible()
  await expect(page.getByText('锅炉水处理药剂，见统一的申请表')).toBeVisible()
  await page.getByRole('button', { name: '返回修改' }).click()
  await expect(page.getByRole('textbox', { name: /^主营业务/ })).toHaveValue('锅炉水处理药剂，见统一的申请表')
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('a company that is applying sees its application first, and no zeros and no advert; the screens of joining fit', {
    tag: '@night',
  }, async ({ page, visit }) => {
    const { orgName } = await returnedApplication(page)
    await visit('/admin/user')
    await opened(page)
    const first = page.locator('.centre-card').first()
    await expect(first).toContainText(orgName)
    await expect(first).toContainText(/入会申请\s*RH\d{4}-\d{6}/)
    await expect(first.getByRole('list', { name: '办理环节' })).toBeVisible()
    await expect(page.locator('.advert')).toHaveCount(0)
    await first.getByRole('link', { name: '补正' }).tap()
    await expect(page).toHaveURL('/admin/user/membership/apply')
    for (const path of ['membership/apply', 'membership']) {
      await visit(`/admin/user/${path}`)
      await opened(page)
      await expect(page.locator('.centre-card').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      expect(await faultsOf(page)).toEqual([])
    }
  })
})

test('with the keyboard alone somebody mends what was sent back', { tag: '@night' }, async ({ page, visit }) => {
  await returnedApplication(page)
  await visit('/admin/user/doing')
  await expect(page.getByText('补正').first()).toBeVisible()
  await visit('/admin/user/membership/apply')
  await expect(page.getByText(REMARK).first()).toBeVisible()
  await tabTo(page, /^主营业务/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('除氧剂、阻垢剂，年产 1,200 吨')
  await tabTo(page, /^联系人邮箱/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('office@example.com')
  await tabTo(page, /核对并提交/)
  await page.keyboard.press('Enter')
  await tabTo(page, /确认提交/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
  await expect(page.getByText('待初审').first()).toBeVisible()
})
