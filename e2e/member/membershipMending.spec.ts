import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { expect, phone as phoneScreen, test } from '../support/test.ts'

test('with the keyboard alone somebody mends what was sent back', async ({ page, visit, signIn }) => {
  await signIn('taishan')
  await visit('/admin/user/doing')
  await expect(page.getByText('补正').first()).toBeVisible()
  await visit('/admin/user/membership/apply')
  await expect(page.getByText('请写明药剂的主要品种和年产量').first()).toBeVisible()
  await tabTo(page, /^主营业务/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('除氧剂、阻垢剂，年产 1,200 吨')
  await tabTo(page, /^联系人邮箱/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('office@taishan.example.com')
  await tabTo(page, /核对并提交/)
  await page.keyboard.press('Enter')
  await tabTo(page, /确认提交/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
  await expect(page.getByText('待初审').first()).toBeVisible()
})

test.describe('on a narrow screen', () => {
  test.use(phoneScreen)

  test('the screens of joining fit, and axe finds nothing', async ({ page, visit, signIn }) => {
    await signIn('taishan')
    for (const path of ['membership', 'membership/apply']) {
      await visit(`/admin/user/${path}`)
      await expect(page.getByRole('main').getByText('正在打开会员中心')).toHaveCount(0)
      await expect(page.locator('.centre-card').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      expect(await faultsOf(page)).toEqual([])
    }
  })
})
