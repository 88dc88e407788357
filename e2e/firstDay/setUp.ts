import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dialog, main, press } from '../support/board.ts'
import { expect, visit } from '../support/test.ts'

/** A pack of these that come with the program: looked over, then taken on. */
export async function applyPack(page: Page, name: string) {
  await visit(page, '/staff/setup')
  await main(page).getByRole('link', { name: '一个配置包' }).click()
  await main(page)
    .getByRole('button', { name: `预览 ${name}` })
    .click()
  const preview = page.getByRole('region', { name: '预览' })
  await expect(preview).toContainText(/将新增 \d+ 项，修改 \d+ 项/)
  await press(preview, '应用到本站')
  await expect(main(page).getByText(`配置包“${name}”已应用`)).toBeVisible()
}

/** A card of the settings with its fields open; the link of the list opens them already. */
async function editCard(page: Page, card: string): Promise<Locator> {
  const of = page.getByRole('region', { name: card, exact: true })
  const edit = of.getByRole('button', { name: `修改 ${card}` })
  await expect(edit.or(of.getByRole('button', { name: '保存' }))).toBeVisible()
  if (await edit.isVisible()) await edit.click()
  return of
}

/** Fills in one card of the settings, by the labels of its fields. */
export async function fillSetting(page: Page, card: string, values: Record<string, string>) {
  const of = await editCard(page, card)
  for (const [label, value] of Object.entries(values)) await of.getByLabel(new RegExp(`^${label}`)).fill(value)
  await press(of, '保存')
  await expect(of.getByRole('button', { name: `修改 ${card}` })).toBeVisible()
}

export async function uploadEmblem(page: Page) {
  const card = await editCard(page, '徽标与二维码')
  const chooser = page.waitForEvent('filechooser')
  await card.getByRole('button', { name: /^选择文件 ?：徽标/ }).click()
  await (await chooser).setFiles({ name: '徽标.png', mimeType: 'image/png', buffer: await emblem() })
  await expect(card.getByRole('button', { name: /^移除/ })).toBeVisible()
  await press(card, '保存')
  await expect(card.getByRole('img', { name: '徽标' })).toBeVisible()
}

/** Emblem of the lift association: two lift doors in a ring. */
const emblem = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">
      <circle cx="120" cy="120" r="112" fill="#8a1c1c"/><rect x="66" y="50" width="50" height="140" fill="#fff"/>
      <rect x="124" y="50" width="50" height="140" fill="#fff"/></svg>`),
  )
    .resize(240)
    .png()
    .toBuffer()

/** Adds a question that only this association asks applicants. */
export async function askWhoJoins(page: Page, label: string) {
  await visit(page, '/staff/levels')
  await main(page)
    .getByRole('button', { name: /^修改 ?单位/ })
    .click()
  await dialog(page)
    .getByRole('button', { name: /^添加一行 ?附加栏目/ })
    .click()
  const row = dialog(page).getByRole('listitem', { name: '附加栏目 第 3 行' })
  await row.getByLabel(/名称/).fill(label)
  await row.getByLabel(/填写方式/).click()
  await page.locator('.ant-select-item-option', { hasText: '单行文字' }).click()
  await press(dialog(page), '保存')
  await expect(dialog(page)).toHaveCount(0)
}

/** Written in a column, and published. */
export async function publishArticle(page: Page, column: string, title: string, text: string) {
  await visit(page, '/staff/articles')
  await press(main(page), '新建文章')
  await page.getByRole('textbox', { name: /^标题必填/ }).fill(title)
  await page.getByLabel(/^栏目/).click()
  await page.locator('.ant-select-item-option', { hasText: column }).first().click()
  await page.locator('.rich-words').fill(text)
  await press(main(page), '发布…')
  await dialog(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.locator('.writing-said')).toHaveText('已发布')
}
