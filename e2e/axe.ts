import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds, as lines that say where. Without what makes it slow: a page for its report, styles and frames fetched. */
export async function faultsOf(page: Page, rules = {}): Promise<string[]> {
  const quick = { resultTypes: ['violations' as const], preload: false, iframes: false }
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...quick, rules })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 160)}`),
  )
}
