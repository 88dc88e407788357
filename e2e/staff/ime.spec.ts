import { expect, test } from '../support/test.ts'
import { browsers, endWord } from '../support/typing.ts'

for (const browser of browsers)
  test(`a key that ends a word neither opens, filters nor closes anything, in the order of events of ${browser}`, async ({
    page,
    signInStaff,
  }) => {
    await signInStaff('admin')
    await page.goto('/staff/organisations')
    const filter = page.getByRole('searchbox', { name: '名称、信用代码、电话或姓名' })
    await expect(filter).toBeVisible()
    await endWord(filter, '清源', { browser })
    await expect(page).toHaveURL('/staff/organisations')
    await filter.press('Enter')
    await expect(page).toHaveURL(`/staff/organisations?key=${encodeURIComponent('清源')}`)

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: '搜索后台' })
    const box = palette.getByRole('combobox')
    await box.fill('单位')
    await expect(palette.getByRole('option').first()).toBeVisible()
    const at = page.url()
    await endWord(box, '单位', { browser })
    await endWord(box, '单位', { browser, key: 'Escape' })
    await expect(palette).toBeVisible()
    expect(page.url()).toBe(at)
    await box.press('Enter')
    await expect(palette).toBeHidden()
  })
