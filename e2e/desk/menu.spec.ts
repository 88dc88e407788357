import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '工作后台' })
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const area = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true })
const filter = (page: Page) => menu(page).getByRole('searchbox', { name: '查找菜单' })

test('the area where one is stands open with its entry in view, others open by keys and stay so', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/backups')
  await expect(area(page, '系统')).toHaveAttribute('aria-expanded', 'true')
  await expect(entry(page, '备份')).toHaveAttribute('aria-current', 'page')
  await expect(entry(page, '备份')).toBeInViewport()
  await expect(entry(page, '文章')).toHaveCount(0)
  await area(page, '内容').focus()
  await page.keyboard.press('Enter')
  await expect(entry(page, '文章')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await expect(entry(page, '备份')).toBeInViewport()
  await expect(entry(page, '文章')).toBeVisible()
  await entry(page, '文章').click()
  await expect(page).toHaveTitle(/^(\(\d+\) )?文章 - 工作后台$/)
  await expect(entry(page, '备份')).toHaveCount(0)
})

test('an entry is found by its name or its first letters', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff')
  await filter(page).fill('zsbs')
  await expect(menu(page).getByRole('link')).toHaveText(['证书版式'])
  await filter(page).fill('查无此项')
  await expect(menu(page).getByRole('status')).toHaveText('菜单里没有“查无此项”')
  await filter(page).fill('会费')
  await entry(page, '会费').click()
  await expect(page).toHaveURL(/\/staff\/fees/)
  await expect(filter(page)).toHaveValue('')
  await expect(entry(page, '会费')).toHaveAttribute('aria-current', 'page')
})

test('favourites stand on top, also on another device; on a phone the menu is a drawer', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff/members')
  const star = menu(page).getByRole('button', { name: '常用：单位' })
  const saved = page.waitForResponse(/favourite\/save/)
  await star.focus()
  await page.keyboard.press('Enter')
  await saved
  const favourites = menu(page).getByRole('region', { name: '常用' })
  await expect(favourites.getByRole('link')).toHaveText(['单位'])
  await page.evaluate(() => localStorage.clear())
  await page.setViewportSize({ width: 375, height: 700 })
  await visit('/staff')
  await expect(favourites).toBeHidden()
  await menu(page).getByRole('button', { name: '菜单' }).click()
  expect(await faultsOf(page)).toEqual([])
  await favourites.getByRole('link', { name: '单位' }).click()
  await expect(page).toHaveURL('/staff/organisations')
  await expect(favourites).toBeHidden()
  await menu(page).getByRole('button', { name: '菜单' }).click()
  const undone = page.waitForResponse(/favourite\/save/)
  await favourites.getByRole('button', { name: '常用：单位' }).click()
  await undone
  await expect(favourites).toHaveCount(0)
})

test('two favourites chosen one right after the other are both kept, though the first is slow', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('reviewer')
  await visit('/staff/members')
  const chosen = Promise.withResolvers<void>()
  await page.route(
    '**/favourite/save',
    async route => {
      await chosen.promise
      await route.continue()
    },
    { times: 1 },
  )
  const bothKept = page.waitForResponse(
    response => response.url().endsWith('/favourite/save') && response.request().postDataJSON().routes.length === 2,
  )
  for (const name of ['单位', '人员'])
    await menu(page)
      .getByRole('button', { name: `常用：${name}` })
      .click()
  chosen.resolve()
  await bothKept
  await page.reload()
  const favourites = menu(page).getByRole('region', { name: '常用' })
  await expect(favourites.getByRole('link')).toHaveText(['单位', '人员'])
})

test('the tab is called by the thing that is open', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/organisations')
  const first = page.getByRole('rowheader').getByRole('link').first()
  const name = await first.textContent()
  await first.click()
  await expect(page).toHaveTitle(new RegExp(`${name} - 单位档案 - 工作后台$`))
  await page.goBack()
  await expect(page).toHaveTitle(/^(\(\d+\) )?单位 - 工作后台$/)
})
