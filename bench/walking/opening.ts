import type { Browser, BrowserContext } from '@playwright/test'
import { addressOf, memberScreens } from '../../e2e/support/memberScreens.ts'
import { MOST_SHIFT, shiftsOf, watchShifts } from '../../e2e/support/shifts.ts'
import { openSession } from '../../e2e/support/test.ts'
import { screens } from './walk.ts'

/** CLS of these when they were first looked at. */
const before: Record<string, number> = {
  '': 0.28,
  doing: 0.43,
  membership: 0.33,
  persons: 0.27,
  profile: 0.25,
  training: 0.2,
  messages: 0.15,
  qualification: 0.12,
}
/** Routes without a demo record: the tests that need such a record create it. */
const WITHOUT = ['apply/:application']

/** A phone's processor beside that of the machine that measures. */
const SLOWDOWN = 4

type Opened = { shift: number; ms: number }

/** Measures how every member screen opens on a phone with a CPU slowed down four times: the first time, and again. */
export async function measureOpening(browser: Browser): Promise<boolean> {
  console.log(
    '\n| 页面 | CLS 起初 | CLS 首次 | CLS 再次 | 内容出现（毫秒）首次 | 再次 |\n|---|---:|---:|---:|---:|---:|',
  )
  let isCalm = true
  for (const path of memberScreens.filter(path => !WITHOUT.includes(path))) {
    const { userName, address } = await addressOf(path)
    const context = await browser.newContext({
      ...screens[375],
      baseURL: process.env.SITE_URL,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      serviceWorkers: 'block',
    })
    const token = await openSession(userName)
    await context.addInitScript(token => localStorage.setItem('token', token), token)
    await context.addInitScript(noteContent)
    const [cold, warm] = [await open(context, address), await open(context, address)]
    await context.close()
    const cells = [before[path]?.toFixed(2) ?? '–', cold.shift.toFixed(3), warm.shift.toFixed(3), cold.ms, warm.ms]
    console.log(`| /admin/user/${path} | ${cells.join(' | ')} |`)
    isCalm &&= cold.shift < MOST_SHIFT && warm.shift < MOST_SHIFT
  }
  return isCalm
}

async function open(context: BrowserContext, address: string): Promise<Opened> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await watchShifts(page)
  await page.goto(`/admin/user/${address}`)
  const at = await page.waitForFunction(() => Reflect.get(globalThis, 'contentAt'), undefined, { timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const { sum } = await shiftsOf(page)
  const ms = Math.round(Number(await at.jsonValue()))
  await page.close()
  return { shift: sum, ms }
}

/** Runs in the page: records when the screen itself has appeared, not only its frame. */
function noteContent() {
  const look = () => {
    const isThere =
      document.querySelector('main h1') && !document.querySelector('.centre-opening:not([hidden]), .loading')
    if (isThere) Object.assign(globalThis, { contentAt: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
