import type { Page } from '@playwright/test'
import { pdf } from '#test/support/uploads.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, openSession, phone, test, visit } from '../support/test.ts'
import { digits } from '../support/uniqueValues.ts'

/** Creates an account that has paid for a course and requests an invoice. */
async function newRequest() {
  const of = { title: `北京开票${digits(8)}有限公司`, number: `PX2043-${digits(6)}`, user: `invoice_${digits(8)}` }
  const invoice = {
    kind: 'special',
    titleType: 'organisation',
    title: of.title,
    taxNumber: '91110105MA0000001X',
    regAddress: '朝阳区演示路 28 号',
    regPhone: '010-55500126',
    bank: '示例银行北京分行',
    bankAccountSealed: null,
    email: 'invoice@example.com',
  }
  const database = await lookInto()
  const { rows } = await database.query(
    `with own as (
       insert into account (kind, user_name, display_name, password_hash) values ('person', $1, $2, 'none') returning id),
     asked as (
       insert into application (kind, account_id, title, state, number, created_at, updated_at)
       select 'enrolment', id, $2, 'approved', $3, now(), now() from own returning id)
     insert into registration (number, course_id, application_id, channel, organisation_name, status, total_fee, paid_on,
       payer, invoice, invoice_state)
     select $3, (select min(id) from course), id, 'member', $2, 'confirmed', 2400, '2026-01-05', $2, $4, 'requested'
     from asked returning id`,
    [of.user, of.title, of.number, JSON.stringify(invoice)],
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
  const drawer = page.getByRole('dialog', { name: `发票申请：${of.number}` })
  await expect(drawer).toContainText('增值税专用发票')
  expect(await faultsOf(page)).toEqual([])

  await drawer.getByRole('button', { name: /^登记发票/ }).click()
  const form = page.getByRole('dialog', { name: `登记发票：${of.number}` })
  await form.getByLabel(/^发票号码/).fill('123')
  await form.locator('input[type=file]').first().setInputFiles({
    name: '发票.pdf',
    mimeType: 'application/pdf',
    buffer: pdf(),
  })
  await form.getByRole('button', { name: '登记并通知' }).click()
  await expect(form.getByText(/数电发票号码为 20 位数字，/).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const number = `2611200000${digits(10)}`
  await form.getByLabel(/^发票号码/).fill(number)
  await form.getByRole('button', { name: '登记并通知' }).click()
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
    await visit(page, `/staff/invoices?key=${of.number}`)
    await page.getByRole('button', { name: /^退回/ }).click()
    const asking = page.getByRole('dialog')
    await asking.getByRole('button', { name: '退回', exact: true }).click()
    await expect(asking.getByText('请填写理由').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await asking.getByLabel(/^理由/).fill('税号与抬头不符')
    await asking.getByRole('button', { name: '退回', exact: true }).click()
    await expect(page.getByText('等待更正')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await faultsOf(page)).toEqual([])
    const payer = await asPayer(page, of.user)
    await expect(payer.getByText('税号与抬头不符').first()).toBeVisible()
    await payer.context().close()
  })
})
