import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const REGISTERS = ['/staff/members', '/staff/organisations', '/staff/persons', '/staff/certificates']
/** The first by day: they share their table. */
const tag = (path: string) => (path === REGISTERS[0] ? [] : '@night')

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } })

  for (const path of REGISTERS)
    test(`${path} shows eight rows and more, its choices behind one button that says how many count`, {
      tag: tag(path),
    }, async ({ page, visit, signInStaff }) => {
      await signInStaff('admin')
      await visit(path)
      const rows = page.getByRole('row')
      await expect.poll(() => rows.count()).toBeGreaterThan(8)
      const whole = () =>
        rows.evaluateAll(all => all.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length)
      await expect.poll(async () => (await whole()) - 1).toBeGreaterThanOrEqual(8)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await faultsOf(page)).toEqual([])
    })

  test('what is chosen behind the button narrows the list, and the button counts it', { tag: '@night' }, async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('reviewer')
    await visit('/staff/members?kind=organisation')
    const more = page.getByRole('button', { name: '筛选（1）' })
    await expect(page.getByLabel('地区')).toBeHidden()
    await more.press('Enter')
    await page.getByLabel('入会从').fill('2020-01-01')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/joinedFrom=2020-01-01/)
    await expect(page.getByRole('button', { name: '筛选（2）' })).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('link', { name: /去掉筛选条件 入会从/ }).click()
    await expect(more).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  for (const path of REGISTERS)
    test(`${path} is a list of cards that can be read and chosen`, { tag: tag(path) }, async ({
      page,
      visit,
      signInStaff,
    }) => {
      await signInStaff('admin')
      await visit(path)
      const card = page.getByRole('row').nth(1)
      await card.getByRole('checkbox').check()
      await expect(page.getByRole('region', { name: '批量处理' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await faultsOf(page)).toEqual([])
    })
})
