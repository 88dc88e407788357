import type { Locator, Page } from '@playwright/test'
import { WORD, WPS } from '#test/support/richText/clipboards.ts'
import { begin, named, paste, saved } from '../support/articles.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, phone, test, visit } from '../support/test.ts'

const words = (page: Page) => page.locator('.rich-words')
const cellsOf = (table: Locator) =>
  table
    .locator('tr')
    .evaluateAll(rows =>
      (rows as HTMLTableRowElement[]).map(({ cells }) =>
        [...cells].map(
          ({ tagName, colSpan, rowSpan, textContent }) => `${tagName} ${colSpan}×${rowSpan} ${textContent.trim()}`,
        ),
      ),
    )
/** Checks that in each row the cells, together with those that span into it, cover all columns of the table. */
const isWhole = (table: Locator) =>
  table.evaluate(one => {
    const { rows } = one as HTMLTableElement
    const widths = [...rows].map(() => 0)
    for (const [i, { cells }] of [...rows].entries())
      for (const { colSpan, rowSpan } of cells)
        for (let row = i; row < i + rowSpan; row++) widths[row] = (widths[row] ?? 0) + colSpan
    return new Set(widths).size === 1 && widths.length === rows.length
  })

async function publish(page: Page) {
  await saved(page)
  await page.getByRole('button', { name: '发布…' }).click()
  // A place where a picture is missing is named before anybody sees it.
  await expect(page.getByRole('dialog')).toBeVisible()
  const checked = page.getByRole('checkbox', { name: /已逐处核对/ })
  if ((await checked.count()) > 0) await checked.check()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.locator('.writing-said')).toHaveText('已发布')
}

const pages = [
  {
    from: 'Word',
    html: WORD,
    cells: [
      ['TH 1×2 地区', 'TH 2×1 合格', 'TH 1×2 备注'],
      ['TH 1×1 单位', 'TH 1×1 人员'],
      ['TD 1×2 华东', 'TD 1×1 12', 'TD 1×1 34', 'TD 1×1 复检 1 家'],
      ['TD 3×1 56'],
    ],
    lost: '3 张图片没有粘贴进来：clip_image002.png、clip_image003.emz、image004.png。文中已标出位置，请从原文件另存后上传',
  },
  {
    from: 'WPS',
    html: WPS,
    cells: [
      ['TD 1×1 时间', 'TD 2×1 内容'],
      ['TD 1×3 第一天', 'TD 1×1 报到', 'TD 1×1 大堂'],
      ['TD 1×1 预备会', 'TD 1×1 '],
      ['TD 2×1 晚餐'],
    ],
    lost: '1 张图片没有粘贴进来：wps1.jpg。文中已标出位置，请从原文件另存后上传',
  },
]

for (const { from, html, cells, lost } of pages)
  test(`a table with merged cells from ${from} is published as it was, and fits a phone`, async ({
    page,
    browser,
    baseURL,
    signInStaff,
  }) => {
    await signInStaff('editor')
    const title = named(`${from} 表格`)
    const id = await begin(page, title)
    await paste(page, html)
    await expect(page.getByText(lost)).toBeVisible()
    expect(await cellsOf(words(page).locator('table'))).toEqual(cells)
    await expect(words(page).locator('[data-url], [data-pending]')).toHaveCount(0)
    await publish(page)

    const visitor = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN' })
    const theirs = await visitor.newPage()
    await visit(theirs, `/admin/news/list-info/${id}`)
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(title)
    const table = theirs.locator('.prose table')
    expect(await cellsOf(table)).toEqual(cells)
    expect(await isWhole(table)).toBe(true)
    await expect(theirs.locator('.prose img')).toHaveCount(0)
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await faultsOf(theirs)).toEqual([])
    await visitor.close()

    // The editor opens exactly what was stored.
    await page.reload()
    await expect.poll(() => cellsOf(words(page).locator('table'))).toEqual(cells)
  })

test('a table is made and changed by the keyboard alone', async ({ page, signInStaff }) => {
  await signInStaff('editor')
  const id = await begin(page, named('键盘制表'))
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const bar = page.getByRole('toolbar')
  const use = async (name: string) => {
    await press('Alt+F10', 'End')
    const tool = bar.getByRole('button', { name, exact: true })
    for (let i = 0; i < 40 && !(await tool.evaluate(one => one === document.activeElement)); i++)
      await press('ArrowLeft')
    await press('Enter')
  }
  const table = words(page).locator('table')
  const type = (text: string) => page.keyboard.type(text)
  await words(page).focus()
  await type('前言')
  await expect(bar.getByRole('button', { name: '合并单元格' })).toHaveCount(0)
  await use('插入表格')
  await expect(page.getByRole('textbox', { name: '行数' })).toBeFocused()
  await press('Control+A')
  await type('0')
  await press('Enter')
  await expect(page.getByRole('alert').getByText('行数请填写 1 至 50 的整数')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await press('Control+A')
  await type('2')
  await press('Enter')
  await expect(words(page)).toBeFocused()
  for (const text of ['甲', '乙', '丙', '一', '二', '三']) {
    await type(text)
    await press('Tab')
  }
  // Tab in the last cell leaves the table, as everywhere.
  await expect(words(page)).not.toBeFocused()
  await press('Shift+Tab')
  await expect(words(page)).toBeFocused()
  expect(await cellsOf(table)).toEqual([
    ['TH 1×1 甲', 'TH 1×1 乙', 'TH 1×1 丙'],
    ['TD 1×1 一', 'TD 1×1 二', 'TD 1×1 三'],
  ])
  expect(await faultsOf(page)).toEqual([])

  await use('在下方插入行')
  await use('在左侧插入列')
  await expect.poll(() => table.locator('td, th').count()).toBe(12)
  await use('删除列')
  await expect(bar.getByRole('button', { name: '合并单元格' })).toHaveAttribute('aria-disabled', 'true')
  // The first goes over the words of the cell, the next to the cell beside it; at the edge it stays.
  // Right after it has got the focus the editor takes a jump to the beginning for the browser's own.
  await expect(async () => {
    await press('Control+Home', 'ArrowDown', 'Home', ...Array(5).fill('Shift+ArrowRight'))
    await expect(words(page).locator('.selectedCell')).toHaveCount(3, { timeout: 1_000 })
  }).toPass()
  await use('合并单元格')
  await expect.poll(async () => (await cellsOf(table))[0]).toHaveLength(1)
  await use('拆分单元格')
  await expect.poll(async () => (await cellsOf(table)).flat().filter(cell => cell.includes('1×1'))).toHaveLength(9)
  await use('表头行')
  await expect(table.locator('th')).toHaveCount(0)
  await use('表头行')
  await expect(table.locator('th')).toHaveCount(3)

  await press('Escape')
  await type('后语')
  await expect(bar.getByRole('button', { name: '删除表格' })).toHaveAttribute('aria-disabled', 'true')
  await saved(page)
  const kept = await (await page.request.get(`/api/staff/article/detail?id=${id}`)).json()
  expect(kept.data.values.content).toMatch(/^<p>前言<\/p><div class="scroll"><table><thead>.*<\/div><p>后语<\/p>$/)
  await press('ArrowUp')
  await expect(bar.getByRole('button', { name: '删除表格' })).not.toHaveAttribute('aria-disabled', 'true')
  await use('删除表格')
  await expect(table).toHaveCount(0)
  await expect(words(page)).toHaveText('前言后语')
  await press('Control+z')
  await expect(table).toHaveCount(1)
  await expect(bar.getByRole('button', { name: '插入表格' })).toBeVisible()
})

test('a second table stands behind the first, never in it', async ({ page, signInStaff }) => {
  await signInStaff('editor')
  await begin(page, named('两张表'))
  const insert = async () => {
    await page.getByRole('button', { name: '插入表格' }).click()
    await page.getByRole('button', { name: '插入', exact: true }).click()
  }
  await insert()
  await expect(words(page).locator('table')).toHaveCount(1)
  await saved(page)
  // Opened again, the text begins with the table, and nobody has put the cursor anywhere yet.
  await page.reload()
  await expect(words(page).locator('table')).toHaveCount(1)
  await insert()
  await expect(words(page).locator('table')).toHaveCount(2)
  await expect(words(page).locator('table table')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the table tools are within reach', async ({ page, signInStaff }) => {
    await signInStaff('editor')
    await begin(page, named('手机制表'))
    await paste(page, WORD)
    await words(page).locator('td').first().click()
    const tools = page.getByRole('group', { name: '表格' })
    await expect(tools.getByRole('button')).toHaveCount(12)
    for (const tool of await tools.getByRole('button').all()) {
      const { x, width, height } = (await tool.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      expect(x + width).toBeLessThanOrEqual(375)
    }
    await words(page).locator('td', { hasText: '12' }).click()
    await tools.getByRole('button', { name: '选中右侧一格' }).click()
    await expect(words(page).locator('.selectedCell')).toHaveText(['12', '34'])
    await tools.getByRole('button', { name: '合并单元格' }).click()
    await expect(words(page).locator('td[colspan="2"]')).toHaveText('1234')
    await tools.getByRole('button', { name: '删除行' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await faultsOf(page)).toEqual([])
  })
})
