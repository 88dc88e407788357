import { chromium } from '@playwright/test'
import provideTemplate from '#test/operation/template.ts'
import { startSite } from '#test/support/site.ts'
import config from '../../playwright.config.ts'
import { measureOpening } from './opening.ts'
import { measurePresses } from './pressing.ts'
import { applying } from './tasks/applying.ts'
import { joining } from './tasks/joining.ts'
import { keeping } from './tasks/keeping.ts'
import { reading } from './tasks/reading.ts'
import { walkAll } from './walkAll.ts'

/** `npm run walk [words]`: the tasks whose names have one of these words, or all of them, how screens open (打开) and how soon presses answer (按下). */
const words = process.argv.slice(2)
const isWanted = (name: string) => words.length === 0 || words.some(word => name.includes(word))
const number = (name: string) => Number.parseInt(name, 10)
const tasks = [...reading, ...joining, ...applying, ...keeping]
  .filter(({ name }) => isWanted(name))
  .toSorted((a, b) => number(a.name) - number(b.name))

const removeTemplate = await provideTemplate()
const site = await startSite({
  demo: true,
  env: { TRUST_PROXY: 'loopback', STAFF_TOTP: 'off', WRITES_PER_MINUTE: '600' },
})
process.env.SITE_URL = site.url
process.env.SITE_DATA = site.dataDir
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const isWalked = await walkAll(browser, tasks)
  const isCalm = isWanted('打开') ? await measureOpening(browser) : true
  const isPrompt = isWanted('按下') ? await measurePresses(browser) : true
  process.exitCode = isWalked && isCalm && isPrompt ? 0 : 1
} finally {
  await browser.close()
  await site.stop()
  await site.cleanUp()
  await removeTemplate()
}
