import type { Locator, Page } from '@playwright/test'
import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: '各位同事手上的申请' }).getByRole('row', { name })

/**
 * Drags a line of a list that may be longer than the screen. The drag begins before the target is scrolled to: the
 * browser takes what lies under the pointer at the first move, which after scrolling is another line.
 */
async function drag(page: Page, line: Locator, target: Locator) {
  await line.hover()
  const { x, y, width, height } = (await line.boundingBox())!
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 6, y + height / 2, { steps: 2 })
  await target.hover()
  await target.hover()
  await page.mouse.up()
}

test('an application is dragged onto a colleague, who is named before; it can be undone, and given by a button', async ({
  page,
  visit,
  signInStaff,
}) => {
  const of = await newApplication(page)
  await signInStaff('reviewer')
  await visit('/staff/workload')
  await page.getByRole('button', { name: '逐份列出未指派，今天' }).click()
  const line = page.getByRole('listitem').filter({ hasText: of.name })
  await expect(line).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await drag(page, line, rowOf(page, '关毅'))
  await expect(dialog(page)).toContainText(`指派：${of.name}`)
  await expect(dialog(page).getByRole('checkbox', { name: /^关毅/ })).toBeChecked()
  await expect(dialog(page)).toContainText('关毅收到一条站内消息')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '指派' }).click()
  await expect(dialog(page)).toContainText('已指派：关毅 1 份')
  await dialog(page).getByRole('button', { name: '撤销' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: '逐份列出未指派，今天' }).click()
  await line.getByRole('button', { name: '指派' }).click()
  await dialog(page).getByRole('button', { name: '指派' }).click()
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await visit(`/staff/review/${of.id}`)
  await expect(page.locator('.case-head')).toContainText('冉星河')
})
