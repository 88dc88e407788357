import type { Page } from '@playwright/test'
import { workbookOf } from '#test/support/workbooks.ts'
import { newCompany, newPhone } from '../support/company.ts'
import { fillUp, newNumber, openCourse, provePhone } from '../support/enrolling.ts'
import { isSound } from '../support/sound.ts'
import { expect, signInBy, test, textsTo, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** Imports two people from a workbook and fills in what it does not contain. */
async function bringTwo(page: Page, next = '下一步：核对报名表') {
  const rows = [
    ['姓名', '身份证号码', '手机', '学历'],
    ['周文静', newNumber(), '13900004321', '本科'],
    ['吴立新', newNumber(), '13900004322', '本科'],
  ]
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.getByLabel('从 Excel 填入').setInputFiles({ name: '名单.xlsx', mimeType, buffer: await workbookOf(rows) })
  await expect(page.getByText('共 2 人')).toBeVisible()
  await press(page, next)
  for (const name of ['周文静', '吴立新']) {
    const one = page.locator('.participant').filter({ hasText: name })
    await one.locator('input[name$=levelCode]').first().check()
  }
  await main(page).getByLabel('不需要').check()
  await main(page)
    .getByRole('checkbox', { name: /报名须知/ })
    .check()
}

/** One place for two people: the form is not submitted before the company has chosen who gets it. */
async function choose(page: Page, next = '下一步：核对报名表') {
  const seats = page.getByRole('radiogroup', { name: /名额不够/ })
  await expect(seats).toContainText('周文静有座位；吴立新候补')
  await press(page, next)
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') })
  await summary.getByRole('link', { name: /只余 1 席，您报了 2 人/ }).click()
  await expect(seats.getByRole('radio').first()).toBeFocused()
  await isSound(page, [375, 1280])
  await expect(page.locator('.enrol-total')).toContainText('2 人 ×')
  await seats.getByRole('radio', { name: /先报 1 人、其余候补/ }).check()
  await expect(page.locator('.enrol-total')).toContainText('1 人 ×')
  await press(page, next)
}

test('a company with more people than places says who comes and who waits, before it hands in', async ({ page }) => {
  test.slow()
  const id = await openCourse('名额不够的班', 2, { asksPhoto: false })
  await fillUp(id)
  const { token } = await newCompany(page)
  await signInBy(page, token)
  await visit(page, `/admin/user/training/new/${id}`)
  await bringTwo(page)
  await choose(page)
  await press(page, '确认提交')
  await expect(page.getByRole('alert').filter({ hasText: /已报名；另有 1 人候补，报名编号 PX/ })).toBeAttached()
  await expect(page).toHaveURL(/\/training\/registrations\/\d+$/)
  await expect(page.getByText('协会正在审核')).toBeVisible()
  await visit(page, '/admin/user/training/registrations')
  await expect(main(page).getByText('候补中', { exact: true })).toBeVisible()
  await expect(main(page).getByText('待初审', { exact: true })).toBeVisible()
})

test('so does who has no account, and has a number and a code for both parts', async ({ page }) => {
  test.slow()
  const id = await openCourse('名额不够的公开班', 2, { asksPhoto: false })
  await fillUp(id)
  const phone = newPhone()
  await visit(page, `/admin/publicity/training/enrol/${id}`)
  await provePhone(page, phone)
  await main(page).getByLabel('个人报名').check()
  await main(page)
    .getByLabel(/^所在省份/)
    .selectOption({ label: '辽宁省' })
  await main(page)
    .getByLabel(/^联系人 ?(必填|选填)?$/)
    .fill('周文静')
  await bringTwo(page, '下一步：核对报名表')
  await choose(page, '下一步：核对报名表')
  await press(page, '确认提交')
  await expect(page.getByRole('heading', { name: '报名已提交' })).toBeFocused()
  await expect(page.getByText('另有 1 人候补')).toBeVisible()
  const codes = await page.locator('.enrol-codes dd').allTextContents()
  expect(codes).toHaveLength(4)
  await isSound(page, [375, 1280])
  for (const code of [codes[1]!, codes[3]!])
    await expect.poll(() => textsTo(phone)).toContainEqual(expect.stringContaining(`查询码 ${code}`))
})
