import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** So that the browser asks nobody but the site. */
const QUIET = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=zh-CN',
]

/** A page of a test lives for seconds: to compile its scripts a second and third time costs a tenth of the run and never pays. */
const YOUNG = ['--js-flags=--no-maglev,--no-turbofan']

const { ALL_TESTS, CHANGED_SPECS } = process.env
/** Specs of changed screens run whole by day. */
const unlessChanged = CHANGED_SPECS ? `(?!.*(?:${CHANGED_SPECS.replaceAll(' ', '|')}))` : ''
/** Tests that wait for the night: compared with path, titles and tags of each. */
const NIGHT = new RegExp(`^${unlessChanged}.*(?:\\.night\\.spec\\.ts|@night)`)

export default defineConfig({
  testDir: 'e2e',
  grepInvert: ALL_TESTS ? undefined : NIGHT,
  globalSetup: './e2e/support/site.ts',
  fullyParallel: true,
  // They all visit one site, which is one process.
  workers: Math.min(4, Math.ceil(1.5 * availableParallelism())),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: CHROMIUM.find(path => path && existsSync(path)), args: [...QUIET, ...YOUNG] },
  },
})
