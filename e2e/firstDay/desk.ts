import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { residentIdCheck } from '../../src/lib/residentId.ts'
import { dialog, main, press } from '../support/board.ts'
import { expect, textOf, visit } from '../support/test.ts'
import { fill, pick } from './joining.ts'

/** The application of this name, from the queue. */
export async function openCase(page: Page, name: string) {
  await visit(page, '/staff/review')
  await main(page).getByRole('link', { name }).first().click()
  await expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible()
}

/** Decided as the button says, and confirmed. */
export async function passes(page: Page, name: string, button: string) {
  await openCase(page, name)
  // Where the charter has a meeting vote, the case leads to its agenda; this one is decided at the desk.
  const direct = main(page).getByRole('button', { name: '不经会议直接通过' })
  const decide = main(page).getByRole('button', { name: button }).or(direct).first()
  await expect(decide).toBeVisible()
  const isDirect = await direct.isVisible()
  await decide.click()
  // What is not met is known a moment after the dialog is there.
  if (isDirect) await dialog(page).getByLabel('仍要通过的理由').fill('已通讯表决')
  await press(dialog(page), button)
  await expect(dialog(page)).toHaveCount(0)
}

/**
 * Adds a person who is not in the register yet and issues a certificate; returns its number and the address in its QR
 * code.
 */
export async function issueToPerson(page: Page, name: string, { kind, level, employer }: Record<string, string>) {
  await visit(page, '/staff/persons')
  await press(main(page), '新增人员')
  const first17 = `33010019900${1 + randomInt(9)}${10 + randomInt(18)}${100 + randomInt(900)}`
  await fill(page, '姓名', name)
  await main(page)
    .getByLabel(/^证件类型/)
    .click()
  await page.locator('.ant-select-item-option', { hasText: '居民身份证' }).click()
  await fill(page, '证件号码', first17 + residentIdCheck(first17))
  await pick(page, '所在省份', '浙江')
  // Only members who agree are listed in the public register.
  await main(page)
    .getByRole('radiogroup', { name: /^会员名录公示/ })
    .or(main(page).getByRole('group', { name: /^会员名录公示/ }))
    .first()
    .getByRole('radio', { name: '同意', exact: true })
    .check()
  await choose(page, '在册的工作单位', employer!)
  await press(main(page), '保存')
  await expect(page).toHaveURL(/\/staff\/persons\/\d+$/)
  await visit(page, '/staff/certificates')
  await press(main(page), '签发证书')
  await main(page).getByRole('radio', { name: kind! }).check()
  await main(page).getByRole('radio', { name: level! }).check()
  await choose(page, '持证人员', name)
  await press(main(page), '签发')
  await expect(page).toHaveURL(/\/staff\/certificates\/\d+$/)
  const number = (await textOf(main(page).getByRole('heading', { level: 2 }).first())).trim().split(/\s/)[0]!
  const code = await main(page).getByRole('link', { name: '打开公开的查验页' }).getAttribute('href')
  const { pathname, search } = new URL(code!)
  return { number, code: pathname + search }
}

async function choose(page: Page, label: string, name: string) {
  await main(page)
    .getByLabel(new RegExp(`^${label}`))
    .click()
  await main(page)
    .getByLabel(new RegExp(`^${label}`))
    .fill(name)
  await page.locator('.ant-select-item-option', { hasText: name }).first().click()
}
