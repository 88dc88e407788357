import type { Page } from '@playwright/test'
import { expect, visit } from './test.ts'

export const COLUMN = 43

/** Pastes content as the browser delivers it from another program. */
export const paste = (page: Page, html: string, rtf = '') =>
  page.locator('.rich-words').evaluate(
    (root, { html, rtf }) => {
      ;(root as HTMLElement).focus()
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/rtf', rtf)
      root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, rtf },
  )

export const named = (what: string) => `${what}${Math.random().toString(36).slice(2, 8)}`
export const saved = (page: Page) => expect(page.locator('.save-state')).toHaveText(/已保存/)
export const titleOf = (page: Page) => page.getByRole('textbox', { name: /^标题必填/ })

/** The first save with something in it makes the article, and the address is its own then. */
export const isMade = (page: Page) => expect(page).toHaveURL(/\/staff\/articles\/\d+$/)

export async function begin(page: Page, title: string) {
  await visit(page, `/staff/articles?catalogId=${COLUMN}`)
  await page.getByRole('button', { name: '新建文章' }).click()
  await expect(page.locator('.rich-words')).toBeVisible()
  await titleOf(page).fill(title)
  await isMade(page)
  return Number(page.url().split('/').at(-1))
}
