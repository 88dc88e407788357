import { begin, named, paste, saved, titleOf } from '../support/articles.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, openSession, test, visit } from '../support/test.ts'

test('two editors on one article: the second sees the difference, and nothing is lost', async ({
  page,
  browser,
  baseURL,
  signInStaff,
}) => {
  await signInStaff('editor')
  const id = await begin(page, named('两人'))
  await paste(page, '<p>会议定于五月一日在北京召开。</p><p>请准时参加。</p>')
  await saved(page)
  const second = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const value = await openSession('admin')
  await second.addCookies([{ name: 'staff', value, url: baseURL, httpOnly: true, sameSite: 'Strict' }])
  const theirs = await second.newPage()
  await visit(theirs, `${baseURL}/staff/articles/${id}`)
  await expect(theirs.locator('.ql-editor')).toContainText('五月一日')

  await page.getByLabel(/^作者/).fill('冉星河')
  await saved(page)
  await theirs.getByLabel(/^来源/).fill('转载')
  const conflict = theirs.getByRole('alert', { name: '两人同时修改' })
  await expect(conflict.getByRole('heading', { level: 2 })).toHaveText(/^这篇文章已由 .+ 于 \d\d:\d\d 修改$/)
  await expect(conflict.getByRole('region', { name: '作者' })).toContainText('冉星河')
  await expect(conflict.getByRole('region', { name: '来源' })).toContainText('转载')
  expect(await faultsOf(theirs)).toEqual([])
  await conflict.getByRole('button', { name: '采用对方的' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(theirs.getByLabel(/^作者/)).toHaveValue('冉星河')
  await theirs.getByRole('tab', { name: '版本' }).click()
  await expect(theirs.getByRole('cell', { name: '未采用的修改' })).toBeVisible()

  await theirs
    .getByRole('row', { name: /未采用的修改/ })
    .getByRole('button', { name: /比较/ })
    .click()
  await expect(theirs.getByRole('region', { name: '来源' }).locator('del')).toHaveText('转载')
  expect(await faultsOf(theirs)).toEqual([])
  await second.close()
})

test.describe('a session that is over', () => {
  // The save is refused for want of one, and the browser complains of the status.
  test.use({ provokes: /401/ })
  test('takes nothing with it that was typed', async ({ page, context, signInStaff }) => {
    await signInStaff('editor')
    const id = await begin(page, named('登录之前'))
    await saved(page)
    await context.clearCookies()
    const title = named('退出之后')
    await titleOf(page).fill(title)
    await expect(page).toHaveURL(/\/staff\/login/)
    await signInStaff('editor')
    await visit(page, `/staff/articles/${id}`)
    await expect(titleOf(page)).toHaveValue(title)
    await saved(page)
    const kept = await page.request.get(`/api/staff/article/detail?id=${id}`)
    expect((await kept.json()).data.values.title).toBe(title)
  })
})
