import { faultsOf } from '../support/axe.ts'
import { newMember } from '../support/fees.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

test('a cashier prints letters for the filtered list, gives the address that is missing, and has them dispatched', async ({
  page,
  signInStaff,
}) => {
  const [one, two] = [await newMember(), await newMember()]
  const database = await lookInto()
  await database.query(`update organisation set address = '朝阳区演示路 18 号', postcode = '100000' where name = $1`, [
    one.name,
  ])
  // The number of the second begins with that of the first, so that one filter finds both.
  for (const table of ['member', 'receivable'])
    await database.query(`update ${table} set number = $1 where number = $2`, [`${one.number}-2`, two.number])
  await database.end()
  await signInStaff('cashier')
  await visit(page, `/staff/receivables?key=${one.number}`)
  await page.getByRole('button', { name: '打印缴费通知、催缴函' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status').filter({ hasText: '共 1 封' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: two.name }).first()).toHaveAttribute(
    'href',
    /^\/staff\/organisations\//,
  )
  await dialog.getByLabel(`${two.name}的邮政编码`).fill('10')
  await dialog.getByLabel(`${two.name}的地址`).fill('北京市海淀区演示路 1 号')
  await dialog.getByRole('button', { name: '编号并打印 2 封' }).click()
  await expect(dialog.getByText('邮政编码应为 6 位数字').first()).toBeVisible()
  await dialog.getByLabel(`${two.name}的邮政编码`).fill('100080')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '编号并打印 2 封' }).click()

  await expect(page.getByRole('heading', { name: /^缴费通知书\s批次/ })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^缴费通知书-.*2 封\.pdf$/)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '整批登记寄发' }).click()
  await dialog.getByLabel(/^寄递单号/).fill('大宗交寄 0012')
  await dialog.getByRole('button', { name: '整批登记寄发' }).click()
  await page.getByRole('link', { name: '已寄发 2 封' }).click()
  const row = page.getByRole('row').filter({ hasText: two.name })
  await expect(row).toContainText('大宗交寄 0012')
  expect(await faultsOf(page)).toEqual([])
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: '登记退信' }).click()
  await dialog.getByLabel(/^原因/).fill('查无此单位')
  await dialog.getByRole('button', { name: '登记退信' }).click()
  await expect(page.getByText('查无此单位')).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`${two.year} 年度会费`) }).click()
  await expect(page.getByRole('table', { name: '这笔款项的函件' })).toContainText('已退信')
})
