import { expect, test } from '../support/test.ts'

test('a screen leaves out what its address asks for in vain, and says so', async ({ page, signInStaff }) => {
  await signInStaff('admin')
  for (const address of [
    '/staff/organisations?provinceCode=x',
    '/staff/organisations?sort=nothing&pageSize=50',
    '/staff/certificates?status=rubbish',
    '/staff/review?status=rubbish',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: '没有按它筛选' })).toHaveCount(1)
    await expect(page).toHaveURL(url => !/=(x|nothing|rubbish)/.test(url.search))
    await expect(page.locator('tbody tr').first()).toBeVisible()
  }
  await page.goto('/staff/messages?tab=nothing')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('消息')
})
