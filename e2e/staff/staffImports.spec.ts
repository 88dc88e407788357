import { readFile } from 'node:fs/promises'
import type { Download, FileChooser, Page } from '@playwright/test'
import { PERSON_HEADINGS, personRow, sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { expect, lookInto, phone, test } from '../support/test.ts'

const ROWS = 10_000
const BAD = 37

/** People born in that year are this test's own. Every 270th has an identity number that cannot be. */
const listOf = (year: string, count: number, isBad: (n: number) => boolean = () => false) =>
  workbookOf([
    PERSON_HEADINGS,
    ...Array.from({ length: count }, (_, n) => {
      const [name, id, ...rest] = personRow(n, year) as [string, string, ...string[]]
      return [name, isBad(n) ? `${id.slice(0, 17)}${id[17] === 'X' ? '1' : 'X'}` : id, ...rest]
    }),
  ])

async function upload(page: Page, buffer: Buffer, name: string) {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input.upload-input').first().setInputFiles({ name, mimeType, buffer })
}

const count = (page: Page, name: string) => page.locator('.import-counts div', { hasText: name }).locator('dd')
const status = (page: Page) => page.locator('.desk-card-head .tag').first()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

async function save(page: Page, name: string): Promise<[Download, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return [download, await readFile(await download.path())]
}

async function undo(page: Page) {
  await press(page, '撤销这个批次')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('有一行不能撤销，就全部不撤销')
  await dialog.getByRole('button', { name: /^撤\s*销$/ }).click()
  await expect(status(page)).toHaveText('已撤销', { timeout: 60_000 })
}

async function persons(year: string): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query(
    `select count(*) n from person where employer = $1 and extract(year from born_on) = $2`,
    [personRow(0)[4], year],
  )
  await database.end()
  return Number(rows[0].n)
}

test('10,000 persons come in, 37 are mended in the returned workbook, and all of it is undone', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  test.setTimeout(300_000)
  await signInStaff('admin')
  await visit('/staff/imports?of=persons')
  const [template, bytes] = await save(page, '下载空白模板')
  expect(template.suggestedFilename()).toBe('人员导入模板.xlsx')
  expect(textsOf(await sheetOf(bytes))[0]).toContain('*证件号码')
  expect(await faultsOf(page)).toEqual([])

  await upload(page, await listOf('1971', ROWS, n => n % 270 === 269), '会员单位人员.xlsx')
  await expect(page).toHaveURL(/\/staff\/imports\/\d+$/)
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  await expect(count(page, '将新增')).toHaveText('9,963')
  await expect(count(page, '有问题')).toHaveText(String(BAD))
  await expect(page.getByRole('row', { name: /B271/ })).toContainText('证件号码')
  expect(await faultsOf(page)).toEqual([])
  expect(await persons('1971')).toBe(0)

  await press(page, '导入 9,963 行')
  await expect(page.getByRole('progressbar', { name: '导入进度' })).toBeVisible()
  await expect(page.getByText(/正在导入：[1-9]\d* \/ 10000 行/)).toBeVisible({ timeout: 60_000 })
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  expect(await persons('1971')).toBe(ROWS - BAD)

  const [, marked] = await save(page, '下载标注后的表格')
  const sheet = await sheetOf(marked)
  let mended = 0
  sheet.eachRow((row, number) => {
    if (number === 1 || !row.getCell(6).value) return
    row.getCell(2).value = personRow(number - 2, '1971')[1]!
    mended++
  })
  expect(mended).toBe(BAD)
  await page.getByText('上传更正后的表格').click()
  await upload(page, Buffer.from(await sheet.workbook.xlsx.writeBuffer()), '会员单位人员（更正）.xlsx')
  await expect(count(page, '将新增')).toHaveText(String(BAD), { timeout: 60_000 })
  await expect(count(page, '无变化')).toHaveText('9,963')
  await press(page, `导入 ${BAD} 行`)
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  expect(await persons('1971')).toBe(ROWS)

  await undo(page)
  expect(await persons('1971')).toBe(ROWS - BAD)
  await page.getByRole('link', { name: '会员单位人员.xlsx' }).click()
  await expect(status(page)).toHaveText('已导入')
  await undo(page)
  expect(await persons('1971')).toBe(0)
})

test('words are mapped once and cells are mended in place, and the sheet comes in without another upload', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff/imports?of=persons')
  const rows = Array.from({ length: 4 }, (_, n) => {
    const [name, id] = personRow(n, '1975') as [string, string]
    return [name, n === 3 ? `${id.slice(0, 17)}${id[17] === 'X' ? '1' : 'X'}` : id, n < 2 ? '沪上' : '上海']
  })
  await upload(page, await workbookOf([['姓名', '证件号码', '所在省份'], ...rows]), '当场更正.xlsx')
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  await page.getByRole('combobox', { name: '“沪上”对应为' }).click()
  await page.keyboard.type('上海')
  await page.locator('.ant-select-item-option', { hasText: '上海市' }).click()
  expect(await faultsOf(page)).toEqual([])
  await press(page, '按此对应并重新检查（1）')
  await expect(count(page, '有问题')).toHaveText('1', { timeout: 60_000 })
  const cell = page.getByRole('textbox', { name: 'B5 更正为' })
  await expect(page.getByRole('row', { name: /B5/ })).toContainText(rows[3]![0]!)
  await cell.fill(personRow(3, '1975')[1]!)
  await press(page, '保存更正并重新检查（1）')
  await expect(count(page, '有问题')).toHaveText('0', { timeout: 60_000 })
  await press(page, '导入 4 行')
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  await visit('/staff/imports?of=persons')
  await page.getByText('记住的对应（1）').click()
  await press(page, /^删除\s*“沪上”的对应/)
  await expect(page.getByText('记住的对应')).toHaveCount(0)
})

test('an import is cancelled while it runs, and leaves nothing', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  test.setTimeout(120_000)
  await signInStaff('admin')
  await visit('/staff/imports?of=persons')
  await upload(page, await listOf('1972', ROWS), '要取消的.xlsx')
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  await press(page, '导入 10,000 行')
  await press(page, '取消，不写入任何数据')
  await expect(status(page)).toHaveText('已取消', { timeout: 60_000 })
  expect(await persons('1972')).toBe(0)
  await expect(page.getByRole('button', { name: '导入 10,000 行' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('both screens fit, without barriers', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
    await signInStaff('reviewer')
    await visit('/staff/imports?of=persons')
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      expect(await faultsOf(page)).toEqual([])
    }
    await expect(page.getByRole('heading', { name: '上传检查' })).toBeVisible()
    await fits()
    await upload(page, await listOf('1973', 3, n => n === 1), '手机上传.xlsx')
    await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
    await expect(page.getByText('B3', { exact: true })).toBeVisible()
    await fits()
  })
})

test('with the keyboard alone somebody imports good rows only', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  await visit('/staff/imports?of=persons')
  await expect(page.getByRole('heading', { name: '上传检查' })).toBeVisible()
  let chooser!: FileChooser
  // Retry: a key pressed while the screen is updating opens nothing.
  await expect(async () => {
    await tabTo(page, /^选择文件/)
    const opened = page.waitForEvent('filechooser', { timeout: 3_000 })
    await page.keyboard.press('Enter')
    chooser = await opened
  }).toPass()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await chooser.setFiles({ name: '键盘.xlsx', mimeType, buffer: await listOf('1974', 3, n => n === 1) })
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  await tabTo(page, /^导入 2 行$/)
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  expect(await persons('1974')).toBe(2)
})

test('an old address of an imported article leads to it', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
  request,
}) => {
  await signInStaff('admin')
  await visit('/staff/imports?of=articles')
  const [, bytes] = await save(page, '下载空白模板')
  const headings = textsOf(await sheetOf(bytes))[0]!
  const column = (await sheetOf(bytes, '可选值')).getRow(1).getCell(headings.indexOf('*栏目') + 1).text
  const row: Record<string, string> = {
    '*旧网址': '/gonggao/view.asp?id=88',
    '*标题': '从原网站迁来的通知',
    '*栏目': column,
    '*发布时间': '2016-02-03',
    '*正文HTML': '<p>各会员单位请注意。</p>',
  }
  await upload(page, await workbookOf([headings, headings.map(name => row[name] ?? '')]), '文章.xlsx')
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  expect((await request.get('/gonggao/view.asp?id=88', { maxRedirects: 0 })).status()).toBe(404)
  await press(page, '导入 1 行')
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  const answer = await request.get('/gonggao/view.asp?id=88', { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  const response = await page.goto('/Gonggao/View.asp?ID=88')
  expect(response!.status()).toBe(200)
  await expect(page.getByRole('heading', { name: '从原网站迁来的通知' })).toBeVisible()
})
