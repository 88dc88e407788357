import { expect, test } from '../support/test.ts'
import { browsers, endWord } from '../support/typing.ts'

for (const browser of browsers)
  test(`the Enter that ends a word chooses no suggestion, in the order of events of ${browser}`, async ({
    page,
    visit,
  }) => {
    await visit('/admin/news/list/21')
    const box = page.getByRole('combobox', { name: '全站搜索' })
    await box.fill('会费标')
    const list = page.getByRole('listbox', { name: '搜索建议' })
    await expect(list).toBeVisible()
    await box.press('ArrowDown')
    await endWord(box, '会费标准', { browser })
    await expect(page).toHaveURL('/admin/news/list/21')
    await expect(list).toBeVisible()
    await box.press('Escape')
    await box.fill('会费标')
    await expect(list).toBeVisible()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).not.toHaveURL('/admin/news/list/21')
  })
