import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, openSession, phone, test, visit } from '../support/test.ts'

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
const bytesOf = (text: string) => ({ name: '流水.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** A member of this test's own, with an account and one fee of a year that nobody else speaks of. */
async function newMember(state: 'due' | 'claimed' = 'due') {
  const first17 = `91110105MA${digits(7)}`
  const of = { name: `北京对账${digits(6)}锅炉有限公司`, number: `E2E-D-11-${digits(7)}`, user: `fee_${digits(8)}` }
  const year = 2050 + randomInt(40)
  const database = await lookInto()
  const one = async (text: string, values: unknown[]) => (await database.query(text, values)).rows[0].id as number
  const organisation = await one(
    `insert into organisation (name, credit_code, province_code) values ($1, $2, '110000') returning id`,
    [of.name, first17 + creditCodeCheck(first17)],
  )
  await one(
    `insert into account (kind, user_name, display_name, password_hash, organisation_id)
     values ('organisation', $1, $2, 'none', $3) returning id`,
    [of.user, of.name, organisation],
  )
  const member = await one(
    `insert into member (number, kind, level_code, joined_on, organisation_id, is_public)
     values ($1, 'organisation', 10, '2020-01-01', $2, false) returning id`,
    [of.number, organisation],
  )
  const fee = await one(
    `insert into member_fee (member_id, year, level_code, amount, state, paid_on, payer, due_on)
     values ($1, $2, 10, 2000, $3, '2026-01-05', $4, '2099-06-30') returning id`,
    [member, year, state, of.name],
  )
  await database.end()
  return { ...of, year, fee }
}

/** What the member sees, in a browser of its own. */
async function asMember(page: Page, userName: string, path: string): Promise<Page> {
  const context = await page.context().browser()!.newContext()
  const own = await context.newPage()
  const site = process.env.SITE_URL!
  await visit(own, `${site}/admin/verify`)
  await own.evaluate(token => localStorage.setItem('token', token), await openSession(userName))
  await visit(own, site + path)
  return own
}

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
  await expect(row(one.name)).toContainText('付款人名称与金额相符')
  await expect(row(two.name)).toContainText('金额不符：应缴 2,000 元，到账 1,999 元')
  expect(await faultsOf(page)).toEqual([])

  // One line each. By keys: what is certain is accepted and the next one has the focus; it can be taken back.
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
  // What has to be looked at is opened and not accepted.
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

  await link('路人').focus()
  await page.keyboard.press('a')
  await dialog.getByLabel(/^是什么款项/).fill('捐款')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(row('路人')).toContainText('备注：捐款')
  await link(two.name).focus()
  await page.keyboard.press('c')
  await dialog.getByLabel('名称或编号').fill(two.number)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: new RegExp(`金额不同.*${two.name}`) })).toBeDisabled()
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('Escape')
  await link(one.name).click()
  await page.getByRole('button', { name: '完整账号' }).click()
  await expect(page.getByText('6222020000001234')).toBeVisible()

  const member = await asMember(page, one.user, '/admin/user/membership')
  await expect(member.getByRole('row').filter({ hasText: String(one.year) })).toContainText('已确认')
  await visit(member, `${process.env.SITE_URL}/admin/user/messages`)
  await expect(member.getByRole('heading', { name: `${one.year} 年度会费已到账` })).toBeVisible()
  await member.context().close()
})

test('a template that was changed is what the next message says', async ({ page, signInStaff, context }) => {
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

  await context.clearCookies()
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

  await context.clearCookies()
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
    await visit(page, `/staff/outbox?state=sent&words=${encodeURIComponent(subject)}`)
    await expect(row).toContainText('已发送', { timeout: 2_000 })
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
