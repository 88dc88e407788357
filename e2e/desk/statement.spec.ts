import { faultsOf } from '../support/axe.ts'
import { asMember, digits, newMember } from '../support/fees.ts'
import { expect, test, visit } from '../support/test.ts'

const bytesOf = (text: string) => ({ name: '流水.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a cashier imports a statement, accepts what is certain, and the member sees that the fee has come', async ({
  page,
  signInStaff,
}) => {
  const [one, two, three] = [await newMember(), await newMember(), await newMember()]
  await signInStaff('cashier')
  await visit(page, '/staff/statements')
  await expect(page.getByRole('heading', { name: '导入流水' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel(/^银行/).fill('端到端银行')
  const head = '交易日期,贷方金额,对方户名,对方账号,附言,交易流水号'
  await page
    .locator('input[type=file]')
    .setInputFiles(
      bytesOf(
        [
          head,
          `2026-01-05,"2,000.00",${one.name},6222020000001234,会费,${digits(12)}`,
          `2026-01-05,"2,000.00",${three.name},6222020000005678,会费,${digits(12)}`,
          `2026-01-06,1999,${two.name},,会费 ${two.number},${digits(12)}`,
          `2026-01-07,66,路人,,捐款,${digits(12)}`,
        ].join('\n'),
      ),
    )
  await expect(page.getByRole('heading', { level: 1, name: '对账结果' })).toBeVisible()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row(one.name)).toContainText('付款人名称相符，金额相符')
  await expect(row(two.name)).toContainText('金额不符：应缴 2,000 元，到账 1,999 元')
  expect(await faultsOf(page)).toEqual([])

  // Rows of one line each. By keyboard: a certain match is accepted and the focus moves to the next one; it can be
  // undone.
  const heights = await page
    .locator('.bank-lines tbody tr[data-row-key]')
    .evaluateAll(rows => rows.map(row => row.clientHeight))
  expect(Math.max(...heights)).toBeLessThanOrEqual(40)
  const link = (name: string) => row(name).getByRole('link')
  await page.keyboard.press('j')
  await expect(link(one.name)).toBeFocused()
  await page.keyboard.press('j')
  await expect(link(three.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(link(two.name)).toBeFocused()
  await expect(row(three.name)).toContainText('已入账')
  // A line that needs a look is opened instead of being accepted.
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('金额不符：应缴 2,000 元，到账 1,999 元')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await link(three.name).focus()
  await page.keyboard.press('u')
  await drawer.getByLabel(/^原因/).fill('记错了单位')
  await drawer.getByRole('button', { name: '撤销入账' }).click()
  await expect(row(three.name)).toContainText('待处理')
  await link(three.name).focus()
  await page.keyboard.press('Enter')
  await expect(row(three.name)).toContainText('已入账')

  await expect(page.getByText('已入账 1 笔，待处理 3 笔')).toBeVisible()
  await page.getByRole('button', { name: /^有把握的 1 笔一并入账/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '一并入账' }).click()
  await expect(dialog.getByText('已处理 1 笔')).toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(row(one.name)).toContainText('已入账')

  await link(two.name).focus()
  await page.keyboard.press('c')
  // One yuan less came than was owed: the association bears it, and the fee is paid.
  await expect(dialog.getByText('到账 1,999 元，正好核销')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^差 1 元由协会承担/ }).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '入账，看下一笔' }).click()
  await expect(row(two.name)).toContainText('已入账')
  // The next line that waits is asked about at once; the last one has none after it.
  await expect(dialog.getByText('路人，2026-01-07，66 元')).toBeVisible()
  await expect(dialog.getByText('没有选款项时全部记为付款人的多付款')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '入账', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: '取消' }).click()

  await link('路人').focus()
  await page.keyboard.press('a')
  await dialog.getByLabel(/^是什么款项/).fill('捐款')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(row('路人')).toContainText('备注：捐款')

  await link(one.name).click()
  await page.getByRole('button', { name: '完整账号' }).click()
  await expect(page.getByText('6222020000001234')).toBeVisible()

  const member = await asMember(page, one.user, '/admin/user/membership')
  await expect(member.getByRole('row').filter({ hasText: String(one.year) })).toContainText('已确认')
  await visit(member, `${process.env.SITE_URL}/admin/user/messages`)
  await expect(member.getByRole('heading', { name: `${one.year} 年度会费已到账` })).toBeVisible()
  await member.context().close()
})
