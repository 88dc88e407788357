import type { Browser } from '@playwright/test'
import { waitForHydration } from '../../e2e/support/test.ts'
import type { Task } from './task.ts'
import { Walker } from './walker.ts'

export const screens = {
  1440: { viewport: { width: 1440, height: 900 } },
  375: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
}
export type Width = keyof typeof screens

export type Walked = { acts: number; seconds: number; fault?: string }

/** Runs one task in a fresh browser, as a first-time visitor. */
export async function walk(browser: Browser, task: Task, width: Width): Promise<Walked> {
  const context = await browser.newContext({
    ...screens[width],
    baseURL: process.env.SITE_URL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const walker = new Walker(page)
  let begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  try {
    const given = await task.prepare?.(page)
    await page.goto(typeof task.from === 'function' ? task.from(given) : '/admin/home')
    await waitForHydration(page)
    begun = performance.now()
    await task.walk(walker, given)
    return { acts: walker.acts, seconds: seconds() }
  } catch (error) {
    if (process.env.WALK_PICTURES) await page.screenshot({ path: `${process.env.WALK_PICTURES}/${width}.png` })
    return { acts: walker.acts, seconds: seconds(), fault: error instanceof Error ? error.message : String(error) }
  } finally {
    await context.close()
  }
}

const anyByte = () => 1 + Math.floor(Math.random() * 250)
/** Limits count by address, and those who walk come from different ones. */
const anyAddress = () => `10.${anyByte()}.${anyByte()}.${anyByte()}`
