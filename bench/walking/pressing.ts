import { type Browser, type CDPSession, expect, type Locator } from '@playwright/test'
import { addressOf } from '../../e2e/support/memberScreens.ts'
import { openSession, waitForHydration } from '../../e2e/support/test.ts'
import { screens } from './walk.ts'

/** A phone's processor beside that of the machine that measures. */
const SLOWDOWN = 4
/** Longest time in ms from a press to what is painted for it (INP). */
const LONGEST_PRESS = 100
const ROUNDS = 3
/** Long enough for what a press begins, answers of the site included. */
const SETTLE_MS = 1200

const AREAS = ['profile', 'persons', 'training', 'messages', 'doing', 'qualification', 'awards', 'adverts', 'account']

type Traced = { name: string; tid: number; ts: number; dur?: number; tdur?: number; args: { data?: { type?: string } } }
const EVENTS = /^(pointerdown|mousedown|pointerup|mouseup|click|keydown|keypress|input|keyup)$/
const OF_FRAME = /^(UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit)$/

/**
 * Presses what members press most, changing the screen and unfolding the sections of a long form, and prints how long the
 * processor works for each until it is painted. Measured as processor time, so that other work on the machine does not
 * count, and multiplied for a phone; the least of some rounds, which is that of a browser that knows the code.
 */
export async function measurePresses(browser: Browser): Promise<boolean> {
  const { userName, address } = await addressOf('awards/:id')
  const context = await browser.newContext({
    ...screens[1440],
    baseURL: process.env.SITE_URL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: 'block',
  })
  const token = await openSession(userName)
  await context.addInitScript(token => localStorage.setItem('token', token), token)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const least = new Map<string, number>()
  const press = async (name: string, what: Locator) => {
    await what.scrollIntoViewIfNeeded()
    await page.waitForTimeout(SETTLE_MS / 4)
    const ms = SLOWDOWN * (await processorTime(devTools, () => what.click().then(() => page.waitForTimeout(SETTLE_MS))))
    least.set(name, Math.min(ms, least.get(name) ?? Infinity))
  }
  await page.goto('/admin/user')
  await waitForHydration(page)
  for (let i = 0; i < ROUNDS; i++)
    for (const path of [...AREAS, '']) {
      const to = `/admin/user${path && `/${path}`}`
      await press(`换屏到 ${to}`, page.locator(`nav a[href="${to}"]:visible`).first())
      await expect(page).toHaveURL(new RegExp(`${to}$`))
      await page.waitForLoadState('networkidle')
    }
  await page.goto(`/admin/user/${address}`)
  const sections = page.locator('.section-heading')
  await expect(sections.first()).toBeVisible()
  for (let i = 0; i < (await sections.count()); i++) {
    await press('展开申报书的一节', sections.nth(i))
    await expect(sections.nth(i)).toHaveAttribute('aria-expanded', /true|false/)
  }
  await press('展开整份申报书', page.getByRole('button', { name: '全部展开' }))
  await context.close()
  console.log(`\n| 一次按下（处理器慢 ${SLOWDOWN} 倍） | 毫秒（目标 ${LONGEST_PRESS}） |\n|---|---:|`)
  for (const [name, ms] of least) console.log(`| ${name} | ${Math.round(ms)} |`)
  return Math.max(...least.values()) <= LONGEST_PRESS
}

/** Milliseconds of the longest event and of the frame after it, by the clock of the page's own thread. */
async function processorTime(devTools: CDPSession, act: () => Promise<void>): Promise<number> {
  const traced: Traced[] = []
  const take = ({ value }: { value: object[] }) => void traced.push(...(value as Traced[]))
  devTools.on('Tracing.dataCollected', take)
  await devTools.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await act()
  const complete = new Promise(resolve => devTools.once('Tracing.tracingComplete', resolve))
  await devTools.send('Tracing.end')
  await complete
  devTools.off('Tracing.dataCollected', take)
  const time = ({ tdur, dur = 0 }: Traced) => (tdur ?? dur) / 1000
  const handled = traced.filter(({ name, args }) => name === 'EventDispatch' && EVENTS.test(args.data?.type ?? ''))
  const longest = handled.toSorted((one, other) => time(other) - time(one))[0]
  if (!longest) throw new Error('Nothing was pressed.')
  const end = longest.ts + (longest.dur ?? 0)
  const after = traced.filter(({ tid, ts }) => tid === longest.tid && ts >= end)
  const painted = Math.min(...after.filter(({ name }) => name === 'Commit').map(({ ts }) => ts))
  const frame = after.filter(({ name, ts }) => OF_FRAME.test(name) && ts <= painted)
  return frame.reduce((sum, one) => sum + time(one), time(longest))
}
