import type { Page } from '@playwright/test'
import { fill, press, receiveCode } from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { newCompany, newPhone, scan } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { expect, phone as phoneScreen, test, textsTo, waitForHydration } from '../support/test.ts'

/** Submits a handover request, up to the uploaded letter. */
async function apply(page: Page, { orgName, creditCode }: { orgName: string; creditCode: string }) {
  const phone = newPhone()
  await page.goto('/admin/login/handover')
  await waitForHydration(page)
  await press(page, '下一步：上传变更函')
  await expect(page.getByRole('alert').getByRole('link', { name: '请填写单位名称' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await fill(page, '单位名称', orgName)
  await fill(page, '统一社会信用代码', creditCode)
  await fill(page, '新联系人姓名', '周新')
  await fill(page, '职务', '办公室主任')
  await fill(page, '新联系人手机号', phone)
  await receiveCode(page, phone)
  await press(page, '下一步：上传变更函')
  await expect(page.getByText('待上传变更函')).toBeVisible()
  await press(page, '提交变更函')
  await expect(page.getByRole('alert').getByRole('link', { name: '请选择变更函' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('加盖公章的变更函').setInputFiles(scan('变更函.pdf'))
  await press(page, '提交变更函')
  await expect(page.getByText('待协会核对')).toBeVisible()
  const number = (await page.getByText(/^LX\d{4}-\d{6}$/).textContent())!
  return { phone, number, id: Number(number.slice(-6)) }
}

test('a company gets its account back: letter, freeze, the second representative, decision', async ({
  page,
  browser,
}) => {
  const company = await newCompany(page)
  const { number, id, phone } = await apply(page, company)
  const admin = await desk('admin')
  await admin('POST', '/staff/handover/freeze', { id })
  const confirmation = async () => (await textsTo(company.second)).find(text => text.includes('确认码'))
  await expect.poll(confirmation).toBeTruthy()
  const [, path] = (await confirmation())!.match(/https?:\/\/[^/]+(\/\S+) 输入/)!
  const [, code] = (await confirmation())!.match(/确认码 (\d{6})/)!

  const elsewhere = await browser.newContext()
  const second = await elsewhere.newPage()
  await second.goto(new URL(path!, page.url()).href)
  await waitForHydration(second)
  await fill(second, '办理编号', number)
  await fill(second, '确认码', '12')
  await press(second, '确认变更')
  await expect(second.getByRole('alert').getByRole('link', { name: /请对照短信核对/ })).toBeVisible()
  expect(await faultsOf(second)).toEqual([])
  await fill(second, '确认码', code!)
  await press(second, '确认变更')
  await expect(second.getByRole('status').filter({ hasText: '已确认' })).toBeFocused()
  await elsewhere.close()

  await admin('POST', '/staff/handover/decide', { id, action: 'approve' })
  await page.reload()
  await expect(page.getByText('已变更', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: '设置新密码' })).toHaveAttribute('href', '/admin/login/forgot')
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(async () => (await textsTo(phone)).join()).toContain('已办结')
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('everything fits, and who is refused reads why', async ({ page }) => {
    const { id } = await apply(page, await newCompany(page))
    const admin = await desk('admin')
    await admin('POST', '/staff/handover/decide', { id, action: 'reject', reason: '变更函未盖公章' })
    await page.reload()
    await expect(page.getByText('理由：变更函未盖公章')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await press(page, '不再显示，办理另一件')
    await expect(page.getByLabel('单位名称', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
