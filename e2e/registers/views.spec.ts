import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** A name that no other test has. */
const named = (what: string) => `${what}${crypto.randomUUID().slice(0, 6)}`

test('a view of a register is kept with filters, order and page size, opened as a tab, renamed and removed', async ({
  page,
  visit,
  signInStaff,
}) => {
  const name = named('北京')
  await signInStaff('admin')
  await visit('/staff/members?provinceCode=110000&sort=-joinedOn&pageSize=50&pageNum=1')
  await page.getByRole('button', { name: '保存与管理视图' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('把现在的筛选条件保存为').fill(name)
  await dialog.getByRole('checkbox', { name: '与同事共享' }).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存视图' }).click()
  const tab = page.getByRole('navigation', { name: '视图' }).getByRole('link', { name })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: '全部', exact: true }).click()
  await expect(page).toHaveURL('/staff/members')

  await signInStaff('reviewer')
  await visit('/staff/members')
  await tab.press('Enter')
  await expect(page).toHaveURL(/provinceCode=110000&sort=-joinedOn&pageSize=50&columns=name%2CmemberNo/)
  await expect(page.getByRole('columnheader', { name: '入会日期' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.locator('td[data-name="地区"]').first()).toHaveText('北京')
  await page.getByRole('button', { name: '保存与管理视图' }).click()
  await expect(dialog.getByRole('checkbox', { name: '与同事共享' })).toHaveCount(0)
  await expect(dialog.getByRole('listitem').filter({ hasText: `${name}（共享）` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: new RegExp(`删除 ?视图 ${name}`) })).toHaveCount(0)

  await signInStaff('admin')
  await visit('/staff/members')
  await page.getByRole('button', { name: '保存与管理视图' }).click()
  const renamed = named('首都')
  await dialog.getByRole('button', { name: new RegExp(`改名 ?视图 ${name}`) }).click()
  await dialog.getByLabel(`视图 ${name} 的新名称`).fill(renamed)
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存名称' }).click()
  await dialog.getByRole('button', { name: new RegExp(`删除 ?视图 ${renamed}`) }).click()
  await expect(dialog.getByText(renamed)).toHaveCount(0)
})
