import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds, as lines that say where. Without what makes it slow: a page for its report, styles and frames fetched. */
export async function faultsOf(page: Page, rules = {}): Promise<string[]> {
  await isAtRest(page)
  const quick = { resultTypes: ['violations' as const], preload: false, iframes: false }
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...quick, rules })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 160)}`),
  )
}

/** A button that waits, and what is about to fade: it has no animation yet, and is transparent. */
const WAITING = `.ant-btn-loading, ${['zoom', 'fade', 'slide-up']
  .flatMap(way => ['appear', 'enter', 'leave'].map(step => `[class*='ant-${way}-${step}']`))
  .join(', ')}`

/** Nothing fades in or waits for an answer: half-way a text has a contrast that nobody sees. What moves for ever may. */
const isAtRest = (page: Page) =>
  page.waitForFunction(
    waiting =>
      !document.querySelector(waiting) &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        ),
    WAITING,
    { timeout: 10_000 },
  )
