import type { Page } from '@playwright/test'
import { dialog, main, press } from '../support/board.ts'
import { expect, visit } from '../support/test.ts'

/**
 * Checks that the refund is refused: the only possible approver opened the requester's account within the last 14 days,
 * and no request is made.
 */
export async function isRefusedRefund(page: Page, payer: string, amount: string) {
  const asked = await fillRefund(page, payer, amount)
  await expect(asked.getByText(/提出人的账号由复核人在 14 天内开通/)).toBeVisible()
}

/** Part of what this one has paid is asked back, to be agreed to by a colleague. */
export async function askRefund(page: Page, payer: string, amount: string) {
  await expect(await fillRefund(page, payer, amount)).toHaveCount(0)
}

async function fillRefund(page: Page, payer: string, amount: string) {
  await visit(page, '/staff/receivables')
  await main(page).getByRole('link', { name: payer }).first().click()
  await press(main(page), '申请退款')
  const asked = dialog(page)
  await asked.getByLabel(/^退款金额/).fill(amount)
  await asked.getByLabel(/^原因/).fill('会员级别按新标准下调')
  await asked.getByLabel(/^收款账号/).fill('622202000011112222')
  await press(asked, '提交')
  return asked
}

/** The only act that waits for a second person is that one, and the second person agrees. */
export async function agreeTo(page: Page, rule: string) {
  await visit(page, '/staff/approvals')
  await expect(main(page).getByRole('row').filter({ hasText: rule })).toContainText('待复核')
  await press(main(page), '同意并执行')
  await expect(page.getByRole('alert').filter({ hasText: '已同意，操作已生效' })).toBeAttached()
}

/** Records the transfer of an approved refund and uploads its slip. */
export async function payRefund(page: Page, payer: string) {
  await visit(page, '/staff/refunds')
  await main(page).getByRole('link', { name: payer }).first().click()
  await press(main(page), '登记汇出')
  await dialog(page)
    .getByLabel(/^银行回单号/)
    .fill('TK0001')
  await press(dialog(page), '登记汇出')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '缴费人会收到消息' })).toBeAttached()
}

/** Today's sums are fixed: a fee, whatever is left of it so late in the year, and so much of it that went back. */
export async function closeToday(page: Page, refunded: string) {
  await visit(page, '/staff/closing')
  const total = main(page).getByRole('table', { name: '合计' }).getByRole('row', { name: /^合计/ })
  await expect(total.getByRole('cell')).toHaveText(['全部', /\d/, refunded, /\d/, '2'])
  const [, received, , net] = (await total.getByRole('cell').allTextContents()).map(text =>
    Number(text.replace(',', '')),
  )
  expect(net).toBe(received! - Number(refunded))
  await press(main(page), '日结')
  await press(dialog(page), '日结')
  await expect(closingStatus(page)).toContainText('办理')
}

export async function askReopening(page: Page) {
  await visit(page, '/staff/closing')
  await press(main(page), '重新打开')
  await dialog(page).getByLabel(/^原因/).fill('退款的汇出日期登记错了')
  await press(dialog(page), '提交复核')
  await expect(dialog(page)).toHaveCount(0)
  await expect(closingStatus(page)).toContainText('办理')
}

/** Closing status of the day: closed and by whom, or still open. */
export const closingStatus = (page: Page) => main(page).getByRole('status').first()
