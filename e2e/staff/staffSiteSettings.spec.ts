import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { dialog, open, press, signInBeforeEach, summary, test } from '../support/ownSite.ts'
import { expect, lookInto, waitForHydration } from '../support/test.ts'

signInBeforeEach()

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'default' })

test('each group of settings says what is wrong with which field', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/settings', '协会信息')
  const wrong: [string, RegExp, string, string][] = [
    ['协会信息', /^协会名称/, '', '请填写协会名称'],
    ['联系方式', /^邮箱/, '没有 at', 'name@example.com'],
    ['备案号', /^ICP 备案号/, '京12345', '京ICP备2021012345号-1'],
    ['会员', /^会员编号前缀/, '会员', '大写字母'],
    ['徽标与二维码', /^名称1/, '', '请填写名称'],
  ]
  for (const [group, name, value, message] of wrong) {
    const card = page.getByRole('region', { name: group, exact: true })
    await card.getByRole('button', { name: `修改 ${group}` }).click()
    await card.getByRole('textbox', { name }).fill(value)
    await card.getByRole('button', { name: '保存' }).click()
    await expect(summary(page)).toContainText(message)
    expect(await faultsOf(page), group).toEqual([])
    await card.getByRole('button', { name: '取消' }).click()
  }
  const account = page.getByRole('region', { name: '收款账户', exact: true })
  await expect(account).toContainText('由有财务权限的同事修改')
  await expect(account.getByRole('button', { name: /^修改/ })).toHaveCount(0)
})

test('grey is switched on for a memorial day, on the home page alone, and put back', async ({ page }) => {
  await open(page, '/staff/settings', '显示方式')
  const card = page.getByRole('region', { name: '显示方式', exact: true })
  await card.getByRole('button', { name: '修改 显示方式' }).click()
  await card.getByRole('button', { name: /用这一天.*南京大屠杀/ }).click()
  await expect(card.getByLabel(/^灰色显示开始/)).toHaveValue(/-12-13T00:00$/)
  await card.getByLabel(/^灰色显示开始/).fill('2026-01-01T00:00')
  await card.getByLabel(/^灰色显示结束/).fill('2025-01-01T00:00')
  await card.getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('结束时间应晚于开始时间')
  expect(await faultsOf(page)).toEqual([])
  await card.getByLabel(/^灰色显示结束/).fill('2099-01-01T00:00')
  await card.getByRole('radio', { name: '仅首页' }).check()
  await card.getByRole('button', { name: '保存' }).click()
  await expect(card.getByText('2099-01-01 00:00')).toBeVisible()
  const filter = async (path: string) => {
    await page.goto(path)
    return page.locator('html').evaluate(html => getComputedStyle(html).filter)
  }
  expect(await filter('/admin/home')).toBe('grayscale(1)')
  expect(await filter('/admin/verify')).toBe('none')
  await open(page, '/staff/settings', '显示方式')
  const line = page.getByRole('row').filter({ hasText: '修改 显示方式' }).first()
  await line.getByRole('button', { name: /^恢复/ }).click()
  await expect(page.getByRole('row').filter({ hasText: '恢复 显示方式' })).toBeVisible()
  expect(await filter('/admin/home')).toBe('none')
})

/** Runs on its own site: memorial mode hides the adverts on every page. */
test('on a memorial day the whole site is without colour, and what is fixed stays fixed', { tag: '@night' }, async ({
  page,
  visit,
  own,
}) => {
  const database = await lookInto(own.dataDir)
  const greyFrom = (moment: string | null) =>
    database.query("update setting set value = jsonb_set(value, '{greyFrom}', $1) where name = 'display'", [
      JSON.stringify(moment),
    ])
  const shows = (grey: boolean) =>
    expect(async () => {
      await visit('/admin/news/list/3')
      await expect(page.locator('html')).toHaveCSS('filter', grey ? 'grayscale(1)' : 'none', { timeout: 1 })
    }).toPass()
  try {
    await greyFrom(new Date(Date.now() - 3_600_000).toISOString())
    await shows(true)
    await page.evaluate(() => scrollTo(0, 600))
    await expect(page.getByRole('banner')).toHaveAttribute('data-compact')
    expect((await page.getByRole('banner').boundingBox())!.y).toBe(0)
  } finally {
    await greyFrom(null)
    await shows(false)
    await database.end()
  }
})

test('an old address is entered, leads to its article, then to another, then nowhere', { tag: '@night' }, async ({
  page,
  own,
}) => {
  const { data } = await (await page.request.get(`${own.url}/api/catalog/a?catalogId=21`)).json()
  const [first, second] = data.list as { id: number; title: string }[]
  const leadsTo = async () => {
    const answer = await page.request.get(`${own.url}/news/show.asp?id=9`, { maxRedirects: 0 })
    return answer.headers().location
  }
  const send = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  await page.goto('/staff/redirects')
  await waitForHydration(page)
  await press(page, '新增旧网址')
  await dialog(page)
    .getByLabel(/^旧网址/)
    .fill('http://old.example/News/Show.asp?ID=9')
  await dialog(page)
    .getByLabel(/^转到的文章编号/)
    .fill(String(first!.id))
  await send('保存')
  await expect(page.getByRole('link', { name: first!.title })).toBeVisible()
  expect(await leadsTo()).toBe(`/admin/news/list-info/${first!.id}`)
  await press(page, /^修改 /)
  await dialog(page)
    .getByLabel(/^转到的文章编号/)
    .fill(String(second!.id))
  await send('保存')
  await expect(page.getByRole('link', { name: second!.title })).toBeVisible()
  expect(await leadsTo()).toBe(`/admin/news/list-info/${second!.id}`)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^删除 /)
  await send('删除')
  await expect(page.getByText('还没有旧网址')).toBeVisible()
  expect(await leadsTo()).toBeUndefined()
})

test('what visitors have found something by is seen, hidden, and proposed again', { tag: '@night' }, async ({
  page,
  own,
}) => {
  const proposed = async (key: string) => {
    const { data } = await (await page.request.get(`${own.url}/api/search/suggest`, { params: { key } })).json()
    return (data as { text: string; typeName: string }[]).flatMap(one => (one.typeName === '大家搜过' ? one.text : []))
  }
  await page.goto('/staff/past-searches')
  await waitForHydration(page)
  await expect(page.getByText('还没有大家搜过的词')).toBeVisible()
  for (const key of ['锅炉清洗', '水质检测'])
    for (const n of [1, 2, 3]) {
      const headers = { 'x-forwarded-for': `10.8.${n}.1` }
      await page.request.post(`${own.url}/api/search/count`, { headers, data: { key } })
    }
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: '锅炉清洗' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await press(page, '不提示 锅炉清洗')
  await expect(page.getByRole('button', { name: '恢复提示 锅炉清洗' })).toBeVisible()
  expect([await proposed('锅炉清'), await proposed('水质检')]).toEqual([[], ['水质检测']])
  await page.getByRole('checkbox', { name: '选择 锅炉清洗' }).check()
  await page.getByRole('checkbox', { name: '选择 水质检测' }).check()
  await press(page, '所选恢复提示')
  await expect(page.getByRole('button', { name: '不提示 锅炉清洗' })).toBeVisible()
  expect(await proposed('锅炉清')).toEqual(['锅炉清洗'])
})

test('长者版 may be what everybody gets, and whoever switches it off keeps that', { tag: '@night' }, async ({
  page,
  own,
}) => {
  const display = async () => {
    const { data } = await (await page.request.get(`${own.url}/api/staff/settings`)).json()
    return data.find(({ code }: { code: string }) => code === 'display')
  }
  const choose = async (reading: string) => {
    const { version, values } = await display()
    const data = { code: 'display', version, form: { ...values, reading } }
    const answer = await page.request.post(`${own.url}/api/staff/settings/save`, { headers: { origin: own.url }, data })
    expect((await answer.json()).code).toBe(200)
  }
  const html = page.locator('html')
  await choose('elder')
  await page.goto('/admin/home')
  await waitForHydration(page)
  await expect(html).toHaveAttribute('data-elder', 'on')
  await expect(page.getByRole('complementary', { name: '广告' })).toHaveCount(0)
  await page.getByRole('button', { name: '退出长者版' }).click()
  await expect(html).not.toHaveAttribute('data-elder')
  await page.goto('/admin/verify')
  await waitForHydration(page)
  await expect(html).not.toHaveAttribute('data-elder')
  await choose('standard')
})

test('who saves second sees what is there now beside what was typed, and loses nothing', { tag: '@night' }, async ({
  page,
  context,
}) => {
  await open(page, '/staff/settings', '联系方式')
  const other = await context.newPage()
  await open(other, '/staff/settings', '联系方式')
  const card = (on: Page) => on.getByRole('region', { name: '联系方式', exact: true })
  for (const on of [page, other]) await card(on).getByRole('button', { name: '修改 联系方式' }).click()
  await card(other).getByRole('textbox', { name: /^邮箱/ }).fill('first@example.com')
  await card(other).getByRole('button', { name: '保存' }).click()
  await expect(card(other).getByText('first@example.com')).toBeVisible()
  await card(page).getByRole('textbox', { name: /^邮箱/ }).fill('second@example.com')
  await card(page).getByRole('button', { name: '保存' }).click()
  await expect(card(page).getByRole('alert')).toContainText(/已由 叶青禾 于 \d\d:\d\d 修改/)
  await expect(card(page).getByRole('alert')).toContainText('现在是“first@example.com”，您填写的是“second@example.com”')
  expect(await faultsOf(page)).toEqual([])
  await card(page).getByRole('button', { name: '用我填写的内容保存' }).click()
  await expect(card(page).getByText('second@example.com')).toBeVisible()
})
