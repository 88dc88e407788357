import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany, newPerson, newPhone, OWN_PASSWORD } from '../support/company.ts'
import { expect, lookInto, phone as onPhone, signInBy, test, textsTo, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const CLERKS = '/admin/user/clerks'

test('a company invites a clerk, who accepts, acts for it within bounds, and is removed', async ({ page, browser }) => {
  test.slow()
  const { token, orgName, creditCode } = await newCompany(page)
  await signInBy(page, token)
  await visit(page, CLERKS)
  await expect(main(page).getByText('还没有经办人。')).toBeVisible()
  await main(page).getByRole('button', { name: '邀请经办人' }).click()
  await dialog(page).getByRole('button', { name: '发出邀请' }).click()
  for (const fault of [/请填写姓名/, /请选择可以办理的事项|请至少选择一项/])
    await expect(dialog(page).getByText(fault).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const phone = newPhone()
  await dialog(page).getByLabel(/^姓名/).fill('王敏')
  await dialog(page)
    .getByLabel(/^手机号/)
    .fill(phone)
  await dialog(page).getByRole('checkbox', { name: '人员与培训' }).check()
  await dialog(page).getByRole('button', { name: '发出邀请' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const clerks = main(page).getByRole('table', { name: '本单位的经办人' })
  const row = clerks.getByRole('row').filter({ hasText: '王敏' })
  await expect(row).toContainText('已邀请')
  await expect.poll(() => textsTo(phone)).toContainEqual(expect.stringContaining(orgName))

  const other = await browser.newContext({ baseURL: process.env.SITE_URL, ...onPhone, reducedMotion: 'reduce' })
  const clerk = await other.newPage()
  await signInBy(clerk, (await newPerson(clerk, phone)).token)
  await visit(clerk, CLERKS)
  await expect(main(clerk).getByText('有 1 家单位请您担任经办人')).toBeVisible()
  expect(await faultsOf(clerk)).toEqual([])
  await main(clerk)
    .getByRole('button', { name: new RegExp(`^接受 ?${orgName}`) })
    .click()
  await clerk.waitForURL(/\/admin\/user$/)
  await expect(main(clerk).getByRole('complementary', { name: '为谁办理' })).toContainText(
    `正以经办人“王敏”的身份办理${orgName}的事务（人员与培训）`,
  )
  // The clerk's duties do not include the company name.
  await visit(clerk, '/admin/user/profile')
  await expect(
    main(clerk)
      .getByText(/须由本单位负责人，或有“全部事项”权限的经办人办理/)
      .first(),
  ).toBeVisible()
  await expect(main(clerk).getByRole('textbox', { name: /^网站/ })).toBeDisabled()
  await expect(main(clerk).getByRole('button', { name: '保存修改' })).toBeDisabled()
  await visit(clerk, CLERKS)
  expect(await faultsOf(clerk)).toEqual([])
  const wide = () => document.documentElement.scrollWidth - innerWidth
  expect(await clerk.evaluate(wide)).toBeLessThanOrEqual(0)
  await main(clerk).getByRole('button', { name: '回到本人账号' }).click()
  await clerk.waitForURL(/\/admin\/user$/)
  await expect(main(clerk).getByRole('complementary', { name: '为谁办理' })).toHaveCount(0)
  await visit(clerk, CLERKS)
  await main(clerk)
    .getByRole('button', { name: /^为其办理/ })
    .click()
  await clerk.waitForURL(/\/admin\/user$/)

  await visit(page, CLERKS)
  await expect(row).toContainText('在办')
  await expect(main(page).getByRole('table', { name: '本单位的操作记录' })).toContainText('王敏')
  // This act asks for the password some time after sign-in.
  const database = await lookInto()
  await database.query(
    `update session set confirmed_at = now() - interval '1 hour'
     where account_id in (select account.id from account join organisation on organisation.id = organisation_id
       where organisation.credit_code = $1)`,
    [creditCode],
  )
  await database.end()
  await row.getByRole('button', { name: /^修改/ }).click()
  await dialog(page).getByRole('checkbox', { name: '缴费与发票' }).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '保存' }).click()
  const confirming = page.getByRole('dialog', { name: '请确认是您本人' })
  await expect(confirming.getByLabel('密码')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await confirming.getByLabel('密码').fill('not the password')
  await confirming.getByRole('button', { name: '确认' }).click()
  await expect(confirming.getByRole('alert')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await confirming.getByLabel('密码').fill(OWN_PASSWORD)
  await confirming.getByRole('button', { name: '确认' }).click()
  await expect(row).toContainText('人员与培训、缴费与发票')
  await row.getByRole('button', { name: /^移交/ }).click()
  const handingOver = page.getByRole('tooltip').filter({ hasText: '把本单位账号移交给王敏？' })
  await expect(handingOver.getByRole('button', { name: '移交' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await handingOver.getByRole('button', { name: '取消' }).click()
  await expect(handingOver).toBeHidden()
  await row.getByRole('button', { name: /^移除/ }).click()
  await expect(page.getByRole('tooltip').getByRole('button', { name: '移除' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('tooltip').getByRole('button', { name: '移除' }).click()
  await expect(main(page).getByText('还没有经办人。')).toBeVisible()

  await clerk.getByRole('button', { name: /^会员中心菜单/ }).tap()
  await dialog(clerk).getByRole('link', { name: '人员', exact: true }).tap()
  await expect(clerk.getByRole('alert')).toContainText('您已不再是这家单位的经办人，请重新登录')
  await other.close()
})
