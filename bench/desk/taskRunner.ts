import { randomInt } from 'node:crypto'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { desk } from '../../e2e/support/desk.ts'
import { openSession, signInBy, waitForHydration } from '../../e2e/support/test.ts'
import playwright from '../../playwright.config.ts'
import { createHand, type Hand } from './hand.ts'
import type { Task } from './task.ts'

const DESK = { width: 1440, height: 900 }
/** Whose calls check what a member has done. */
const WITNESS = 'admin'

type TaskResult = { steps: number; seconds: number; fault?: string }

/** Lets people do their tasks in a browser, each signed in at the workbench, on a screen of 1440 by 900. */
export async function openTaskRunner() {
  const browser = await chromium.launch(playwright.use!.launchOptions)

  async function does(task: Task): Promise<TaskResult> {
    const contexts: BrowserContext[] = []
    const open = async (viewport = DESK) => {
      const context = await openContext(browser, viewport)
      contexts.push(context)
      return context.newPage()
    }
    try {
      const prepared = await attempt(async () => task.prepare?.({ callAs: desk, visitor: () => open() }))
      if (prepared.fault) return { steps: 0, seconds: 0, fault: `准备：${prepared.fault}` }
      const page = await open(task.viewport)
      const begun = await attempt(() => signIn(page, task, prepared.value))
      if (begun.fault) return { steps: 0, seconds: 0, fault: `登录：${begun.fault}` }
      const hands: Hand[] = [createHand(page)]
      const beside = async (userName: string) => {
        const other = await open()
        await toWorkbench(other, userName)
        const hand = createHand(other)
        hands.push(hand)
        return hand
      }
      const from = performance.now()
      const { fault } = await attempt(() => task.run(hands[0]!, beside))
      const seconds = (performance.now() - from) / 1000
      if (fault)
        for (const [i, hand] of hands.entries()) await hand.page.screenshot({ path: `/tmp/desk-${task.code}-${i}.png` })
      const steps = hands.reduce((sum, hand) => sum + hand.steps(), 0)
      return { steps, seconds, fault: fault ?? (await proven(task)) }
    } finally {
      for (const context of contexts) await context.close()
    }
  }
  return { does, close: () => browser.close() }
}

const openContext = (browser: Browser, viewport: typeof DESK) =>
  browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport,
    baseURL: process.env.SITE_URL!,
    // Limits count by address: everybody comes from their own.
    extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
  })

async function signIn(page: Page, task: Task, token: unknown) {
  if (task.as !== 'member') return toWorkbench(page, task.as)
  if (typeof token !== 'string') throw new Error('nobody prepared the member’s session')
  await signInBy(page, token)
  await page.goto('/admin/user')
  await waitForHydration(page)
}

async function toWorkbench(page: Page, userName: string) {
  const url = process.env.SITE_URL!
  const value = await openSession(userName)
  await page.context().addCookies([{ name: 'staff', value, url, httpOnly: true, sameSite: 'Strict' }])
  await page.goto('/staff')
  await waitForHydration(page)
  await page.getByRole('button', { name: '搜索', exact: true }).waitFor()
}

const proven = async (task: Task): Promise<string | undefined> =>
  (await attempt(async () => task.prove(await desk(task.as === 'member' ? WITNESS : task.as)))).fault

/** Tries it; a failure is the first line of its message. */
const attempt = <T>(work: () => Promise<T>): Promise<{ value?: T; fault?: string }> =>
  work().then(
    value => ({ value }),
    error => ({ fault: String(error).split('\n')[0]! }),
  )
