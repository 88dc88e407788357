import type { Page } from '@playwright/test'

/** Tab by Tab, as a visitor without a mouse would. */
export async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const said = await page.evaluate(() => {
      const { ariaLabel, labels, textContent } = document.activeElement as HTMLInputElement
      return ariaLabel ?? labels?.[0]?.textContent ?? textContent
    })
    if (name.test(said.trim())) return
  }
  throw new Error(`Tab never comes to ${name}`)
}

/** Tabs to the field with this name and replaces its content. */
export async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label).first().waitFor()
  await tabTo(page, new RegExp(`^${label}`))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

export async function strike(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
