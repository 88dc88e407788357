import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const editor = (page: Page) => page.getByRole('textbox', { name: '正文' })
export const saved = (page: Page) => expect(page.locator('.save-state')).toContainText(/已保存|已自动保存/)
export const htmlNow = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/member/style', { headers: { token: localStorage.getItem('token')! } })
    return (await answer.json()).data.content as string
  })
/** Begins with an empty text. */
export const begin = async (page: Page) => {
  await page.goto('/admin/user/style')
  await editor(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
}
