import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newPhone, scan } from '../support/company.ts'
import { decide, fillUp, makeRoom, newNumber, openCourse, portrait, provePhone } from '../support/enrolling.ts'
import { isSound } from '../support/sound.ts'
import { expect, phone as phoneScreen, test, textOf, textsTo, visit } from '../support/test.ts'

const REGISTRATION = '/admin/publicity/training/registration'
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label} ?(必填|选填)?$`))

async function fillPerson(page: Page, name: string, number: string) {
  await field(page, '姓名').fill(name)
  await field(page, '证件号码').fill(number)
  await main(page).locator('input[name$=levelCode]').first().check()
  await main(page)
    .locator('.participant-photo input')
    .setInputFiles(await portrait('#438edb'))
  await expect(page.getByText('照片已上传，可重新选择替换')).toBeVisible()
}

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('somebody without an account signs up, mends what was returned, and pays', async ({ page }) => {
    test.slow()
    const id = await openCourse('访客报名演示班')
    const phone = newPhone()
    await visit(page, `/admin/publicity/training/${id}`)
    await page.getByRole('link', { name: '我要报名' }).click()
    await expect(page).toHaveURL(`/admin/publicity/training/enrol/${id}`)
    await isSound(page, [375])
    await provePhone(page, phone)
    await isSound(page, [375])

    await press(page, '下一步：核对报名表')
    const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') })
    await expect(summary).toBeFocused()
    expect(await faultsOf(page)).toEqual([])
    await summary.getByRole('link', { name: '请填写联系人' }).click()
    await expect(field(page, '联系人')).toBeFocused()

    await main(page).getByLabel('个人报名').check()
    await field(page, '所在省份').selectOption({ label: '辽宁省' })
    await field(page, '联系人').fill('李晓明')
    await fillPerson(page, '李晓明', newNumber())
    await main(page).getByLabel('不需要').check()
    await page.reload()
    await expect(field(page, '联系人')).toHaveValue('李晓明')
    await expect(field(page, '证件号码')).toHaveValue('')
    await fillPerson(page, '李晓明', '110101199001010000')
    await main(page)
      .getByRole('checkbox', { name: /报名须知/ })
      .check()
    await press(page, '下一步：核对报名表')
    await summary.getByRole('link', { name: /第 1 人.*校验码不符/ }).click()
    await expect(field(page, '证件号码')).toBeFocused()
    const number = newNumber()
    await field(page, '证件号码').fill(number)
    await press(page, '下一步：核对报名表')
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
    await expect(main(page).locator('.participant-names')).toContainText(number)
    await isSound(page, [375])
    await press(page, '返回修改')
    await expect(field(page, '证件号码')).toHaveValue(number)
    await press(page, '下一步：核对报名表')
    await press(page, '确认提交')

    await expect(page.getByRole('heading', { name: '报名已提交' })).toBeFocused()
    await expect(page.locator('.enrol-done')).toContainText('¥1,500.00')
    await expect(page.locator('.enrol-done')).toContainText('个工作日内')
    await isSound(page, [375])
    const [regNo, queryCode] = (await page.locator('.enrol-codes dd').allTextContents()) as [string, string]
    await expect
      .poll(() => textsTo(phone))
      .toContainEqual(expect.stringMatching(new RegExp(`查询码 ${queryCode}，.*/registration\\?regNo=${regNo}`)))
    const remarks = [{ field: 'contactName', text: '请填写与证件一致的姓名' }]
    await decide('trainer', regNo, { action: 'return', remarks })

    await page.evaluate(() => sessionStorage.clear())
    await visit(page, `${REGISTRATION}?regNo=${regNo}`)
    await isSound(page, [375])
    await expect(field(page, '报名编号')).toHaveValue(regNo)
    await field(page, '报名编号').fill(regNo.toLowerCase())
    await field(page, '查询码').fill('000000')
    await field(page, '联系人手机').fill(phone)
    await press(page, '查询')
    await expect(page.getByRole('alert', { name: /不正确/ })).toBeFocused()
    await field(page, '查询码').fill(queryCode)
    await press(page, '查询')
    await expect(page.getByText('请填写与证件一致的姓名').first()).toBeVisible()
    await isSound(page, [375])
    await field(page, '联系人').fill('李晓鸣')
    await press(page, '提交更正')
    await expect(page.getByText('协会正在审核')).toBeVisible()
    await decide('trainer', regNo, { action: 'pass' })

    await page.reload()
    await expect(page.getByRole('heading', { name: '缴费' })).toBeVisible()
    await expect(page.locator('.pay-account')).toContainText(regNo)
    await page.getByLabel(/^付款人/).fill('李晓鸣')
    await page.getByLabel(/^汇款凭证/).setInputFiles(scan('回单.pdf'))
    await expect(page.getByText('已上传：回单.pdf')).toBeVisible()
    await isSound(page, [375])
    await press(page, '提交缴费凭证')
    await expect(page.getByText('凭证已提交')).toBeVisible()
    await decide('cashier', regNo, { action: 'pass' })
    await page.reload()
    await expect(page.getByText('报名成功', { exact: true }).first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })

  test('who comes when it is full is told the place in the queue, takes one that is offered, and gives it up again', async ({
    page,
  }) => {
    test.slow()
    const id = await openCourse('候补演示班', 1)
    await fillUp(id)
    await visit(page, `/admin/publicity/training/${id}`)
    await page.getByRole('link', { name: '排队候补' }).click()
    await provePhone(page, newPhone())
    await main(page).getByLabel('个人报名').check()
    await field(page, '所在省份').selectOption({ label: '辽宁省' })
    await field(page, '联系人').fill('钱二强')
    await fillPerson(page, '钱二强', newNumber())
    await main(page).getByLabel('不需要').check()
    await main(page)
      .getByRole('checkbox', { name: /报名须知/ })
      .check()
    await press(page, '下一步：核对报名表')
    await press(page, '确认提交并候补')
    await expect(page.getByRole('heading', { name: '已为您排队候补' })).toBeFocused()
    await expect(page.getByText('前面还有 0 人')).toBeVisible()
    await page.getByRole('link', { name: '查看这份报名' }).click()
    await expect(page.getByText('候补中', { exact: true }).first()).toBeVisible()
    await makeRoom(id)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: '确认参加' })).toBeVisible({ timeout: 2000 })
    }).toPass()
    expect(await faultsOf(page)).toEqual([])
    await press(page, '确认参加')
    await expect(page.getByText('协会正在审核')).toBeVisible()
    await press(page, '取消报名')
    const dialog = page.getByRole('dialog', { name: '取消这份报名？' })
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: '确定取消' }).click()
    await expect(page.getByText('已取消', { exact: true }).first()).toBeVisible()
    expect(await textOf(main(page))).not.toContain('更正报名信息')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page still says what it costs and whom to call', async ({ page }) => {
    const id = await openCourse('无脚本演示班')
    await page.goto(`/admin/publicity/training/enrol/${id}`)
    await expect(page.getByRole('complementary', { name: '班次与费用' })).toContainText('1,200')
    await expect(page.getByRole('link', { name: '010-5550 0136' })).toBeVisible()
    await expect(page.getByText('同一证件号码在一个班只能报名一次')).toBeVisible()
  })
})
