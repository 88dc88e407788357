import type { Page, Route } from '@playwright/test'
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
  await expect(theirs.locator('.rich-words')).toContainText('五月一日')

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

const stored = async (page: Page, id: number) => {
  const kept = await page.request.get(`/api/staff/article/detail?id=${id}`)
  return (await kept.json()).data.values.content as string
}

test('text is typed, undone, copied and pasted as everywhere', { tag: '@night' }, async ({ page, signInStaff }) => {
  await signInStaff('editor')
  const id = await begin(page, named('打字'))
  const words = page.locator('.rich-words')
  const keep = async (html: string) => {
    await expect.poll(() => stored(page, id)).toBe(html)
  }
  await words.focus()
  await page.keyboard.type('　　首行缩进')
  await page.keyboard.press('Enter')
  // `1. ` starts a list; an empty item ends it.
  await page.keyboard.type('1. 一')
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  await page.keyboard.type('a  b')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('又一行')
  await keep('<p>　　首行缩进</p><ol><li>一</li></ol><p>a\u00a0\u00a0b<br />又一行</p>')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+z')
  await expect(words.locator('strong')).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(words.locator('strong').first()).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(words.locator('strong')).toHaveCount(0)
  await page.getByRole('button', { name: '重做' }).click()
  await expect(words.locator('strong').first()).toBeVisible()
  await page.keyboard.press('Delete')
  await keep('')

  await words.evaluate(root => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '　　第一行\r\n\r\n第三行')
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await keep('<p>　　第一行</p><p></p><p>第三行</p>')

  // Code block with three lines; two empty lines leave it.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '代码块' }).click()
  await page.keyboard.type('if (a)')
  await page.keyboard.press('Enter')
  await page.keyboard.type('  b()')
  for (const key of ['Enter', 'Enter', 'Enter']) await page.keyboard.press(key)
  await page.keyboard.type('后')
  await keep('<p>　　第一行</p><p></p><p>第三行</p><pre>if (a)\n  b()</pre><p>后</p>')
})

test('several lines become a list, a quote, headings, code, and lines again', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('editor')
  const id = await begin(page, named('几行'))
  await paste(page, '<p>一</p><p>二</p>')
  const words = page.locator('.rich-words')
  const press = async (name: string) => {
    await words.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
  }
  const heading = async (level: string) => {
    await words.press('Control+a')
    await page.getByRole('combobox', { name: '标题级别' }).selectOption(level)
  }
  const steps: [() => Promise<void>, string][] = [
    [() => press('编号列表'), '<ol><li>一</li><li>二</li></ol>'],
    [() => press('项目列表'), '<ul><li>一</li><li>二</li></ul>'],
    [() => press('引用'), '<blockquote><ul><li>一</li><li>二</li></ul></blockquote>'],
    [() => press('引用'), '<ul><li>一</li><li>二</li></ul>'],
    [() => heading('2'), '<h2>一</h2><h2>二</h2>'],
    [() => press('项目列表'), '<ul><li>一</li><li>二</li></ul>'],
    [() => press('清除格式'), '<p>一</p><p>二</p>'],
    [() => press('代码块'), '<pre>一\n二</pre>'],
    [() => press('代码块'), '<p>一<br />二</p>'],
  ]
  for (const [step, html] of steps) {
    await step()
    await expect.poll(() => stored(page, id)).toBe(html)
  }
})

test('what is copied from the text keeps its look and its pictures when it is pasted into it', {
  tag: '@night',
}, async ({ page, signInStaff }) => {
  await signInStaff('editor')
  const id = await begin(page, named('本站内粘贴'))
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await paste(page, `<p>图<img src="data:image/png;base64,${pixel}" alt="点"></p>`)
  await expect(page.getByText('已收取 1 张图片')).toBeVisible()
  // Taking a picture over is no step of the writer's: undone and done again, it is there.
  const words = page.locator('.rich-words')
  await words.focus()
  await page.keyboard.press('Control+z')
  await expect(words.locator('img[data-url]')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(words.locator('img[data-url]')).toHaveCount(1)
  await page.keyboard.press('Control+a')
  await page.getByRole('combobox', { name: '对齐' }).selectOption('right')
  await page.getByRole('combobox', { name: '文字颜色' }).selectOption('#b03505')
  const copied = await words.evaluate(root => {
    const clipboardData = new DataTransfer()
    root.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(copied).not.toContain('blob:')
  await page.keyboard.press('Delete')
  await paste(page, copied)
  await expect
    .poll(() => stored(page, id))
    .toMatch(
      /^<p class="ql-align-right"><span style="color:rgb\(176, 53, 5\)">图(<img src="\/api\/file\/\d+" alt="点" loading="lazy" \/>)?<\/span>/,
    )
  await expect.poll(() => stored(page, id)).toContain('alt="点"')
})

test.describe('a session that is over', () => {
  // The save is refused for want of one, and the browser complains of the status.
  test.use({ provokes: /401/ })
  test('takes nothing with it that was typed', { tag: '@night' }, async ({ page, context, signInStaff }) => {
    await signInStaff('editor')
    const id = await begin(page, named('登录之前'))
    await saved(page)
    // End the session only once the save is on its way; otherwise another request of the screen would get the 401
    // first.
    const endSession = async (route: Route) => {
      await context.clearCookies()
      await route.continue()
    }
    await page.route('**/api/staff/article/save', endSession, { times: 1 })
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
