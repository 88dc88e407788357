import type { Page } from '@playwright/test'
import { receiveCode } from './accounts.ts'
import { main, press } from './board.ts'
import { newPhone } from './company.ts'
import { expect } from './test.ts'

/** Fills in the form beside a notice as a visitor does, under a name and a proven phone; answers the phone, and what says that it came. */
export async function object(page: Page, { name, reason }: { name: string; reason: string }) {
  const phone = newPhone()
  await page.getByLabel('您的姓名').fill(name)
  await page.getByLabel('事实和理由').fill(reason)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await receiveCode(page, phone)
  await press(main(page), '提交异议')
  const receipt = page.getByRole('status').filter({ hasText: '异议已提交' })
  await expect(receipt).toBeFocused()
  return { phone, receipt }
}
