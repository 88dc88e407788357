import { faultsOf } from '../support/axe.ts'
import { digits, newMember } from '../support/fees.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

/** Acts that move money, and showing a whole account number. */
const ACTS =
  /登记|确认|核销|撤销|退款$|催缴|生成|减免|日结$|一并|作废|开收据|开电子票据|红字|重发|重试|修改|新增|删除|处理$|查询$|入账|选择流水文件|完整账号|查看账号|同意|驳回|撤回|退回/

test('an auditor reads all about money, saves its lists, and is offered nothing that moves it', async ({
  page,
  signInStaff,
}) => {
  const { fee } = await newMember('claimed')
  const userName = `auditor_${digits(8)}`
  const database = await lookInto()
  await database.query(
    `insert into account (kind, user_name, display_name, password_hash, roles)
     values ('staff', $1, '审计', 'none', '{auditor}')`,
    [userName],
  )
  const one = async (table: string) => (await database.query(`select id from ${table} order by id limit 1`)).rows[0]?.id
  const [payment, statement, refund] = [await one('payment'), await one('bank_statement'), await one('refund')]
  await database.end()
  await signInStaff(userName)
  const paths = [
    '/staff/received',
    `/staff/received/${payment}`,
    '/staff/statements',
    ...(statement ? [`/staff/statements/${statement}`] : []),
    '/staff/receivables',
    `/staff/receivables/${fee * 100 + 1}`,
    '/staff/ageing',
    '/staff/refunds',
    ...(refund ? [`/staff/refunds/${refund}`] : []),
    '/staff/receipts',
    '/staff/receipt-series',
    '/staff/paper-failures',
    '/staff/e-invoices',
    '/staff/e-invoices/rules',
    '/staff/e-invoices/month',
    '/staff/closing',
    '/staff/closing/list',
    '/staff/month-report',
    '/staff/vouchers',
    '/staff/fees',
    `/staff/fees?fee=${fee}`,
    '/staff/invoices',
    '/staff/payments',
    '/staff/reconciliation',
  ]
  for (const path of paths) {
    expect(await visit(page, path), path).toBe(200)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const buttons = page.getByRole('main').or(page.getByRole('dialog')).getByRole('button')
    expect(
      (await buttons.allTextContents()).filter(name => ACTS.test(name)),
      path,
    ).toEqual([])
    if (process.env.SHOTS) {
      const name = path.replace(/\W+/g, '_')
      await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    }
  }
  await visit(page, '/staff/receivables')
  await expect(page.getByRole('button', { name: '导出' }).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await visit(page, '/staff/invoice-batch')
  await expect(page.getByText('这里不属于您的岗位')).toBeVisible()
})
