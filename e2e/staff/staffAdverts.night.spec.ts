import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { artwork, inDays, newAdvert, store } from '../support/advertising.ts'
import { faultsOf } from '../support/axe.ts'
import { call, newCompany } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { expect, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')

/** Creates an advert that is approved and paid, at a time when its position is free. */
async function approved(page: Page, title: string, from = 100 + randomInt(800)) {
  const { token, orgName } = await newCompany(page)
  const of = await newAdvert(page, token, { position: 'P4', title }, from)
  const decide = async (userName: string, path: string) => {
    const staff = await desk(userName)
    const { version } = await staff('GET', `/staff/review/detail?id=${of.applicationId}`)
    await staff('POST', path, { id: of.applicationId, version, action: 'pass', opinion: '', remarks: [] })
  }
  await decide('reviewer', '/staff/review/decide')
  const slipId = await store(page, token, 'material', await artwork('P4'))
  const pay = { paidOn: inDays(0), payer: orgName, receiptTitle: orgName, receiptEmail: 'finance@example.com', slipId }
  await call(page, '/cms/adverti/user/update', { id: of.id, pay, action: 'submit' }, token)
  await decide('cashier', '/staff/fee/confirm')
  return { ...of, token, from }
}

test('a reviewer takes an advert down with a reason, and puts it back', async ({ page, signInStaff }) => {
  const title = `下线演示 ${Date.now() % 100_000}`
  const { id, token } = await approved(page, title)
  await signInStaff('reviewer')
  await visit(page, `/staff/adverts?key=${encodeURIComponent(title)}`)
  await main(page).getByRole('link', { name: title, exact: true }).click()
  await main(page).getByRole('button', { name: '下线' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '立即下线' }).click()
  await expect(dialog).toContainText('请填写理由')
  await dialog.getByLabel(/^理由/).fill('与检验报告不符')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '立即下线' }).click()
  await expect(main(page).getByText('已下线').first()).toBeVisible()
  const response = await page.request.get('/api/cms/adverti/list', { headers: { token } })
  expect((await response.json()).data.list[0]).toMatchObject({ id, status: 'takenDown', reason: '与检验报告不符' })
  await main(page).getByRole('button', { name: '恢复投放' }).click()
  await page.getByRole('dialog').getByLabel(/^说明/).fill('已补充')
  await page.getByRole('dialog').getByRole('button', { name: '恢复投放' }).click()
  await expect(main(page).getByText('排期中').first()).toBeVisible()
})

test('a cashier finds what is to be invoiced', async ({ page, signInStaff }) => {
  const title = `开票演示 ${Date.now() % 100_000}`
  await approved(page, title)
  await signInStaff('cashier')
  await visit(page, `/staff/adverts?invoice=due&key=${encodeURIComponent(title)}`)
  await main(page).getByRole('link', { name: title, exact: true }).click()
  await expect(main(page).getByRole('button', { name: '下线' })).toHaveCount(0)
  await main(page).getByRole('link', { name: '收款、发票与退款' }).click()
  await expect(main(page).getByRole('button', { name: '登记发票' })).toBeVisible()
})

test('an editor changes the price of a position, and takes the change back', async ({ page, signInStaff }) => {
  await signInStaff('editor')
  await visit(page, '/staff/advert-positions')
  await main(page)
    .getByRole('button', { name: /^修改\s*会员中心横幅$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '修改广告位' })
  await dialog.getByLabel(/^每天的价格/).fill('41')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(main(page).getByRole('row').filter({ hasText: '会员中心横幅' }).first()).toContainText('41')
  await main(page)
    .getByRole('button', { name: /^恢复\s*会员中心横幅/ })
    .first()
    .click()
  await expect(main(page).getByRole('row').filter({ hasText: '会员中心横幅' }).first()).toContainText('40')
})

test('the calendar says who stands where', async ({ page, signInStaff }) => {
  const title = `排期演示 ${Date.now() % 100_000}`
  const { from } = await approved(page, title)
  await signInStaff('reviewer')
  await visit(page, `/staff/advert-calendar?from=${inDays(from)}`)
  const place = main(page).getByRole('region', { name: '列表页右侧排期' })
  await expect(place.getByRole('row').filter({ hasText: title }).getByText('占用')).toHaveCount(10)
})
