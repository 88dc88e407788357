import type { Locator, Page } from '@playwright/test'
import { paste } from '../../e2e/support/articles.ts'

type File = { name: string; mimeType: string; buffer: Buffer }

/** Timeout in ms for the result of one step. */
const STEP_TIMEOUT_MS = 45_000

/** A staff member whose steps are counted: a click, a key, a filled field. Looking costs nothing. */
export function createHand(page: Page) {
  let steps = 0
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
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
    /** Types into the focused field. */
    write: async (text: string) => {
      await page.waitForFunction(() => document.activeElement?.matches('input, textarea'))
      await count(page.keyboard.type(text))
    },
    press: (key: string) => count(page.keyboard.press(key)),
    /** Two steps: one opens the list, one picks the option. */
    choose: async (from: Locator, wanted: string) => {
      await count(from.click())
      const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      // The one before may still be going.
      await list.nth(1).waitFor({ state: 'detached' })
      const option = list.locator('.ant-select-item-option').getByText(wanted, { exact: true })
      await list.locator('.ant-select-item-option').first().waitFor()
      // The list is virtual: a long one renders only the visible rows and a few more.
      for (let turn = 0; turn < 50 && !(await isSeen(option, list)); turn++) {
        await list.hover()
        await page.mouse.wheel(0, 150)
        await page.waitForTimeout(50)
      }
      await count(option.click())
    },
    /** Two steps: one opens the file dialog, one picks the file. */
    give: async (input: Locator, ...files: File[]) => {
      steps++
      await count(input.setInputFiles(files))
    },
    /** Pastes content copied from an office program. */
    paste: (html: string, rtf: string) => count(paste(page, html, rtf)),
    /** Pastes plain text, such as a column of a sheet, into the focused field. */
    pasteText: (text: string) =>
      count(
        page.evaluate(text => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', text)
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
          document.activeElement!.dispatchEvent(event)
        }, text),
      ),
    see: (what: Locator) => what.first().waitFor(),
  }
}

async function isSeen(option: Locator, list: Locator): Promise<boolean> {
  if ((await option.count()) === 0) return false
  const [of, within] = [await option.boundingBox(), await list.boundingBox()]
  return of !== null && within !== null && of.y >= within.y && of.y + of.height <= within.y + within.height
}

export type Hand = ReturnType<typeof createHand>
