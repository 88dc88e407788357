import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const rows = (page: Page) => page.getByRole('rowheader')

test.describe('a list that was narrowed', () => {
  const menuOf = (page: Page) => page.getByRole('navigation', { name: '工作后台' })
  const go = (page: Page, name: string) => menuOf(page).getByRole('link', { name, exact: true }).click()
  const kept = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))
  /** Filter for a company of the demo data: other tests admit companies of this province at the same time. */
  const LEFT = `/staff/members?provinceCode=110000&key=${encodeURIComponent('北京清源')}&sort=name`

  test('is there again as it was left when one comes back by the menu, and whole at one click', async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('admin')
    await visit(LEFT)
    await expect(rows(page).first()).toBeVisible()
    await expect(rows(page)).toHaveText([/北京清源/])
    await go(page, '证书')
    await expect(page).toHaveURL('/staff/certificates')
    await go(page, '会员')
    await expect(page).toHaveURL(LEFT)
    await expect(rows(page)).toHaveText([/北京清源/])
    await expect(page.getByText('北京市').first()).toBeVisible()
    await page.getByRole('link', { name: '清除筛选' }).click()
    await expect(page).toHaveURL('/staff/members')
    await expect(page.getByRole('link', { name: '清除筛选' })).toHaveCount(0)

    await visit(LEFT)
    await go(page, '会员')
    await expect(page).toHaveURL('/staff/members')
    await go(page, '证书')
    await go(page, '会员')
    await expect(page).toHaveURL('/staff/members')
    await expect(rows(page).first()).toBeVisible()
  })

  test('is forgotten when one signs out, and when the session is over', { tag: '@night' }, async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('admin')
    await visit('/staff/members?key=张三')
    await go(page, '证书')
    await expect(page).toHaveURL('/staff/certificates')
    expect(await kept(page)).toContain(encodeURIComponent('张三'))
    await page.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL(/\/staff\/login/)
    expect(await kept(page)).not.toContain(encodeURIComponent('张三'))
    await signInStaff('admin')
    await visit('/staff/certificates')
    await go(page, '会员')
    await expect(page).toHaveURL('/staff/members')
  })

  test.describe('by somebody whose session has ended', () => {
    test.use({ provokes: /401/ })
    test('is forgotten too', { tag: '@night' }, async ({ page, visit, context, signInStaff }) => {
      await signInStaff('admin')
      await visit('/staff/members?key=张三')
      await go(page, '证书')
      await expect(page).toHaveURL('/staff/certificates')
      await expect(rows(page).first()).toBeVisible()
      await context.clearCookies()
      // Click the link if it is still there: the menu is gone when the screen has sent a request meanwhile.
      await menuOf(page)
        .getByRole('link', { name: '单位', exact: true })
        .evaluateAll(([link]: HTMLElement[]) => link?.click())
      await expect(page).toHaveURL(/\/staff\/login/)
      expect(await kept(page)).not.toContain(encodeURIComponent('张三'))
    })
  })
})
