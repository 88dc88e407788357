import type { Page } from '@playwright/test'

/** Shifts up to this are not felt. */
export const MOST_SHIFT = 0.02

/**
 * Records unexpected layout shifts of every page from now on, and delays each answer by two frames, as on a slow phone,
 * so that loading states are rendered.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.fetch
    const frame = () => new Promise(drawn => requestAnimationFrame(drawn))
    window.fetch = async (...asked) => {
      const answer = await ask(...asked)
      await frame()
      await frame()
      return answer
    }
    const seen: { value: number; what: string[] }[] = []
    Object.assign(globalThis, { shiftsSeen: seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue
        const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
        const what = sources.map(({ node }: { node?: Node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
        )
        seen.push({ value: Number(entry.value), what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the layout shifts since the page was opened: their sum, and the elements, largest first. */
export const shiftsOf = (page: Page): Promise<{ sum: number; what: string[] }> =>
  page.evaluate(() => {
    const seen: { value: number; what: string[] }[] = Reflect.get(globalThis, 'shiftsSeen') ?? []
    const worst = seen.toSorted((a, b) => b.value - a.value).slice(0, 3)
    return {
      sum: seen.reduce((sum, { value }) => sum + value, 0),
      what: worst.map(({ value, what }) => `${value.toFixed(3)} ${what.join(' ')}`),
    }
  })
