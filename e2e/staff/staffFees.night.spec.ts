import { faultsOf } from '../support/axe.ts'
import { asMember, digits, newMember } from '../support/fees.ts'
import { expect, lookInto, phone, test, visit } from '../support/test.ts'

test('a template that was changed is what the next message says', async ({ page, signInStaff }) => {
  const of = await newMember('claimed')
  await signInStaff('admin')
  await visit(page, '/staff/templates?group=会费')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: '缴费凭证退回' }).click()
  const drawer = page.getByRole('dialog')
  const title = drawer.getByLabel(/^标题/)
  await title.fill('请重新提交凭证：')
  await drawer.getByLabel('插入到哪里').press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: '标题' }).click()
  await expect(page.locator('.ant-select-dropdown')).toBeHidden()
  await drawer.getByRole('button', { name: '{年度}' }).click()
  await expect(title).toHaveValue('请重新提交凭证：{年度}')
  await expect(drawer.getByText('请重新提交凭证：2026')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('row').filter({ hasText: '缴费凭证退回' })).toContainText('改过')

  await signInStaff('cashier')
  await visit(page, `/staff/fees?words=${of.number}`)
  await page.getByRole('link', { name: of.name }).click()
  await expect(drawer.getByRole('heading', { name: '应缴' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: '退回凭证' }).click()
  const asking = page.getByRole('dialog', { name: '退回缴费凭证' })
  await asking.getByRole('button', { name: '退回', exact: true }).click()
  await expect(asking.getByText('请填写理由，会员会看到').first()).toBeVisible()
  await asking.getByLabel(/^原因/).fill('看不清金额')
  await asking.getByRole('button', { name: '退回', exact: true }).click()
  await expect(drawer.getByText('看不清金额').first()).toBeVisible()

  const member = await asMember(page, of.user, '/admin/user/messages')
  await expect(member.getByRole('heading', { name: `请重新提交凭证：${of.year}` })).toBeVisible()
  await visit(member, `${process.env.SITE_URL}/admin/user/membership`)
  await member.getByRole('button', { name: /^缴费 ?：/ }).click()
  await expect(member.getByRole('heading', { name: `缴纳 ${of.year} 年度会费：2,000 元` })).toBeFocused()
  expect(await faultsOf(member)).toEqual([])
  await member.context().close()

  await signInStaff('admin')
  await visit(page, '/staff/templates?template=fee.returned')
  await drawer.getByRole('button', { name: '恢复默认文字' }).click()
  await expect(page.getByRole('row').filter({ hasText: '缴费凭证退回' })).toContainText('默认')
})

test('a text that failed is sent again, and its words are shown to who asks', async ({ page, signInStaff }) => {
  const subject = `重发测试 ${digits(8)}`
  const database = await lookInto()
  await database.query(
    `insert into outbox (channel, to_sealed, to_masked, subject, text_sealed, state, attempts, error)
     select channel, to_sealed, to_masked, $1, text_sealed, 'failed', 6, '余额不足'
     from outbox where code_sealed is null and expires_at is null and channel = 'sms' limit 1`,
    [subject],
  )
  await database.end()
  await signInStaff('admin')
  await visit(page, `/staff/outbox?words=${encodeURIComponent(subject)}`)
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toContainText('第 6 次：余额不足')
  expect(await faultsOf(page)).toEqual([])
  await row.getByRole('button', { name: /^查看/ }).click()
  await expect(page.getByRole('dialog').locator('.outbox-text')).not.toBeEmpty()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '重发所选（1）' }).click()
  await expect(async () => {
    await visit(page, `/staff/outbox?state=written&words=${encodeURIComponent(subject)}`)
    await expect(row).toContainText('只写入文件', { timeout: 2_000 })
  }).toPass()
})

test('a message to many says to how many before it goes', async ({ page, signInStaff }) => {
  await signInStaff('admin')
  await visit(page, '/staff/outbox?tab=mailings')
  await page.getByRole('button', { name: '写群发消息' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/全部会员：\d+ 个账号/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel('个人会员').check()
  await expect(dialog.getByText(/个人会员：\d+ 个账号/)).toBeVisible()
  const title = `群发测试 ${digits(6)}`
  await dialog.getByLabel(/^标题/).fill(title)
  await dialog.getByLabel(/^站内消息/).fill('请查看通知。')
  await dialog.getByRole('button', { name: /^发给 \d+ 个账号/ }).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('个人会员')
  expect(await faultsOf(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('every screen fits, and what is dangerous says how many first', async ({ page, signInStaff }) => {
    const of = await newMember('claimed')
    await signInStaff('admin')
    for (const path of [
      `/staff/fees?words=${of.number}`,
      `/staff/fees?fee=${of.fee}`,
      '/staff/statements',
      '/staff/statements/1',
      '/staff/templates',
      '/staff/templates?template=fee.raised',
      '/staff/outbox',
      '/staff/outbox?tab=mailings',
    ]) {
      await visit(page, path)
      await expect(page.locator('.desk-card').first()).toBeVisible()
      await expect(page.locator('.loading')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375)
      expect(await faultsOf(page), path).toEqual([])
    }
    await visit(page, '/staff/fees')
    await page.getByRole('button', { name: '生成年度会费' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^年度/).fill('2095')
    await expect(dialog.getByRole('button', { name: /^生成 [1-9]\d* 笔/ })).toBeEnabled()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '催缴', exact: true }).click()
    await expect(dialog.getByText(/笔会费/).first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })
})
