import { begin, named, saved } from '../support/articles.ts'
import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

/** Words that no other text of these tests has. */
const FORBIDDEN = '绝无二家'
const DOUBTFUL = '独步同行'

test('listed words are marked where they stand, replaced at one press, and the others confirmed before publishing', async ({
  page,
  signInStaff,
}) => {
  const call = await desk('admin')
  const groups = await call('GET', '/staff/settings')
  const { version } = groups.find(({ code }: { code: string }) => code === 'words')
  const form = { forbidden: `${FORBIDDEN} 为数不多`, doubtful: DOUBTFUL }
  await call('POST', '/staff/settings/save', { code: 'words', version, form })

  await signInStaff('editor')
  await begin(page, named(`${DOUBTFUL}的做法`))
  await page.locator('.rich-words').click()
  await page.keyboard.type('这是绝 无二家的产品。')
  await saved(page)
  await expect(page.locator('.rich-marked-bad')).toHaveText('绝 无二家')
  const inText = page.getByRole('list', { name: '正文中的敏感词' })
  await expect(inText).toContainText('建议写“为数不多”')
  await expect(page.getByRole('list', { name: '标题中的敏感词' })).toContainText(DOUBTFUL)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('有禁用词，修改后才能发布')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '发布', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: '取消' }).click()

  await inText.getByRole('button', { name: /^改为建议.*绝 无二家/ }).press('Enter')
  await expect(page.locator('.rich-words')).toHaveText('这是为数不多的产品。')
  await expect(inText).toHaveCount(0)
  await saved(page)
  await page.getByRole('button', { name: '发布…' }).click()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog.getByText('请先核对，并勾选确认')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: /已逐处核对/ }).check()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.locator('.writing-said')).toHaveText('已发布')
})
