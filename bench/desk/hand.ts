import type { Locator, Page } from '@playwright/test'
import { paste } from '../../e2e/support/articles.ts'

type File = { name: string; mimeType: string; buffer: Buffer }

/** How long is waited for what a step brings. */
const PATIENCE = 45_000

/** Somebody at the desk, whose steps are counted: a click, a key, a field that is filled in. To look costs nothing. */
export function handOn(page: Page) {
  let steps = 0
  page.setDefaultTimeout(PATIENCE)
  const count = async (act: Promise<unknown>) => {
    steps++
    await act
  }
  return {
    page,
    steps: () => steps,
    click: (on: Locator) => count(on.click()),
    check: (box: Locator) => count(box.check()),
    /** However long the text is. */
    type: (into: Locator, text: string) => count(into.fill(text)),
    /** Where the cursor is. */
    write: async (text: string) => {
      await page.waitForFunction(() => document.activeElement?.matches('input, textarea'))
      await count(page.keyboard.type(text))
    },
    press: (key: string) => count(page.keyboard.press(key)),
    /** One step to open the list, one to take what is wanted. */
    choose: async (from: Locator, wanted: string) => {
      await count(from.click())
      const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      // The one before may still be going.
      await list.nth(1).waitFor({ state: 'detached' })
      const option = list.locator('.ant-select-item-option').getByText(wanted, { exact: true })
      await list.locator('.ant-select-item-option').first().waitFor()
      // Of a long list only what is in sight is drawn, and a little more.
      for (let turn = 0; turn < 50 && !(await isSeen(option, list)); turn++) {
        await list.hover()
        await page.mouse.wheel(0, 150)
        await page.waitForTimeout(50)
      }
      await count(option.click())
    },
    /** One step to open the dialog of the system, one to take what lies ready. */
    give: async (input: Locator, ...files: File[]) => {
      steps++
      await count(input.setInputFiles(files))
    },
    /** What was copied in an office program. */
    paste: (html: string, rtf: string) => count(paste(page, html, rtf)),
    see: (what: Locator) => what.first().waitFor(),
  }
}

async function isSeen(option: Locator, list: Locator): Promise<boolean> {
  if ((await option.count()) === 0) return false
  const [of, within] = [await option.boundingBox(), await list.boundingBox()]
  return of !== null && within !== null && of.y >= within.y && of.y + of.height <= within.y + within.height
}

export type Hand = ReturnType<typeof handOn>
