import { test } from '../outside/site.ts'
import { memberCalls } from '../support/company.ts'
import { expect, openSession, signInBy, visit } from '../support/test.ts'

test('who asks for a paper without a title kept writes one on the way, and asks with it', async ({ page, own }) => {
  const token = await openSession('qingyuan', own.dataDir)
  await signInBy(page, token)
  const { call } = await memberCalls(page, token)
  const { list }: { list: { id: number }[] } = await call('/member/invoiceTitle/list')
  for (const { id } of list) await call('/member/invoiceTitle/remove', { id })
  await visit(page, '/admin/user/invoices')
  const main = page.getByRole('main')
  await expect(main.getByText('还没有保存的抬头')).toBeVisible()
  await main.getByRole('table', { name: '可以开票的款项' }).getByRole('button', { name: /^开票/ }).first().click()
  const first = page.getByRole('dialog', { name: '新增票据抬头' })
  await first.getByLabel(/^名称/).fill('北京清源锅炉清洗有限公司')
  await first.getByLabel(/^统一社会信用代码/).fill('91110105MA00DEM14D')
  await first.getByLabel(/^接收邮箱/).fill('finance@example.com')
  await first.getByRole('button', { name: '保存' }).click()
  const then = page.getByRole('dialog', { name: /^开票：/ })
  await expect(then).toContainText('北京清源锅炉清洗有限公司 91110105MA00DEM14D')
  await expect(main.getByRole('table', { name: '票据抬头', exact: true })).toContainText('finance@example.com')
  await then.getByRole('button', { name: '申请开票' }).click()
  await expect(then).toHaveCount(0)
  await expect(main.getByRole('table', { name: '我的票据' })).toContainText('待开')
})
