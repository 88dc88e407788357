import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { isLookedAtWhole } from '#test/support/night.ts'

/** Half as long as what the package exports: each page that is looked at gets it anew. */
const SOURCE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Rules for additional widths: colours are the same at each. */
export const NO_CONTRAST = { 'color-contrast': { enabled: false } }

/**
 * Runs axe and returns its findings as lines with their location. Options that make it slow (full report, fetched
 * styles and frames) are off. The contrast check takes longer than all others: it waits for the night, and for a change
 * of the page.
 */
export async function faultsOf(page: Page, rules = {}): Promise<string[]> {
  await isAtRest(page)
  const options = {
    resultTypes: ['violations' as const],
    preload: false,
    iframes: false,
    rules: { ...(isLookedAtWhole(page.url()) ? {} : NO_CONTRAST), ...rules },
  }
  // A page that has been looked at once keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async options => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 160)}`),
    )
  }, options)
}

/** The page is there, and nothing fades in or waits for an answer: half-way a text has a contrast that nobody sees. What moves for ever may. */
async function isAtRest(page: Page) {
  await nothingComesOrGoes(page)
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') &&
      !document.querySelector('.desk-opening') &&
      // A loading button may stay below the dialog that asks for the password.
      [...document.querySelectorAll('.ant-btn-loading')].every(button => {
        const { x, y, width, height } = button.getBoundingClientRect()
        const over = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.ant-modal-root')
        return over && !over.contains(button)
      }) &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        ),
    undefined,
    { timeout: 20_000 },
  )
  await page.evaluate(drawTwice)
}

/**
 * Runs in the page: elements that measure themselves learn their size in the first frame and render the result in the
 * second.
 */
const drawTwice = () =>
  new Promise(drawn => {
    requestAnimationFrame(() => requestAnimationFrame(drawn))
  })

/**
 * Waits until nothing appears or disappears. An element about to appear is transparent and has no animation yet; antd
 * marks it by a class. Marks that stay belong to hidden elements and are ignored.
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
