import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The heading of a section of a long form: pressed, it opens that section and folds the others. */
export const heading = (page: Page, section: string) =>
  page.locator('legend').getByRole('button', { name: new RegExp(`^${section}`) })

export async function openSection(page: Page, section: string) {
  if ((await heading(page, section).getAttribute('aria-expanded')) === 'false') await heading(page, section).click()
  await expect(heading(page, section)).toHaveAttribute('aria-expanded', 'true')
}

/** Unfolds all sections of the form. */
export const openAll = (page: Page) => page.getByRole('main').getByRole('button', { name: '全部展开' }).click()
