import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  fill,
  newCreditCode,
  newPhone,
  newUserName,
  PASSWORD,
  press,
  receiveCode,
  summary,
} from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, phone as onPhone, test, visit, waitForHydration } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

/** An organisation of the register that nobody signs in for, in a province of its own, reached by mail. */
async function unclaimed(): Promise<{ name: string; address: string }> {
  const unit = newUserName()
  const [name, address] = [`待开通机电有限公司${unit.slice(-4)}`, `${unit}@example.com`]
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into organisation (name, credit_code, province_code, city) values ($1, $2, '540000', '拉萨市') returning id`,
    [name, newCreditCode()],
  )
  await database.query(
    `insert into organisation_contact (organisation_id, role, name, email) values ($1, 'liaison', '李晓明', $2)`,
    [rows[0].id, address],
  )
  await database.end()
  return { name, address }
}

test('staff invite a company; its link opens the account, and the company is its own at once', async ({
  page,
  browser,
  signInStaff,
}) => {
  const { name, address } = await unclaimed()
  await signInStaff('admin')
  await visit(page, '/staff/invitations')
  expect(await faultsOf(page)).toEqual([])
  await main(page).getByRole('button', { name: '邀请单位' }).click()
  await dialog(page).getByLabel('邀请谁').click()
  await page.getByTitle('登记在册的全部单位').click()
  await dialog(page).getByLabel('地区').fill('西藏')
  await dialog(page).getByLabel('地区').press('Enter')
  await expect(dialog(page).getByRole('row').filter({ hasText: name })).toContainText('邮件')
  await dialog(page).getByLabel('有效天数').fill('3')
  await dialog(page)
    .getByRole('button', { name: /^邀请这 \d+ 家$/ })
    .click()
  await expect(dialog(page).getByText('至少 7 天').first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByLabel('有效天数').fill('30')
  await dialog(page)
    .getByRole('button', { name: /^邀请这 \d+ 家$/ })
    .click()
  await expect(dialog(page).getByRole('status')).toContainText(/^已邀请 \d+ 家/)
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  const row = main(page).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('已发出')
  expect(await faultsOf(page)).toEqual([])

  const context = await browser.newContext({ ...onPhone, baseURL: process.env.SITE_URL })
  const guest = await context.newPage()
  await guest.goto(await linkIn(address))
  await waitForHydration(guest)
  await expect(guest.getByText(name)).toBeVisible()
  expect(await faultsOf(guest)).toEqual([])
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await press(guest, '开通账号')
  await expect(summary(guest)).toBeVisible()
  const phone = newPhone()
  await fill(guest, '用户名', newUserName())
  await fill(guest, '密码', PASSWORD)
  await fill(guest, '联系人手机号', phone)
  await receiveCode(guest, phone)
  await guest.getByLabel('我已阅读并同意《隐私政策》').check()
  await guest.getByLabel('我已阅读并同意《用户协议》').check()
  await press(guest, '开通账号')
  await guest.waitForURL(/\/admin\/user$/)
  await visit(guest, '/admin/user/profile')
  await expect(guest.getByLabel(/^单位名称/)).toHaveValue(name)
  await context.close()

  await visit(page, `/staff/invitations?state=accepted`)
  await expect(main(page).getByRole('row').filter({ hasText: name })).toContainText('已开通')
})

/** The link in the mail that went to an address, once it is there. */
async function linkIn(address: string): Promise<string> {
  const folder = join(process.env.SITE_DATA!, 'outbox/mail')
  let link: string | undefined
  await expect
    .poll(async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const mail = await readFile(join(folder, name), 'utf8')
        if (mail.includes(address)) link = plain(mail).match(/\/invite#[\w-]+/)?.[0]
      }
      return link
    })
    .toBeTruthy()
  return link!
}

/** A mail with its parts decoded, whichever way each was coded. */
const plain = (mail: string): string => {
  const parts = mail.split(/\r\n\r\n/).map(part => part.replace(/\r\n--[^\n]*[\s\S]*$/, ''))
  const decoded = parts.map(part => Buffer.from(part.replace(/\s/g, ''), 'base64').toString())
  return [mail.replace(/=\r\n/g, ''), ...decoded].join('\n')
}
