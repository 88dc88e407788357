import { newCompany } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { paidEnrolment } from '../support/refunding.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

test('a company gives up two of three places: what comes back and what ends is said before, the days after', async ({
  page,
  signInStaff,
}) => {
  const { token, orgName } = await newCompany(page)
  const id = await paidEnrolment('退费演示班', orgName)
  const main = page.getByRole('main')
  await signInBy(page, token)
  await visit(page, `/admin/user/training/registrations/${id}`)
  await main.getByRole('link', { name: '取消报名并申请退款' }).click()
  await expect(main.getByText('名额随即让出')).toBeVisible()
  await expect(main.getByText('按规定今天可退 2,250 元')).toBeVisible()
  await main.getByRole('checkbox', { name: /水三清/ }).uncheck()
  await expect(main.getByText('按规定今天可退 1,500 元')).toBeVisible()
  await expect(main.getByLabel(/^退款金额/)).toHaveValue('1500')
  await main.getByLabel(/^原因/).fill('临时出差')
  await main.getByLabel(/^开户行/).fill('示例银行')
  await main.getByRole('button', { name: '确认退出并申请退款' }).click()
  await expect(main.getByRole('link', { name: /收款账号/ })).toBeVisible()
  await main.getByLabel(/^收款账号/).fill('6222 0000 1111 2222')
  await main.getByRole('button', { name: '确认退出并申请退款' }).click()
  const row = main.getByRole('row', { name: /退费演示班/ })
  await expect(row).toContainText('待受理')
  await expect(row).toContainText(/预计\d+年\d+月\d+日前汇出/)
  await expect(row).toContainText('**** 2222')

  const call = await desk('cashier')
  const { list } = await call('GET', '/staff/refund/list?by=payer&key=TF2026')
  await signInStaff('cashier')
  await visit(page, `/staff/refunds/${list[0].id}`)
  await main.getByRole('button', { name: '受理', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^退款金额/).fill('1400')
  await dialog.getByLabel(/^为什么不是申请的金额/).fill('教材工本费 100 元')
  await dialog.getByRole('button', { name: '受理', exact: true }).click()
  await expect(main.getByText('待同意').first()).toBeVisible()
  await expect(main.getByText('教材工本费 100 元')).toBeVisible()
})
