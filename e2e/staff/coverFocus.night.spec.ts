import { begin, named, saved } from '../support/articles.ts'
import { portrait } from '../support/enrolling.ts'
import { expect, test } from '../support/test.ts'

test('the point of a cover that stays in view is chosen on the picture or by keys, kept, and kept to where the picture is cut', async ({
  page,
  visit,
  signInStaff,
}) => {
  test.setTimeout(180_000)
  await signInStaff('editor')
  const title = named('封面重点')
  const id = await begin(page, title)
  await page.locator('.rich-words').click()
  await page.keyboard.type('正文一句。')
  const cover = page.locator('.field').filter({ hasText: /^封面/ })
  await cover
    .locator('input.upload-input')
    .first()
    .setInputFiles(await portrait('#438edb'))
  const picture = page.locator('.writing-focus-picture')
  await expect(picture.locator('img')).toHaveJSProperty('complete', true)
  const { width, height } = (await picture.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThan(100)
  await picture.click({ position: { x: width * 0.25, y: height * 0.75 } })
  const [across, down] = [page.getByRole('slider', { name: /^自左/ }), page.getByRole('slider', { name: /^自上/ })]
  await expect(across).toHaveValue('25')
  await expect(down).toHaveValue('75')
  const mark = (await picture.locator('i').boundingBox())!
  const box = (await picture.boundingBox())!
  expect(Math.abs(mark.x + mark.width / 2 - box.x - width * 0.25)).toBeLessThan(3)
  expect(Math.abs(mark.y + mark.height / 2 - box.y - height * 0.75)).toBeLessThan(3)
  await down.focus()
  await page.keyboard.press('ArrowUp')
  await across.focus()
  await page.keyboard.press('Home')
  await saved(page)
  await page.reload()
  await expect(across).toHaveValue('0')
  await expect(down).toHaveValue('76')
  await page.getByRole('button', { name: '发布…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.locator('.writing-said')).toHaveText('已发布')
  await visit(`/admin/news/list/43?key=${encodeURIComponent(title)}`)
  const row = page.locator('.article-row').filter({ has: page.locator(`a[href*="/${id}?"]`) })
  await expect(row.locator('> img')).toHaveCSS('object-position', '0% 76%')
})
