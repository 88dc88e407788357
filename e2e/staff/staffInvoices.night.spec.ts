import type { Page } from '@playwright/test'
import { pdf } from '#test/support/uploads.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, openSession, phone, test, visit } from '../support/test.ts'
import { digits } from '../support/uniqueValues.ts'

/** Creates an account that has paid for a course and requests an invoice. */
async function newRequest() {
  const of = { title: `北京开票${digits(8)}有限公司`, number: `PX2043-${digits(6)}`, user: `invoice_${digits(8)}` }
  const database = await lookInto()
  const { rows } = await database.query(
    `with own as (
       insert into account (kind, user_name, display_name, password_hash) values ('person', $1, $2, 'none') returning id),
     asked as (
       insert into application (kind, account_id, title, state, number, created_at, updated_at)
       select 'enrolment', id, $2, 'approved', $3, now(), now() from own returning id, account_id),
     signed as (
       insert into registration (number, course_id, application_id, channel, organisation_name, status, total_fee, confirmed_at)
       select $3, (select min(id) from course), id, 'member', $2, 'confirmed', 2400, now() from asked returning id),
     owed as (
       insert into receivable (id, kind, payable_id, application_id, account_id, number, debtor, about, amount, state,
         raised_on, paid_on, payer, confirmed_at, invoice_is_special, invoice_title, invoice_credit_code, invoice_address,
         invoice_phone, invoice_bank, invoice_email)
       select s.id * 100 + 4, 'enrolment', s.id, a.id, a.account_id, $3, $2, '水处理取证班', 2400, 'confirmed', '2026-01-05',
         '2026-01-05', $2, now(), true, $2, '91110105MA0000001X', '朝阳区演示路 28 号', '010-55500126', '示例银行北京分行',
         'invoice@example.com' from signed s, asked a returning id, amount),
     paid as (
       insert into payment (way, amount, paid_on, payer) select 'cash', amount, '2026-01-05', $2 from owed returning id)
     insert into allocation (payment_id, kind, receivable_id, amount, day, booked_on)
     select p.id, 'enrolment', o.id, o.amount, '2026-01-05', '2026-01-05' from paid p, owed o returning receivable_id as id`,
    [of.user, of.title, of.number],
  )
  await database.end()
  return { ...of, id: rows[0].id as number }
}

/** Opens the member centre as the payer, in a separate browser. */
async function asPayer(page: Page, userName: string): Promise<Page> {
  const own = await (await page.context().browser()!.newContext()).newPage()
  const site = process.env.SITE_URL!
  await visit(own, `${site}/admin/verify`)
  await own.evaluate(token => localStorage.setItem('token', token), await openSession(userName))
  await visit(own, `${site}/admin/user/messages`)
  return own
}

test('a cashier issues an invoice, and the payer has it with a message', async ({ page, signInStaff }) => {
  const of = await newRequest()
  await signInStaff('cashier')
  await visit(page, `/staff/invoices?state=requested&key=${of.number}`)
  const row = page.getByRole('row').filter({ hasText: of.title })
  await expect(row).toContainText('待开票')
  expect(await faultsOf(page)).toEqual([])

  await row.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('增值税专用发票')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('main').getByRole('button', { name: '登记发票', exact: true }).click()
  const form = page.getByRole('dialog', { name: `登记发票：${of.title}` })
  await form.getByLabel(/^发票号码/).fill('123')
  await form.locator('input[type=file]').first().setInputFiles({
    name: '发票.pdf',
    mimeType: 'application/pdf',
    buffer: pdf(),
  })
  await form.getByRole('button', { name: '登记并发给缴费人' }).click()
  await expect(form.getByText(/数电发票号码为 20 位数字，/).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const number = `2611200000${digits(10)}`
  await form.getByLabel(/^发票号码/).fill(number)
  await form.getByRole('button', { name: '登记并发给缴费人' }).click()
  await expect(form).toBeHidden()

  await visit(page, `/staff/invoices?state=issued&key=${number}`)
  await expect(row).toContainText('已开票')
  const payer = await asPayer(page, of.user)
  await expect(payer.getByRole('heading', { name: /的发票已开具/ })).toBeVisible()
  await expect(payer.getByRole('button', { name: /发票\.pdf/ })).toBeVisible()
  await payer.context().close()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('what cannot be printed goes back with its reason', async ({ page, signInStaff }) => {
    const of = await newRequest()
    await signInStaff('cashier')
    await visit(page, `/staff/receivables/${of.id}`)
    await page.getByRole('main').getByRole('button', { name: '退回申请' }).click()
    const asking = page.getByRole('dialog')
    await asking.getByRole('button', { name: '退回', exact: true }).click()
    await expect(asking.getByText('请填写理由').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await asking.getByLabel(/^理由/).fill('税号与抬头不符')
    await asking.getByRole('button', { name: '退回', exact: true }).click()
    await expect(page.getByText('已退回').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await faultsOf(page)).toEqual([])
    const payer = await asPayer(page, of.user)
    await expect(payer.getByText('税号与抬头不符').first()).toBeVisible()
    await payer.context().close()
  })
})
