import type { Browser, Locator, Page } from '@playwright/test'
import { artwork, inDays, moveTo } from '../support/advertising.ts'
import { faultsOf } from '../support/axe.ts'
import { newCompany, scan } from '../support/company.ts'
import { tabTo } from '../support/keys.ts'
import { ask, expect, lookInto, openSession, signInBy, test, visit } from '../support/test.ts'

const TITLE = `从草稿到投放演示 ${Date.now() % 100_000}`
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

async function deskOf(browser: Browser, baseURL: string, userName: string) {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const value = await openSession(userName)
  await context.addCookies([{ name: 'staff', value, url: baseURL, httpOnly: true, sameSite: 'Strict' }])
  return context.newPage()
}

/** Approves on the review desk, whatever the button is called there. */
async function approve(desk: Page) {
  const name = /^(通过|确认到账)$/
  await desk.getByRole('region', { name: '办理' }).getByRole('button', { name }).click()
  await dialog(desk).getByRole('button', { name }).click()
  await expect(dialog(desk)).toHaveCount(0)
}

const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label} ?(必填|选填)?$`))

/** Tabs to the field and types, using only the keyboard. */
async function type(page: Page, label: RegExp, text: string) {
  await tabTo(page, label)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

async function upload(page: Page, label: string, file: Awaited<ReturnType<typeof artwork>>) {
  const choosing = page.waitForEvent('filechooser')
  await main(page)
    .getByRole('button', { name: new RegExp(`^选择文件\\s*：${label}$`) })
    .click()
  await (await choosing).setFiles(file)
  const list = main(page).getByRole('list', { name: label, exact: true })
  await expect(list.getByRole('button', { name: /^移除/ })).toBeVisible()
}

async function applicationOf(id: number): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query('select application_id from advert where id = $1', [id])
  await database.end()
  return rows[0].application_id
}

test('an advert, from a draft drawn up by keyboard to shown, clicked, read in figures, and gone', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { token, orgName } = await newCompany(page)
  await signInBy(page, token)
  let id = 0

  await test.step('the member chooses a position and fills the form in', async () => {
    await visit(page, '/admin/user/adverts/new')
    await expect(main(page).getByRole('button', { name: /^选这里\s*：首页右侧$/ })).toBeEnabled()
    await tabTo(page, /^选这里：首页右侧$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/adverts\/\d+$/)
    id = Number(page.url().split('/').at(-1))
    await expect(field(page, '广告标题')).toBeVisible()
    await type(page, /^开始日期/, inDays(5))
    await page.keyboard.press('Enter')
    await type(page, /^结束日期/, inDays(14))
    await page.keyboard.press('Enter')
    // A word that the association's list forbids, and a picture of the wrong size, are told at their fields at once.
    await field(page, '广告标题').fill(`最 佳${TITLE}`)
    await expect(field(page, '广告标题')).toHaveAccessibleDescription(/广告禁用的词语：最佳，请改写/)
    await field(page, '广告标题').fill('')
    await type(page, /^广告标题/, TITLE)
    await upload(page, '广告图片', await artwork('P3', '#b03505', 2))
    await expect(main(page).locator('.field-error', { hasText: '现为 140 × 90 像素' })).toBeVisible()
    await main(page).getByRole('button', { name: /^移除/ }).first().click()
    await upload(page, '广告图片', await artwork('P3', '#b03505'))
    await expect(main(page).getByText('首页右侧，手机')).toBeVisible()
    await type(page, /^图片的文字说明/, '演示设备')
    await main(page).getByRole('radio', { name: '本站页面' }).check()
    await field(page, '链接地址').fill('/admin/verify')
    await field(page, '产品或服务说明').fill('用于演示的广告。')
    await upload(page, '营业执照', scan('营业执照.pdf'))
    await expect(main(page).getByText('10 天 ×')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await main(page).getByRole('button', { name: '下一步：核对并提交' }).press('Enter')
    await main(page).getByRole('button', { name: '确认提交' }).press('Enter')
    await expect(main(page).getByRole('heading', { name: /已提交$/ })).toBeFocused()
    await visit(page, '/admin/user/adverts')
    await expect(main(page).getByRole('row').filter({ hasText: TITLE })).toContainText('待初审')
  })

  const caseId = await applicationOf(id)
  const reviewer = await deskOf(browser, baseURL!, 'reviewer')
  await test.step('it is returned with a remark at one field, and mended', async () => {
    await visit(reviewer, `/staff/review/${caseId}`)
    await expect(reviewer.getByText('所选日期有空位')).toBeVisible()
    const desk = await reviewer.evaluate(async caseId => {
      const json = { 'content-type': 'application/json' }
      const { data } = await (await fetch(`/api/staff/review/detail?id=${caseId}`)).json()
      const remarks = [{ field: 'alt', text: '请写出设备的名称' }]
      const body = JSON.stringify({ id: caseId, version: data.version, action: 'return', opinion: '', remarks })
      return (await (await fetch('/api/staff/review/decide', { method: 'POST', headers: json, body })).json()).code
    }, caseId)
    expect(desk).toBe(200)
    await visit(page, `/admin/user/adverts/${id}`)
    await expect(main(page).getByText('请写出设备的名称').first()).toBeVisible()
    await expect(field(page, '广告标题')).toHaveCount(0)
    await field(page, '图片的文字说明').fill('演示设备 YS-1')
    await main(page).getByRole('button', { name: '下一步：核对并提交' }).click()
    await main(page).getByRole('button', { name: '确认提交' }).click()
    await expect(main(page).getByRole('heading', { name: /已提交$/ })).toBeFocused()
    await visit(page, '/admin/user/adverts')
    await expect(main(page).getByRole('row').filter({ hasText: TITLE })).toContainText('待初审')
  })

  await test.step('the reviewer passes it, the member pays, the cashier finds the money', async () => {
    await visit(reviewer, `/staff/review/${caseId}`)
    await approve(reviewer)
    await visit(page, `/admin/user/adverts/${id}`)
    await expect(main(page).getByRole('heading', { name: /^广告费/ })).toBeVisible()
    await field(page, '汇款日期').fill(inDays(0))
    await field(page, '汇款日期').press('Enter')
    await field(page, '汇款单位或个人').fill(orgName)
    await field(page, '票据抬头').fill(orgName)
    await field(page, '接收票据的邮箱').fill('finance@example.com')
    await upload(page, '汇款凭证', scan('回单.pdf'))
    await main(page).getByRole('button', { name: '提交缴费凭证' }).click()
    await expect(main(page).getByText('财务确认到账后按期投放')).toBeVisible()
    const cashier = await deskOf(browser, baseURL!, 'cashier')
    await visit(cashier, `/staff/review/${caseId}`)
    await approve(cashier)
    await visit(page, '/admin/user/adverts')
    await expect(main(page).getByRole('row').filter({ hasText: TITLE })).toContainText('排期中')
  })

  const guest = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  const shown = (page: Page): Locator => page.locator(`[data-advert="${id}"]`)
  await test.step('its day comes: a visitor sees it on the home page, marked 广告, and opens it', async () => {
    await moveTo(id, 0, 9)
    let there: { id: number }[] = []
    const turnNow = async () => {
      there = await ask('/adverti?position=P3')
      return there.findIndex(one => one.id === id)
    }
    await expect.poll(turnNow).toBeGreaterThanOrEqual(0)
    const turn = there.findIndex(one => one.id === id)
    // Several take turns by the minute of the visit: this is the minute of this one.
    const minute = Math.ceil(Date.now() / 60_000 / there.length) * there.length + turn
    await guest.clock.setFixedTime(new Date(minute * 60_000))
    await visit(guest, '/admin/home')
    const advert = shown(guest)
    await advert.scrollIntoViewIfNeeded()
    await expect(advert).toBeVisible()
    await expect(advert).toContainText('广告')
    await expect(advert).toHaveAttribute('aria-label', `广告：${orgName}`)
    await expect(advert.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer sponsored')
    const stats = async () => {
      const response = await page.request.get(`/api/cms/adverti/stats?id=${id}`, { headers: { token } })
      const { views, clicks } = (await response.json()).data
      return { views, clicks }
    }
    await expect.poll(stats, { timeout: 20_000 }).toEqual({ views: 1, clicks: 0 })
    const [opened] = await Promise.all([guest.context().waitForEvent('page'), advert.getByRole('link').click()])
    await opened.waitForURL(/\/admin\/verify$/)
    await expect.poll(stats).toEqual({ views: 1, clicks: 1 })
    expect(await guest.context().cookies()).toEqual([])
  })

  await test.step('in 长者版 it is not even fetched', async () => {
    const elder = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
    await elder.addInitScript(() => localStorage.setItem('reading', '{"elder":"on"}'))
    const asked: string[] = []
    const pictures = ((await ask('/adverti')) as { imgUrl: string }[]).map(({ imgUrl }) => imgUrl)
    elder.on('request', request => asked.push(new URL(request.url()).pathname))
    await visit(elder, '/admin/home')
    await elder.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await elder.waitForLoadState('networkidle')
    await expect(shown(elder)).toBeHidden()
    expect(asked.filter(path => pictures.includes(path) || path.startsWith('/api/app/adverti'))).toEqual([])
  })

  await test.step('the advertiser reads the figures, and when its time is over it is gone', async () => {
    await visit(page, `/admin/user/adverts/${id}`)
    await expect(main(page).getByText('投放数据')).toBeVisible()
    await expect(main(page).locator('.advert-figures')).toHaveText(/1\s*浏览\s*1\s*点击\s*100\.00%/)
    expect(await faultsOf(page)).toEqual([])
    await moveTo(id, -9, -1)
    await guest.reload()
    await expect(shown(guest)).toHaveCount(0)
    await visit(page, '/admin/user/adverts')
    await expect(main(page).getByRole('row').filter({ hasText: TITLE })).toContainText('已到期')
  })
})
