import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Of a width beside the one where colours are looked at: contrast is what takes axe longest. */
export const NO_CONTRAST = { 'color-contrast': { enabled: false } }

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

/** The page is there, and nothing fades in or waits for an answer: half-way a text has a contrast that nobody sees. What moves for ever may. */
async function isAtRest(page: Page) {
  await nothingComesOrGoes(page)
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') &&
      !document.querySelector('.desk-opening, .ant-btn-loading') &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        ),
    undefined,
    { timeout: 20_000 },
  )
}

/**
 * What is about to appear is transparent and has no animation yet; the component library marks it by a class. A mark that
 * stays is on something unseen, and passed over.
 */
const nothingComesOrGoes = (page: Page) =>
  page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[class*="-appear"], [class*="-enter"], [class*="-leave"]')].every(
          element =>
            !/(^| )ant-\S+-(appear|enter|leave)( |$)/.test(element.getAttribute('class')!) ||
            element.getClientRects().length === 0,
        ),
      undefined,
      { timeout: 2_000 },
    )
    .catch(() => {})
