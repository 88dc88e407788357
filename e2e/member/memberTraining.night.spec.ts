import type { Page } from '@playwright/test'
import { workbookOf } from '#test/support/workbooks.ts'
import { newCompany, scan } from '../support/company.ts'
import { decide, newNumber, openCourse, portrait } from '../support/enrolling.ts'
import { tabTo } from '../support/keys.ts'
import { isSound } from '../support/sound.ts'
import { expect, lookInto, signInBy, test, textOf, visit } from '../support/test.ts'

const WIDTHS = [375, 1280]
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()
const opened = (page: Page) => expect(page.locator('.centre-opening, .loading')).toHaveCount(0)
const card = (page: Page, name: string) => page.locator('.participant').filter({ hasText: name })

/** Adds two employees of the company whose ID documents are not in the register yet. */
async function employ(creditCode: string) {
  const database = await lookInto()
  const { rows } = await database.query('select id from organisation where credit_code = $1', [creditCode])
  for (const name of ['周文静', '吴立新']) {
    const person = [name, rows[0].id]
    await database.query(`insert into person (name, organisation_id, province_code) values ($1, $2, '110000')`, person)
  }
  await database.end()
}

test('a company signs five people up, two of its own and three from a workbook, goes on later, hands in and pays', async ({
  page,
}) => {
  test.slow()
  const title = '会员报名演示班'
  const id = await openCourse(title)
  const { token, creditCode, orgName } = await newCompany(page)
  await employ(creditCode)
  await signInBy(page, token)

  await test.step('finds the course, and comes to its form', async () => {
    await visit(page, '/admin/user/training?status=open')
    await opened(page)
    await expect(page.getByRole('link', { name: /^报名 ?：/ }).first()).toBeVisible()
    await isSound(page, WIDTHS)
    await visit(page, `/admin/publicity/training/${id}`)
    await page.getByRole('link', { name: '报名培训班' }).click()
    await expect(page).toHaveURL(`/admin/user/training/new/${id}`)
    await expect(page.getByRole('form', { name: '报名表' })).toContainText(orgName)
    await isSound(page, WIDTHS)
  })

  await test.step('picks its own people by the keyboard', async () => {
    await tabTo(page, /^从本单位人员选择$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '选择本单位人员' })
    await expect(dialog.getByLabel('查找')).toBeFocused()
    await page.keyboard.type('周')
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await isSound(page, WIDTHS)
    await tabTo(page, /^周文静/)
    await page.keyboard.press('Space')
    await dialog.getByLabel('查找').fill('')
    await tabTo(page, /^吴立新/)
    await page.keyboard.press('Space')
    await tabTo(page, /^选入 2 人$/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('共 2 人')).toBeVisible()
  })

  await test.step('brings three more from a workbook, of which one is wrong', async () => {
    const rows = [
      ['姓名', '身份证号码', '手机', '学历'],
      ['赵一明', newNumber(), '13900004321', '大专'],
      ['钱二强', newNumber(), '12345', ''],
      ['孙三芳', newNumber(), '', '本科'],
    ]
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await page
      .getByLabel('从 Excel 填入')
      .setInputFiles({ name: '名单.xlsx', mimeType, buffer: await workbookOf(rows) })
    const told = page.getByRole('link', { name: /^第 4 人（表格第 3 行）手机：手机号应为 11 位数字/ })
    await told.click()
    await expect(card(page, '钱二强').getByLabel(/^手机/)).toBeFocused()
    await expect(card(page, '钱二强')).toContainText('1 处需更正')
    await expect(page.getByText('共 5 人')).toBeVisible()
    await expect(page.locator('.enrol-total')).toContainText('7,500 元')
    await isSound(page, WIDTHS)
  })

  await test.step('leaves, and finds everything as it was', async () => {
    await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
    await visit(page, '/admin/user/training/registrations')
    await expect(main(page)).toContainText('草稿')
    await isSound(page, WIDTHS)
    await page.getByRole('link', { name: /^继续填写/ }).click()
    await expect(page.getByText('共 5 人')).toBeVisible()
  })

  await test.step('hears of all that is missing at once, and mends it person by person', async () => {
    await press(page, '下一步：核对报名表')
    const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link', { name: /请上传照片/ })).toHaveCount(5)
    await isSound(page, WIDTHS)
    for (const name of ['周文静', '吴立新', '赵一明', '钱二强', '孙三芳']) {
      const one = card(page, name)
      await one.locator('input[name$=levelCode]').first().check()
      await one.locator('.participant-photo input').setInputFiles(await portrait('#ffffff'))
      await expect(one.getByText('照片已上传')).toBeVisible()
      const number = one.getByLabel(/^证件号码/)
      if ((await number.inputValue()) === '') await number.fill(newNumber())
    }
    await card(page, '钱二强').getByLabel(/^手机/).fill('13900004322')
    await main(page).getByLabel('增值税普通发票').check()
    await expect(main(page).getByLabel(/^发票抬头/)).toHaveValue(orgName)
    await main(page)
      .getByLabel(/^接收邮箱/)
      .fill('fee@example.com')
    await main(page)
      .getByRole('checkbox', { name: /报名须知/ })
      .check()
    await press(page, '下一步：核对报名表')
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
    await expect(main(page).locator('.participant-names > li')).toHaveCount(5)
    await isSound(page, WIDTHS)
    await main(page)
      .getByRole('button', { name: /^修改\s*：发票/ })
      .click()
    await expect(main(page).getByRole('radio').and(page.locator(':focus'))).toHaveCount(1)
    await press(page, '下一步：核对报名表')
    await press(page, '确认提交')
    await expect(page).toHaveURL(/\/training\/registrations\/\d+$/)
    await expect(page.getByText('协会正在审核')).toBeVisible()
    await isSound(page, WIDTHS)
  })

  await test.step('pays after the review', async () => {
    const [regNo] = (await textOf(page.locator('.registration-facts'))).match(/PX\d{4}-\d{6}/)!
    await decide('trainer', regNo, { action: 'pass' })
    await visit(page, '/admin/user/training/registrations')
    await page.getByRole('link', { name: /^去缴费/ }).click()
    await expect(page.locator('.pay-account')).toContainText(regNo)
    await press(page, '提交缴费凭证')
    await expect(page.getByRole('alert').filter({ hasText: '请上传汇款凭证' })).toBeFocused()
    await page.getByLabel(/^付款人/).fill(orgName)
    await page.getByLabel(/^汇款凭证/).setInputFiles(scan('回单.pdf'))
    await expect(page.getByText('已上传：回单.pdf')).toBeVisible()
    await isSound(page, WIDTHS)
    await press(page, '提交缴费凭证')
    await expect(page.getByText('凭证已提交')).toBeVisible()
    await decide('cashier', regNo, { action: 'pass' })
    await page.reload()
    await expect(page.getByText('报名成功', { exact: true }).first()).toBeVisible()
    await isSound(page, WIDTHS)
  })

  await test.step('wants the invoice made out to somebody else, which nobody has to look at once more', async () => {
    await press(page, '修改发票信息')
    await expect(main(page).getByLabel(/^姓名/)).toHaveCount(0)
    await main(page)
      .getByLabel(/^发票抬头/)
      .fill('北京变更锅炉清洗有限公司第二分公司')
    await press(page, '提交更正')
    await expect(page.getByRole('button', { name: '修改发票信息' })).toBeVisible()
    await expect(page.getByText('报名成功', { exact: true }).first()).toBeVisible()
    await press(page, '修改发票信息')
    await expect(main(page).getByLabel(/^发票抬头/)).toHaveValue('北京变更锅炉清洗有限公司第二分公司')
  })
})
