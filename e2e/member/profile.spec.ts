import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany, scan } from '../support/company.ts'
import { expect, openSession, phone, signInBy, test } from '../support/test.ts'

async function open(page: Page, token: string) {
  await signInBy(page, token)
  await page.goto('/admin/user/profile')
  await expect(page.getByLabel(/^单位名称/)).toBeVisible()
}
const done = (page: Page) => page.locator('.profile-done')

test('who was never a member says who it is, and reads what is missing', { tag: '@night' }, async ({ page }) => {
  await open(page, await openSession('xinren'))
  await page.getByRole('button', { name: '保存资料' }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: '请填写单位名称' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('nothing that one comes to by keys hides behind the bar that saves', { tag: '@night' }, async ({
  page,
  signIn,
  visit,
}) => {
  await signIn('qingyuan')
  await visit('/admin/user/profile')
  await page.getByRole('textbox', { name: /^单位名称/ }).focus()
  const last = page.getByRole('textbox', { name: /^联系人邮箱/ })
  const hidden: string[] = []
  let steps = 0
  for (; steps < 120 && !(await last.evaluate(field => field === document.activeElement)); steps++) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const bar = document.querySelector('.profile .form-actions')!
      const at = document.activeElement!
      if (bar.contains(at)) return ''
      const isCovered = at.getBoundingClientRect().top > bar.getBoundingClientRect().top
      return isCovered ? (at.getAttribute('aria-label') ?? at.id) : ''
    })
    if (covered) hidden.push(covered)
  }
  expect(steps).toBeGreaterThan(30)
  await expect(last).toBeFocused()
  expect(hidden).toEqual([])
})

for (const [screen, options] of Object.entries({ 'a desktop': {}, 'a phone': phone }))
  test.describe(`on ${screen}`, { tag: screen === 'a phone' ? '@night' : [] }, () => {
    test.use(options)

    test('a new name waits for the review and survives a reload; the rest is there at once', async ({ page }) => {
      const { orgName, token } = await newCompany(page)
      await open(page, token)
      await page.getByRole('textbox', { name: /^网站/ }).fill('https://new.example.com')
      await page.getByRole('button', { name: '保存修改' }).click()
      await expect(done(page)).toHaveText('修改已保存。')
      await page.getByLabel(/^单位名称/).fill('北京新名锅炉清洗有限公司')
      // The bar that stays in sight leads to what a new name needs.
      await page.getByRole('link', { name: /^去附上/ }).press('Enter')
      await expect(page.getByRole('button', { name: /^选择文件/ }).last()).toBeInViewport()
      await page.getByRole('button', { name: '提交审核' }).click()
      await expect(page.getByRole('alert').getByRole('link', { name: /^请上传变更后/ })).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      await page.reload()
      await expect(page.getByLabel(/^单位名称/)).toHaveValue('北京新名锅炉清洗有限公司')
      await page.locator('.profile input[type=file]').last().setInputFiles(scan('执照.pdf'))
      await expect(page.getByText('执照.pdf 已上传')).toBeAttached()
      await page.getByRole('button', { name: '提交审核' }).click()
      await expect(page.locator('.profile-pending')).toContainText(`${orgName} → 北京新名锅炉清洗有限公司`)
      await expect(page.getByLabel(/^单位名称/)).toHaveValue(orgName)
      expect(await faultsOf(page)).toEqual([])
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      expect(await page.evaluate(overflow)).toBe(0)

      const reviewer = await openSession('reviewer')
      const { pending } = await own(page, token)
      const decision = { id: pending.applyId, version: pending.version, action: 'pass', opinion: '' }
      const headers = { cookie: `staff=${reviewer}`, 'sec-fetch-site': 'same-origin' }
      const decided = await page.request.post('/api/staff/review/decide', { data: decision, headers })
      expect((await decided.json()).msg).toBe('ok')
      await page.reload()
      await expect(page.getByLabel(/^单位名称/)).toHaveValue('北京新名锅炉清洗有限公司')
      await expect(page.locator('.profile-pending')).toHaveCount(0)
    })
  })

async function own(page: Page, token: string) {
  const response = await page.request.get('/api/member/org/info', { headers: { token } })
  return (await response.json()).data
}
