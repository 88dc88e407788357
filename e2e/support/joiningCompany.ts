import { expect, type Page } from '@playwright/test'
import { receiveCode } from './accounts.ts'
import { visit } from './test.ts'
import { digits, newCreditCode, newPhone, newUserName } from './uniqueValues.ts'

export const PASSWORD = '清洗之前先看水质 7'

export function newCompany() {
  return {
    name: `北京第${digits(7)}锅炉清洗有限公司`,
    creditCode: newCreditCode(),
    userName: newUserName(),
    phone: newPhone(),
  }
}
export type Company = ReturnType<typeof newCompany>
export const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

export async function signIn(page: Page, of: Company) {
  await page.getByLabel('用户名、手机号或统一社会信用代码').fill(of.userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await press(page, /^登录$/)
}

/** Fills in the registration form of a company. */
export async function fillRegistration(page: Page, of: Company) {
  await visit(page, '/admin/login/register')
  await page.getByLabel('单位名称', { exact: true }).fill(of.name)
  await page.getByLabel('统一社会信用代码', { exact: true }).fill(of.creditCode)
  await page.getByLabel('用户名').fill(of.userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('联系人手机号', { exact: true }).fill(of.phone)
  await agree(page)
}

export async function agree(page: Page) {
  await page.getByLabel('我已阅读并同意《隐私政策》').check()
  await page.getByLabel('我已阅读并同意《用户协议》').check()
}

/** Registers through the screen, with the SMS code. */
export async function register(page: Page, of: Company) {
  await fillRegistration(page, of)
  await receiveCode(page, of.phone)
  await press(page, /^注册$/)
  await expect(page).toHaveURL('/admin/user/profile')
}
