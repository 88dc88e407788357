import type { Page } from '@playwright/test'
import { COLUMN, isMade, named, saved, titleOf } from '../support/articles.ts'
import { scan } from '../support/company.ts'
import { expect, test, visit } from '../support/test.ts'

test.describe('a new article', () => {
  /** Count by title: other tests create articles at the same time. */
  const countOf = async (page: Page, title: string) => {
    const answer = await page.request.get(`/api/staff/article/list?key=${encodeURIComponent(title)}`)
    return (await answer.json()).data.total as number
  }

  test('is made with the first thing that is typed; an editor that was left untouched leaves nothing', async ({
    page,
    visit,
    signInStaff,
  }) => {
    await signInStaff('editor')
    const made: unknown[] = []
    page.on('request', request => request.url().endsWith('/article/create') && made.push(request.postDataJSON()))
    // The clock stands still between the two: who thinks about it for longer has written something.
    await page.clock.install()
    await visit(`/staff/articles?catalogId=${COLUMN}`)
    await page.getByRole('button', { name: '新建文章' }).click()
    await expect(page.locator('.rich-words')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await titleOf(page).fill('想想还是不写')
    await titleOf(page).fill('')
    await page.clock.runFor(10_000)
    await page.getByRole('link', { name: '全部文章' }).click()
    await expect(page).toHaveURL('/staff/articles')
    expect(made).toEqual([])
    await page.clock.resume()

    await visit('/staff/articles/new')
    const title = named('边写边建')
    await titleOf(page).focus()
    await page.keyboard.type(title.slice(0, 4), { delay: 20 })
    await isMade(page)
    await expect(titleOf(page)).toBeFocused()
    await page.keyboard.type(title.slice(4), { delay: 20 })
    await expect(titleOf(page)).toHaveValue(title)
    await saved(page)
    await expect(page.getByRole('button', { name: '发布…' })).toBeVisible()
    expect(made).toHaveLength(1)
    await expect.poll(() => countOf(page, title)).toBe(1)
    await page.reload()
    await expect(titleOf(page)).toHaveValue(title)
  })

  test('in two tabs becomes two, and a paper alone is something', async ({ page, context, signInStaff }) => {
    await signInStaff('editor')
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await visit(tab, '/staff/articles/new')
      await expect(tab.locator('.rich-words')).toBeVisible()
    }
    await titleOf(other).fill(named('第二个窗口'))
    await page.locator('.writing-columns > div:first-child input.upload-input').first().setInputFiles(scan('通知.pdf'))
    await isMade(page)
    await isMade(other)
    expect(page.url()).not.toBe(other.url())
    await page.reload()
    await expect(page.getByLabel('第 1 个附件的名称')).toHaveValue('通知.pdf')
  })

  test.describe('that could not be sent', () => {
    test.use({ provokes: /ERR_INTERNET_DISCONNECTED/ })
    test('is there again when one begins anew, and made once', async ({ page, visit, signInStaff }) => {
      await signInStaff('editor')
      await visit('/staff/articles/new')
      await page.route('**/api/staff/article/create', route => route.abort('internetdisconnected'))
      const title = named('没有网络')
      await titleOf(page).fill(title)
      await expect(page.locator('.save-state')).toContainText('未能保存')
      await page.getByRole('link', { name: '全部文章' }).click()
      await expect(page).toHaveURL('/staff/articles')
      await page.getByRole('button', { name: '新建文章' }).click()
      await expect(titleOf(page)).toHaveValue(title)
      await page.unroute('**/api/staff/article/create')
      await titleOf(page).press('End')
      await page.keyboard.type('。')
      await isMade(page)
      await saved(page)
      await expect.poll(() => countOf(page, title)).toBe(1)
      await visit('/staff/articles/new')
      await expect(titleOf(page)).toHaveValue('')
    })
  })
})
