import type { Locator, Page } from '@playwright/test'
import { dialog, main } from '../support/board.ts'
import { unfoldMenu } from '../support/desk.ts'
import { expect, visit } from '../support/test.ts'

/** A colleague, by phone, for this part of the company's business. */
export async function inviteClerk(page: Page, name: string, phone: string, duty: string) {
  await visit(page, '/admin/user/clerks')
  await main(page).getByRole('button', { name: '邀请经办人' }).click()
  await dialog(page).getByLabel(/^姓名/).fill(name)
  await dialog(page)
    .getByLabel(/^手机号/)
    .fill(phone)
  await dialog(page).getByRole('checkbox', { name: duty }).check()
  await dialog(page).getByRole('button', { name: '发出邀请' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

export async function acceptInvitation(page: Page, company: string) {
  await visit(page, '/admin/user/clerks')
  await main(page)
    .getByRole('button', { name: new RegExp(`^接受 ?${company}`) })
    .click()
  await expect(main(page).getByRole('complementary', { name: '为谁办理' })).toContainText(company)
}

/** Looks a certificate up by the number typed on the home page, and returns the result. */
export async function checkNumber(page: Page, number: string): Promise<Locator> {
  await visit(page, '/')
  await page.getByRole('textbox', { name: '证书查验' }).fill(number)
  await page.getByRole('button', { name: '查验' }).click()
  return sheetOf(page)
}

/** The same by the address that its code holds. */
export async function checkCode(page: Page, code: string): Promise<Locator> {
  await visit(page, code)
  return sheetOf(page)
}

async function sheetOf(page: Page): Promise<Locator> {
  await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('有效')
  return main(page).getByRole('article')
}

const DEAD_END = '抱歉，您访问的页面不存在'
/** Words of the trade of the demo association. */
const OTHER_TRADE = /锅|水处理|清洗|化验|CBWA/

/** Opens every screen of the menu and the workbench; none mentions another trade than the association's own. */
export async function opensEveryScreen(page: Page) {
  await visit(page, '/staff')
  await unfoldMenu(page)
  const hrefs = await page.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  const paths = [...new Set(hrefs)].filter(href => href.startsWith('/staff/'))
  expect(paths.length).toBeGreaterThan(25)
  for (const path of paths) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(main(page), path).not.toContainText(DEAD_END)
    // The packs that come with the program are of several trades.
    if (path !== '/staff/packs') await expect(main(page), path).not.toContainText(OTHER_TRADE)
  }
}

/** Checks that every link of a page leads to an existing page of the site. */
export async function hasNoDeadLink(page: Page) {
  const links = await page.getByRole('link').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))
  const own = [...new Set(links.map(link => link.split('#')[0]!))].filter(link =>
    link.startsWith(new URL(page.url()).origin),
  )
  expect(own.length).toBeGreaterThan(5)
  const answers = await Promise.all(own.map(async link => [link, (await page.request.get(link)).status()]))
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
}
