import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { expect, phone, test } from '../support/test.ts'

const COLUMN = 22
/** More records than one call accepts; a page of the list shows 20. */
const MANY = 105

/** Drafts of one name, which no other test looks for. */
async function drafts(count: number): Promise<string> {
  const call = await desk('editor')
  const name = `跨页${crypto.randomUUID().slice(0, 8)}`
  for (let i = 0; i < count; i++)
    await call('POST', '/staff/article/create', { catalogId: COLUMN, title: `${name}${i}` })
  return name
}

test.describe('on a phone', () => {
  test.use(phone)
  test('what is chosen on one page stays chosen on the next, till the list is narrowed anew', async ({
    page,
    visit,
    signInStaff,
  }) => {
    const name = await drafts(21)
    await signInStaff('editor')
    await visit(`/staff/articles?key=${name}`)
    const first = page.getByRole('checkbox', { name: new RegExp(`^选择 ${name}`) }).first()
    await first.check()
    const bar = page.locator('.choose-all')
    await expect(bar).toContainText('已选 1 篇')
    await page.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL(/pageNum=2/)
    // The address is there before its rows are.
    await expect(first).not.toBeChecked()
    await first.check()
    await expect(bar).toContainText('已选 2 篇')
    expect(await faultsOf(page)).toEqual([])
    await visit(`/staff/articles?key=${name}1`)
    await expect(bar).toHaveCount(0)
  })
})

test('all of a list of several pages are chosen and deleted at once, a part after the other', async ({
  page,
  visit,
  signInStaff,
}) => {
  const name = await drafts(MANY)
  await signInStaff('editor')
  await visit(`/staff/articles?key=${name}`)
  await page.getByLabel('选择本页全部').check()
  const bar = page.locator('.choose-all')
  await expect(bar).toContainText('已选 20 篇')
  await page.getByRole('button', { name: `选择全部 ${MANY} 篇` }).click()
  await expect(bar).toContainText(`已选 ${MANY} 篇`)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '删除', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`删除 ${MANY} 篇文章`)
  await dialog.getByRole('button', { name: '删除', exact: true }).click()
  await expect(dialog).toContainText(`已处理 ${MANY} 篇`)
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})
