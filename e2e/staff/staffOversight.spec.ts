import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, openSession, phone, test, textOf, visit } from '../support/test.ts'

const SCREENS = ['/staff', '/staff/statistics', '/staff/health', '/staff/jobs', '/staff/audit']

/** The screen is there: its first part has been loaded. */
async function open(page: Page, path: string) {
  await visit(page, path)
  await expect(page.locator('.desk-card h2').first()).toBeVisible()
  await expect(page.locator('.loading')).toHaveCount(0)
}

test.describe('the workbench', () => {
  test('counts what waits, and each number leads to that list', async ({ page, signInStaff }) => {
    const database = await lookInto()
    await database.query(
      `insert into outbox (channel, to_sealed, to_masked, text_sealed, state) values ('sms', 'x', '139****0001', 'x', 'failed')`,
    )
    await database.end()
    await signInStaff('admin')
    await open(page, '/staff')
    const cards = page.locator('.overview-tasks a')
    await expect(cards.filter({ hasText: '没有发出的短信与邮件' })).toBeVisible()
    for (const name of ['没有发出的短信与邮件', '即将到期的证书']) {
      // Other tests may add to these lists: retry until the number and the list agree.
      await expect(async () => {
        await open(page, '/staff')
        const card = cards.filter({ hasText: name })
        const counted = Number((await textOf(card.locator('b'))).replace(/\D/g, ''))
        await card.click()
        await expect(page.locator('.ant-table-row').first()).toBeVisible()
        const total = page.locator('.pager > p')
        const shown = (await total.count())
          ? Number((await textOf(total)).match(/共 ([\d,]+)/)![1]!.replace(',', ''))
          : await page.locator('.ant-table-row').count()
        expect(shown, name).toBe(counted)
      }).toPass()
    }
  })

  test('is read by its tables in print, without what only a screen needs', { tag: '@night' }, async ({
    page,
    signInStaff,
  }) => {
    await signInStaff('admin')
    await open(page, '/staff/statistics')
    const table = page.getByRole('table', { name: '各级别会员' })
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.desk-nav')).toBeHidden()
    await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
    const { width, height } = (await table.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThan(50)
  })

  test('of the statistics opens the list that has so many', { tag: '@night' }, async ({ page, signInStaff }) => {
    await signInStaff('admin')
    for (const [title, row] of [
      ['各级别会员', '会员单位'],
      ['各类证书的状态', '人员'],
    ] as const) {
      // Other tests may add to these lists: retry until the figure and the list agree.
      await expect(async () => {
        await open(page, '/staff/statistics?year=2026')
        await page.getByRole('button', { name: `查看数据表：${title}` }).click()
        const table = page.getByRole('table', { name: title })
        const figure = table.getByRole('row', { name: row }).getByRole('link').first()
        const counted = await textOf(figure)
        await figure.click()
        const pager = page.locator('.pager > p').first()
        await expect(pager).toContainText('共')
        expect(await textOf(pager)).toMatch(new RegExp(`共 ${counted}(?![\\d,])`))
      }).toPass()
      expect(await faultsOf(page)).toEqual([])
    }
  })

  test('draws nothing that a table does not also say', { tag: '@night' }, async ({ page, signInStaff }) => {
    await signInStaff('cashier')
    await open(page, '/staff/statistics?year=2026')
    const button = page.getByRole('button', { name: /数据表：各级别会员/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const rows = page.getByRole('table', { name: '各级别会员' }).locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    const drawn = page.locator('.chart', { hasText: '各级别会员' }).locator('.chart-bars > li')
    expect(await rows.count()).toBe(await drawn.count())
  })
})

/** Calls the API as the statistics screen does. */
const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([path, body]) => {
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return (await fetch(`/api${path}`, init || {})).json()
    },
    [path, body] as const,
  )

test('who changed a figure is found, and what it was before is put back', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('editor')
  await open(page, '/staff/security')
  type Figure = { id: number; name: string; version: string; values: Record<string, string> }
  const find = async (): Promise<Figure> => (await call(page, '/staff/record/list?type=figure')).data.list.at(-1)
  const { id, name, version, values } = await find()
  const other = `${values.unit}数`
  const changed = await call(page, '/staff/record/save', {
    type: 'figure',
    id,
    version,
    form: { ...values, unit: other },
  })
  expect(changed.code, changed.msg).toBe(200)

  await signInStaff('admin')
  await open(page, '/staff/audit?group=figure')
  await page.getByRole('searchbox', { name: '内容' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/words=/)
  const line = page.getByRole('row').filter({ hasText: '叶青禾' }).first()
  await expect(line).toContainText('修改首页数字')
  await line.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: '日志详情' })
  await expect(drawer.getByRole('row', { name: new RegExp(other) })).toContainText(values.unit!)
  expect(await faultsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: '恢复为修改前' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: '关毅' }).first()).toBeVisible()
  expect((await find()).values.unit).toBe(values.unit)
})

test('the audit log is checked, and its head is told', { tag: '@night' }, async ({ page, signInStaff }) => {
  await signInStaff('admin')
  await open(page, '/staff/audit')
  await page.getByRole('button', { name: '开始校验' }).click()
  const told = page.getByText(/日志完好，校验到第 \d+ 行/)
  await expect(told).toBeVisible()
  await expect(page.locator('.ant-alert code')).toHaveText(/^\d+:[0-9a-f]{64}$/)
})

test('a job is run at once by who may', { tag: '@night' }, async ({ page, signInStaff }) => {
  await signInStaff('admin')
  await open(page, '/staff/jobs')
  const row = page.getByRole('row', { name: /清理任务运行记录/ }).first()
  await row.getByRole('button').click()
  await expect(row).toContainText('成功', { timeout: 60_000 })
  await expect(page.getByRole('table', { name: '运行记录' })).toContainText('admin')
})

test.describe('the five screens', () => {
  for (const screen of SCREENS)
    test(`${screen} has no barrier`, { tag: '@night' }, async ({ page, signInStaff }) => {
      await signInStaff('admin')
      await open(page, screen)
      expect(await faultsOf(page)).toEqual([])
    })

  test('fit a phone', { tag: '@night' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...phone, baseURL })
    const page = await context.newPage()
    const value = await openSession('admin')
    await context.addCookies([{ name: 'staff', value, url: baseURL!, httpOnly: true, sameSite: 'Strict' }])
    for (const screen of SCREENS) {
      await open(page, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(375)
    }
    await page.locator('.ant-table-row a').first().click()
    const drawer = page.getByRole('dialog', { name: '日志详情' })
    await expect(drawer.getByText('操作人', { exact: true })).toBeVisible()
    await expect(async () => {
      const { x, width } = (await drawer.boundingBox())!
      expect([Math.round(x), Math.round(x + width)]).toEqual([0, 375])
    }).toPass()
    await context.close()
  })
})
