import { randomInt } from 'node:crypto'
import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { newMember } from '../support/fees.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

test('a day is closed, each sum opens its list, and the voucher of the day stands in the books', async ({
  page,
  signInStaff,
}) => {
  const of = await newMember('claimed')
  const month = `${1990 + randomInt(20)}-${String(1 + randomInt(12)).padStart(2, '0')}`
  const day = `${month}-${String(1 + randomInt(28)).padStart(2, '0')}`
  const database = await lookInto()
  await database.query(`update receivable set paid_on = $1 where kind = 'memberFee' and payable_id = $2`, [day, of.fee])
  await database.end()
  await signInStaff('cashier')
  await visit(page, `/staff/closing?day=${day}`)
  await expect(page.getByRole('heading', { name: `${day} 的收付` })).toBeVisible()
  await expect(page.getByRole('link', { name: of.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: '缴费凭证待确认 1 笔' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  const call = await desk('cashier')
  const { version } = await call('GET', `/staff/fee/detail?id=${of.fee}`)
  await page.getByRole('button', { name: '日结', exact: true }).click()
  await call('POST', '/staff/fee/settle', { id: of.fee, version, action: 'confirm' })
  const asked = page.getByRole('dialog', { name: `日结 ${day}` })
  await asked.getByRole('button', { name: '日结', exact: true }).click()
  await expect(asked.getByText('刚刚有变化，请核对现在的合计后再日结')).toBeVisible()
  await expect(asked.getByText('共 1 笔')).toBeVisible()
  await asked.getByRole('button', { name: '日结', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /第 \d+ 号日结，由 .+ 办理/ })).toBeVisible()

  const sums = page.getByRole('table', { name: '合计' })
  // A heading is wider than its sums: they end together, and do not begin so.
  const column = [
    sums.getByRole('columnheader', { name: '收款（元）' }),
    sums.getByRole('link', { name: '2,000' }).first(),
  ]
  const [heading, sum] = await Promise.all(column.map(text => text.evaluate(endOf)))
  expect(sum).toBe(heading)
  await sums.getByRole('row').filter({ hasText: '会费' }).getByRole('link', { name: '2,000' }).first().click()
  await expect(page).toHaveURL(new RegExp(`day=${day}&kind=memberFee&way=slip&direction=receipt#entries$`))
  const list = page.getByRole('table', { name: '收付明细' })
  await expect(list.getByRole('link', { name: of.name })).toBeVisible()
  await page.getByRole('button', { name: '重新打开' }).click()
  const reopening = page.getByRole('dialog', { name: /重新打开第 \d+ 号日结/ })
  expect(await faultsOf(page)).toEqual([])
  await reopening.getByLabel(/^原因/).fill('日期记错')
  await reopening.getByRole('button', { name: '提交复核' }).click()
  await expect(reopening).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /第 \d+ 号日结，由 .+ 办理/ })).toBeVisible()

  await page.getByRole('link', { name: '历次日结' }).click()
  await expect(page.getByRole('row').filter({ hasText: day })).toContainText('已日结')
  expect(await faultsOf(page)).toEqual([])
  for (const path of ['/staff/month-report', '/staff/vouchers']) {
    await visit(page, `${path}?month=${month}`)
    await expect(page.getByRole('row').filter({ hasText: day })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  }
  await page.getByRole('button', { name: '修改' }).click()
  const subject = page.getByLabel(/^会费/)
  await expect(subject).toHaveValue('4201 会费收入')
  await subject.fill('会费收入')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('应为科目编码、空格、科目名称').first()).toBeVisible()
  await expect(subject).toHaveValue('会费收入')
})

/** Runs in the page: where the text of an element ends, in px from the left. */
function endOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return Math.round(range.getBoundingClientRect().right)
}
