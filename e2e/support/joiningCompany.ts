import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'

export const PASSWORD = '清洗之前先看水质 7'
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

export function newCompany() {
  const first17 = `91110105MA${digits(7)}`
  return {
    name: `北京第${digits(7)}锅炉清洗有限公司`,
    creditCode: first17 + creditCodeCheck(first17),
    userName: `unit_${digits(8)}`,
    phone: `13900${digits(6)}`,
  }
}
export type Company = ReturnType<typeof newCompany>
export const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

export async function signIn(page: Page, of: Company) {
  await page.getByLabel('用户名、手机号或统一社会信用代码').fill(of.userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await press(page, /^登录$/)
}
