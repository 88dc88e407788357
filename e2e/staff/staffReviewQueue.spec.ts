import type { Page } from '@playwright/test'
import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const open = (page: Page, name: string) => row(page, name).getByRole('link')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('many at once: the number is told before, what could not be done after', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  const [first, second] = [await newApplication(page), await newApplication(page)]
  await signInStaff('reviewer')
  await visit('/staff/review?status=submitted&assignee=me')
  for (const { id } of [first, second]) {
    await visit(`/staff/review/${id}`)
    await page.getByRole('button', { name: '由我负责' }).click()
    await expect(page.getByRole('button', { name: '由我负责' })).toHaveCount(0)
  }
  await visit('/staff/review?status=submitted&assignee=me')
  await page.getByRole('checkbox', { name: `选择 入会申请 ${first.name}` }).check()
  await page.getByRole('checkbox', { name: `选择 入会申请 ${second.name}` }).check()
  await expect(page.getByText('已选 2 份', { exact: true })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  // Meanwhile one of them is taken back by its applicant.
  const answer = await page.request.post('/api/member/application/withdraw', {
    headers: { token: first.token },
    data: { id: first.id, version: 2 },
  })
  expect((await answer.json()).code).toBe(200)
  await page.getByRole('region', { name: '批量处理' }).getByRole('button', { name: '通过' }).click()
  await expect(dialog(page)).toContainText('通过 2 份申请')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '通过 2 份' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: '已处理' })).toContainText(
    '已处理 1 份，1 份没有处理',
  )
  await expect(dialog(page).getByRole('listitem')).toContainText(new RegExp(`${first.name}.+已由申请人于.+撤回`))
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await expect(row(page, second.name)).toHaveCount(0)
  expect(await second.status()).toBe('preparing')
})

test('with keys alone, from the queue to the approval, and the next one opens by itself', async ({
  page,
  visit,
  signInStaff,
}) => {
  // Use a unique mark: other tests put applications on the same desk at the same time.
  const mark = `${Date.now()}`.slice(-6)
  const [first, second] = [await newApplication(page, mark), await newApplication(page, mark)]
  await signInStaff('reviewer')
  await visit('/staff/review?status=submitted&assignee=me')
  for (const { id } of [first, second]) {
    await page.request.post('/api/staff/review/assign', {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { ids: [id], assigneeId: (await colleague(page, '冉星河')).id },
    })
  }
  await visit(`/staff/review?status=submitted&assignee=me&key=${mark}`)
  await expect(row(page, first.name)).toBeVisible()
  const at = await page
    .locator('a[data-case]')
    .evaluateAll((links, id) => links.findIndex(link => (link as HTMLElement).dataset.case === id), String(first.id))
  for (let step = 0; step <= at; step++) await page.keyboard.press('j')
  await expect(open(page, first.name)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('已选 1 份', { exact: true })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('?')
  await expect(dialog(page)).toContainText('移到下一行')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await open(page, first.name).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, first.name)).toBeVisible()
  await expect(page.getByText(/^\d+ \/ \d+$/)).toBeVisible()
  await page.keyboard.press('a')
  await expect(dialog(page).getByRole('button', { name: '通过', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, second.name)).toBeVisible()
  expect(await first.status()).toBe('preparing')

  await test.step('typing is typing, and who wants no keys switches them off', async () => {
    await page.getByLabel('添加备注').fill('')
    await page.getByLabel('添加备注').press('a')
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: /快捷键/ }).click()
    await dialog(page).getByRole('checkbox', { name: '使用快捷键' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: /快捷键/ }).click()
    await dialog(page).getByRole('checkbox', { name: '使用快捷键' }).check()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(dialog(page)).toHaveCount(1)
  })
})

async function colleague(page: Page, name: string): Promise<{ id: number }> {
  const { data } = await (await page.request.get('/api/staff/review/colleagues')).json()
  return data.find((one: { name: string }) => one.name === name)
}
