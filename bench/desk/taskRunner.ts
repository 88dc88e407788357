import { chromium } from '@playwright/test'
import { desk } from '../../e2e/support/desk.ts'
import { openSession, waitForHydration } from '../../e2e/support/test.ts'
import playwright from '../../playwright.config.ts'
import { createHand } from './hand.ts'
import type { Task } from './task.ts'

const DESK = { width: 1440, height: 900 }

type TaskResult = { steps: number; seconds: number; fault?: string }

/** Lets staff do their tasks in a browser, each signed in at the workbench, on a screen of 1440 by 900. */
export async function openTaskRunner() {
  const browser = await chromium.launch(playwright.use!.launchOptions)
  const url = process.env.SITE_URL!

  async function does(task: Task): Promise<TaskResult> {
    const viewport = task.viewport ?? DESK
    const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport, baseURL: url })
    try {
      const unprepared = await task.prepare?.(desk).then(() => undefined, firstLine)
      if (unprepared) return { steps: 0, seconds: 0, fault: `准备：${unprepared}` }
      const value = await openSession(task.as)
      await context.addCookies([{ name: 'staff', value, url, httpOnly: true, sameSite: 'Strict' }])
      const page = await context.newPage()
      await page.goto('/staff')
      await waitForHydration(page)
      await page.getByRole('button', { name: '搜索', exact: true }).waitFor()
      const hand = createHand(page)
      const begun = performance.now()
      const fault = await task.run(hand).then(() => undefined, firstLine)
      const seconds = (performance.now() - begun) / 1000
      if (fault) await page.screenshot({ path: `/tmp/desk-${task.code}.png` })
      return { steps: hand.steps(), seconds, fault: fault ?? (await proven(task)) }
    } finally {
      await context.close()
    }
  }
  return { does, close: () => browser.close() }
}

const proven = async (task: Task): Promise<string | undefined> =>
  task.prove(await desk(task.as)).then(() => undefined, firstLine)

const firstLine = (error: unknown): string => String(error).split('\n')[0]!
