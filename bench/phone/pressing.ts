import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { phone, waitForHydration } from '../../e2e/support/test.ts'
import { median } from '../table.ts'
import { browser } from './browser.ts'

/** CPU slowdown factor that simulates a phone on this machine. */
const SLOWDOWN = 4
/**
 * Pause in ms, long enough for earlier work to end, including the work caused by this program's own queries of the
 * page.
 */
const SETTLE_MS = 500
const VISITS = 3

/** Opens a phone; answers how long after a press something is painted at the latest, in ms (INP): the median of three visits. */
export async function openPhone(url: string) {
  const of = await chromium.launch(browser)
  return {
    async slowestPress(path: string): Promise<number> {
      const visits: number[] = []
      for (let i = 0; i < VISITS; i++) {
        const context = await of.newContext({ ...phone, locale: 'zh-CN', baseURL: url })
        visits.push(await pressAll(context, path))
        await context.close()
      }
      return median(visits)
    },
    close: () => of.close(),
  }
}

async function pressAll(context: BrowserContext, path: string): Promise<number> {
  await context.addInitScript(noteSlowest)
  const page = await context.newPage()
  await page.goto(path)
  const chrome = await context.newCDPSession(page)
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  // The first press is the one that has the page's scripts come.
  const menu = page.getByLabel('菜单')
  await press(page, menu)
  await waitForHydration(page)
  await press(page, menu)
  for (const one of kindsOfPresses(page)) if (await one.isVisible()) await press(page, one)
  const text = textsOf(page)
  if (await text.isVisible()) {
    await press(page, text)
    await wait(SETTLE_MS)
    await page.keyboard.type('anquan', { delay: SETTLE_MS / 2 })
  }
  await wait(SETTLE_MS)
  return page.evaluate(() => Number(document.documentElement.dataset.slowest ?? 0))
}

/** Controls inside the page, one of each kind: checkbox, radio button, button that unfolds something. */
const kindsOfPresses = (page: Page): Locator[] => {
  const main = page.getByRole('main')
  const kinds = [main.getByRole('checkbox'), main.getByRole('radio'), main.getByRole('button', { expanded: false })]
  return kinds.map(kind => kind.first())
}

const textsOf = (page: Page): Locator => {
  const main = page.getByRole('main')
  return main.getByRole('searchbox').or(main.getByRole('textbox')).first()
}

/** Taps after a pause: finding the element's position takes a slow page longer than the tap itself. */
async function press(page: Page, what: Locator): Promise<void> {
  await what.evaluate(element => element.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await what.boundingBox())!
  await wait(SETTLE_MS)
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}

/** Runs in the page: records the slowest interaction, from a press or key to the next paint. */
function noteSlowest() {
  const note = (entries: PerformanceObserverEntryList) => {
    for (const { duration, interactionId } of entries.getEntries() as (PerformanceEntry & {
      interactionId: number
    })[]) {
      const { dataset } = document.documentElement
      if (interactionId && duration > Number(dataset.slowest ?? 0)) dataset.slowest = String(duration)
    }
  }
  const longerThan = { type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit
  new PerformanceObserver(note).observe(longerThan)
}
