import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { roleTemplates } from '#modules/accounts/permissions.ts'
import { isLookedAtWhole } from '#test/support/night.ts'
import type { Screen } from '../../src/layouts/screen.ts'
import { faultsOf, NO_CONTRAST } from '../support/axe.ts'
import { expect, goWithin, lookInto, test } from '../support/test.ts'

/** All screens of the back office: addresses from `src/staffRoutes.ts`, the rest from each screen's `handle`. */
const routes = readFileSync('src/staffRoutes.ts', 'utf8').matchAll(
  /(?:index\(|route\('([^']+)', )'modules\/(\w+)\/(?:\w+\/)?pages\/(\w)(\w+)\.tsx'/g,
)
/** An address of former times, which only leads on. */
const FORMER = 'board/:id?'
const screens = await Promise.all(
  [...routes]
    .filter(([, path]) => path !== FORMER)
    .map(async ([, path = '', module, first, rest]) => {
      const handles: Record<string, Screen> = await import(`../../src/modules/${module}/pages/screens.ts`)
      const { name, permission } = handles[first!.toLowerCase() + rest]!
      return { path, name, permission }
    }),
)

/** A record to open where the address has a number: one of the demo association's. */
const records: Record<string, string> = {
  'review/:id': `select id from application where state <> 'draft' order by id limit 1`,
  'members/:id': 'select id from member order by id limit 1',
  'organisations/:id': 'select id from organisation order by id limit 1',
  'persons/:id': 'select id from person order by id limit 1',
  'experts/:id': 'select id from expert order by id limit 1',
  'site-reviews/:id': 'select application_id as id from site_review order by id limit 1',
  'certificates/:id': 'select id from certificate order by id limit 1',
  // Courses of the demo association with the most content.
  'courses/:id': `select id from course where published_at is not null order by id limit 1`,
  'registrations/:id': `select id from registration where status <> 'draft' order by id limit 1`,
  'course-results/:id': `select id from course where results_at is not null order by id limit 1`,
  // An article with its headings in order.
  'articles/:id': 'select 3467 as id',
  'accounts/:id': `select id from account where user_name = 'qingyuan'`,
  'adverts/:id': `select id from advert where application_id is not null and status = 'approved' order by id limit 1`,
  'award-calls/:id': `select id from award_call where state = 'published' order by id limit 1`,
  'award-kinds/:id': 'select id from award_kind order by id limit 1',
  'award-entries/:id': `select entry.id from award_entry entry join application on application.id = entry.application_id
    where application.state = 'scoring' order by entry.id limit 1`,
  'award-rounds/:id': `select id from award_round order by state, id limit 1`,
  'course-run/:id': 'select course_id as id from participant order by id limit 1',
  'colleagues/:id': `select id from account where user_name = 'editor'`,
}

async function addressOf(path: string): Promise<string> {
  if (!path.includes(':id')) return path ? `/staff/${path}` : '/staff'
  const database = await lookInto()
  const { rows } = await database.query(records[path]!)
  await database.end()
  return `/staff/${path.replace(':id', String(rows[0].id))}`
}

/** Soft assertions: a fault in one check does not stop the others. */
const softly = expect.configure({ soft: true })
const WIDTHS = [1680, 1280, 1150, 900, 640, 600, 375]

test('there are as many screens as the navigation and its parts need', () => {
  expect(screens.length).toBeGreaterThan(70)
})

/**
 * Checks that there is no accessibility fault and no horizontal overflow: at the usual width without contrast, and all of
 * it where everything runs or the screen has changed.
 */
async function expectSound(page: Page, { path, name }: { path: string; name: string }) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.locator('.desk-card').first()).toBeVisible()
  await expect(page.locator('.loading')).toHaveCount(0)
  for (const width of isLookedAtWhole(page.url()) ? WIDTHS : [1280]) {
    const at = `${path} at ${width} px`
    await page.setViewportSize({ width, height: 900 })
    // Poll: elements that measure themselves learn their new size one frame later.
    await softly.poll(() => page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(width)
    if (width === 1280) expect.soft(await faultsOf(page), at).toEqual([])
    // Colours are those of the wide screen.
    if (width === 375) expect.soft(await faultsOf(page, NO_CONTRAST), at).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** The others show what only comes into being with work: the tests of their own part look at them. */
const shown = screens.filter(({ path }) => !path.includes(':id') || records[path])

/** Enough for one test: the back office itself is opened once in each. */
const SCREENS_EACH = 12
for (let from = 0; from < shown.length; from += SCREENS_EACH) {
  const own = shown.slice(from, from + SCREENS_EACH)
  test(`no barrier, and nothing wider than the screen, on ${own.map(({ name }) => name).join('、')}`, async ({
    page,
    visit,
    signInStaff,
  }) => {
    test.setTimeout(300_000)
    await signInStaff('admin')
    await visit('/staff')
    for (const screen of own) {
      await goWithin(page, await addressOf(screen.path))
      await expectSound(page, screen)
    }
  })
}

test('who lacks the permission finds a sentence there instead of a screen, and no way to it', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('trainer')
  const mayTrain: readonly string[] = roleTemplates.trainer!.may
  await visit('/staff')
  for (const { path, name, permission } of screens) {
    if (permission === undefined || path.includes(':id') || mayTrain.includes(permission)) continue
    await goWithin(page, `/staff/${path}`)
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${name} - `))
    await expect(page.getByText('这里不属于您的岗位'), path).toBeVisible()
    await expect(page.getByRole('link', { name: '返回工作台' }), path).toBeVisible()
    await expect(page.getByRole('navigation', { name: '工作后台' }).locator(`a[href="/staff/${path}"]`)).toHaveCount(0)
  }
})
