import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { until } from '#test/support/site.ts'
import { dialog, main, press } from '../support/board.ts'
import { expect, lookInto, textOf, visit } from '../support/test.ts'
import type { Site } from './site.ts'

const PASSWORD = '电梯每天都要查一遍 8'

/** Link that `npm start` prints for the person who installs the program. */
const FIRST_LINK = /\/staff\/enter#[\w-]+/

/** Opens the printed link and creates the first administrator. */
export async function enterFirst(
  page: Page,
  own: Site,
  { userName, displayName }: Record<'userName' | 'displayName', string>,
) {
  await visit(page, await until(() => own.output().match(FIRST_LINK)?.[0]))
  await expect(page.getByRole('heading', { name: '设立管理员' })).toBeVisible()
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('姓名').fill(displayName)
  await choosePassword(page, userName)
}

/** Opens the invitation link that a colleague has handed over. */
export async function enter(page: Page, link: string, { userName }: { userName: string }) {
  const { pathname, hash } = new URL(link)
  await visit(page, pathname + hash)
  await choosePassword(page, userName)
}

/** Chooses a password, signs in with it, and sets the second factor up. */
async function choosePassword(page: Page, userName: string) {
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: '再输入一次密码' }).fill(PASSWORD)
  await page.getByRole('button', { name: '设置密码' }).click()
  await page.getByRole('link', { name: '去登录' }).click()
  await page.getByLabel('用户名或手机号').fill(userName)
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('button', { name: '启用两步验证' }).click()
  const secret = (await textOf(page.locator('.totp-steps code'))).replace(/ /g, '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await page.getByLabel('输入验证器显示的六位数字').fill(code)
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await page.getByRole('button', { name: '我已保存好' }).click()
  await expect(page.getByText('已启用', { exact: true })).toBeVisible()
}

/** Gives the password where an act asks for it some time after the sign-in; `done`: what the act leads to. */
export async function confirmIfAsked(page: Page, done: Locator) {
  const asked = page.getByRole('dialog', { name: '请确认是您本人' })
  await expect(asked.or(done).first()).toBeVisible({ timeout: 120_000 })
  if (!(await asked.isVisible())) return
  await asked.getByLabel('密码').fill(PASSWORD)
  await press(asked, '确认')
}

/** Accounts that one person has opened are no second person to each other until a fortnight has passed. */
export async function letFortnightPass(own: Site) {
  const database = await lookInto(own.dataDir)
  await database.query(`update account_handling set handled_at = handled_at - interval '15 days'`)
  await database.end()
}

/** Opens an account for a colleague; answers the link to be handed over. */
export async function invite(page: Page, { userName, displayName, role }: Record<string, string>): Promise<string> {
  await visit(page, '/staff/colleagues')
  await press(main(page), '开通账号')
  await dialog(page)
    .getByLabel(/^用户名/)
    .fill(userName!)
  await dialog(page).getByLabel(/^姓名/).fill(displayName!)
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(`^${role}`) })
    .check()
  await dialog(page).getByRole('button', { name: '开通', exact: true }).click()
  const link = await textOf(dialog(page).locator('.entry-link'))
  await press(dialog(page), '完成')
  return link
}
