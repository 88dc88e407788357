import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

/** List of members that existed before any test ran. */
const LIST = '/staff/members?kind=organisation&joinedTo=2025-12-31&sort=name'

test('a register by keys alone: from row to row, chosen, searched, opened, on to the next and back to its row', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  await visit(LIST)
  const links = page.getByRole('rowheader').getByRole('link')
  const second = await links.nth(1).textContent()
  const third = await links.nth(2).textContent()
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
  await expect(links.nth(1)).toBeFocused()
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('x')
  const box = page.getByRole('checkbox', { name: `选择 ${second}` })
  await expect(box).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: `选择 ${second}` })).toHaveCount(1)
  await page.keyboard.press('x')
  await expect(box).not.toBeChecked()

  await page.keyboard.press('Shift+?')
  const dialog = page.getByRole('dialog', { name: '快捷键' })
  await expect(dialog).toContainText('到搜索框')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('/')
  const search = page.getByLabel('名称、编号、电话或姓名')
  await expect(search).toBeFocused()
  await page.keyboard.type('jx?')
  await expect(search).toHaveValue('jx?')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')

  await links.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: second! })).toBeVisible()
  const place = page.getByRole('navigation', { name: '名册中的位置' })
  await expect(place).toContainText('第 2 个')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name: third! })).toBeVisible()
  await expect(place).toContainText('第 3 个')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('u')
  await expect(page).toHaveURL(LIST)
  await expect(links.nth(2)).toBeFocused()
})

test('after the last of a page comes the first of the next one, and the way back leads to that page', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('reviewer')
  await visit(LIST)
  const links = page.getByRole('rowheader').getByRole('link')
  await links.last().click()
  const place = page.getByRole('navigation', { name: '名册中的位置' })
  await expect(place).toContainText('第 20 个')
  await place.getByRole('link', { name: '下一个' }).click()
  await expect(place).toContainText('第 21 个')
  await page.reload()
  await expect(place).toContainText('第 21 个')
  await place.getByRole('link', { name: '上一个' }).click()
  await expect(place).toContainText('第 20 个')
  await place.getByRole('link', { name: '下一个' }).click()
  await expect(place).toContainText('第 21 个')
  await place.getByRole('link', { name: '返回名册' }).click()
  await expect(page).toHaveURL(/pageNum=2/)
  await expect(page).toHaveURL(/sort=name/)
  await expect(links.first()).toBeFocused()
})

test('of more columns than fit, the headings and the name stay in sight while the rest is scrolled', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('reviewer')
  const { columns, others } = await (await desk('reviewer'))('GET', '/staff/organisation/list')
  const keys = [...columns, ...others].map(({ key }: { key: string }) => key)
  await visit(`/staff/organisations?columns=${keys.join(',')}`)
  const name = page.getByRole('rowheader').first()
  const heading = page.getByRole('columnheader', { name: '单位名称' })
  const before = await name.boundingBox()
  await expect(page.getByRole('columnheader').last()).not.toBeInViewport()
  await page.locator('.ant-table-content').evaluate(box => {
    box.scrollIntoView({ block: 'end' })
    box.scrollTo(box.scrollWidth, box.scrollHeight)
  })
  await expect(page.getByRole('columnheader').last()).toBeInViewport()
  await expect.poll(async () => (await heading.boundingBox())!.x).toBeCloseTo(before!.x, 0)
  const last = page.getByRole('rowheader').last()
  await expect(last).toBeInViewport()
  await expect(heading).toBeInViewport()
  expect((await last.boundingBox())!.x).toBeCloseTo(before!.x, 0)
  expect(await faultsOf(page)).toEqual([])
})
