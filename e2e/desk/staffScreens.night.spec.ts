import { staffNavigation } from '../../src/staffNavigation.ts'
import { faultsOf } from '../support/axe.ts'
import { findCramped, findExcess, largeTypes, setType } from '../support/layout.ts'
import { opened } from '../support/sound.ts'
import { expect, goWithin, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 375, height: 900 } })
const softly = expect.configure({ soft: true })

for (const { name: area, entries } of staffNavigation)
  test(`the back office on a phone, ${area}: nothing cramped, wider than the screen or barred, in any type`, async ({
    page,
    visit,
    signInStaff,
  }) => {
    test.setTimeout(60_000 + entries.length * 30_000)
    await signInStaff('admin')
    await visit('/staff')
    for (const { name, to } of entries) {
      await goWithin(page, to)
      await expect(page.getByRole('heading', { level: 1 }), to).toHaveText(name)
      await opened(page)
      expect.soft(await faultsOf(page), to).toEqual([])
      for (const type of [{}, largeTypes[1]!]) {
        await page.evaluate(setType, type)
        // The component library is drawn anew, a moment later.
        await softly.poll(() => page.evaluate(findCramped), `${to} in ${JSON.stringify(type)}`).toEqual([])
        await softly.poll(() => page.evaluate(findExcess), `${to} in ${JSON.stringify(type)}`).toBeLessThanOrEqual(0)
      }
      await page.evaluate(setType, {})
    }
  })
