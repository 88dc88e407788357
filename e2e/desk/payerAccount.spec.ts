import { faultsOf } from '../support/axe.ts'
import { newMember } from '../support/fees.ts'
import { expect, test, visit } from '../support/test.ts'

test('from a fee to the account of its payer, by period, and to the paper for both seals', async ({
  page,
  signInStaff,
}) => {
  const { name, number, year } = await newMember()
  await signInStaff('cashier')
  await visit(page, `/staff/receivables?key=${number}`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click()
  await page.getByRole('link', { name: `${name}的往来` }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const lines = page.getByRole('table', { name: '往来明细' })
  await expect(lines.getByRole('row').filter({ hasText: `会费：${year} 年度会费` })).toContainText('2,000')
  expect(await faultsOf(page)).toEqual([])
  const paper = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载对账单（PDF）' }).click()
  expect((await paper).suggestedFilename()).toBe(`${name}-对账单.pdf`)
  await page.getByLabel('从').fill('2000-01-01')
  await page.getByLabel('从').press('Enter')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByText('现在未缴（元）')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
