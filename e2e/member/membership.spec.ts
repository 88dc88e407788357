import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { chooseFile, scan, upload } from '../support/company.ts'
import { decisions } from '../support/desk.ts'
import { type Company, newCompany, press, register, signIn } from '../support/joiningCompany.ts'
import { openAll } from '../support/sections.ts'
import { expect, lookInto, phone as phoneScreen, test, visit, waitForHydration } from '../support/test.ts'

/** A field by its label, whatever is said beside it. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}(必填|选填)?$`))
const fill = (page: Page, label: string, value: string) => field(page, label).fill(value)
const choose = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name }).check()
async function pick(page: Page, label: string, option: string) {
  await field(page, label).click()
  await field(page, label).fill(option)
  await page.locator('.ant-select-item-option', { hasText: option }).first().click()
}
const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })
/** The steps of the way, without where on it one is. */
const stepsOf = async (page: Page) => {
  const steps = page.getByRole('list', { name: '办理环节' }).getByRole('listitem')
  await expect(steps.last()).toBeVisible()
  return (await steps.allTextContents()).map(text => text.replace(/（.+）/, ''))
}
const isSaved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()

/** Completes the company profile and its contact person. */
async function complete(page: Page, of: Company) {
  await expect(field(page, '单位名称')).toBeVisible()
  await fill(page, '单位名称', of.name)
  await fill(page, '统一社会信用代码', of.creditCode)
  await pick(page, '单位性质', '民营企业')
  await tick(page, '清洗服务')
  await fill(page, '法定代表人', '张明')
  await pick(page, '所在省份', '北京')
  await fill(page, '城市', '北京市')
  await fill(page, '详细地址', '朝阳区演示路 28 号')
  await fill(page, '主营业务', '锅炉化学清洗')
  await fill(page, '单位简介', '从事锅炉清洗二十年。')
  for (const role of ['会员代表', '联系人']) {
    await fill(page, `${role}姓名`, '李晓明')
    await fill(page, `${role}职务`, '总经理')
    await fill(page, `${role}手机`, '13900000901')
  }
  await fill(page, '联系人邮箱', 'liaison@example.com')
}

const REVIEW = '/staff/review/decide'
const RECORD = '/staff/decision/record'

test.describe('a company joins', () => {
  test.slow()
  test.use({ provokes: /status of (401|550)/, actionTimeout: 20_000 })

  test('from registration to the certificate that a visitor checks', async ({ page, browser, baseURL }) => {
    const of = newCompany()
    const [reviewer, admin, cashier] = await Promise.all(['reviewer', 'admin', 'cashier'].map(decisions))
    await register(page, of)

    await test.step('says who it is', async () => {
      await complete(page, of)
      await press(page, /^保存/)
      await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
    })

    await test.step('meets every mistake of the form once, and loses nothing', async () => {
      await visit(page, '/admin/user/membership')
      await press(page, '填写入会申请表')
      await expect(page.getByRole('main').getByText(of.name)).toBeVisible()
      // Sections whose data are already known are collapsed into their heading.
      await expect(field(page, '单位名称')).toBeHidden()
      await openAll(page)
      await expect(field(page, '单位名称')).toHaveValue(of.name)
      await fill(page, '联系人手机', '1390000')
      await fill(page, '单位邮箱', 'nobody@nowhere')
      await fill(page, '邮政编码', '12345')
      await fill(page, '网站', 'ftp://example.com')
      await fill(page, '职工总数', '许多')
      await fill(page, '主营业务', '')
      await press(page, '核对并提交')
      await expect(summary(page)).toBeFocused()
      for (const words of [
        '申请级别',
        '11 位数字',
        'name@example.com',
        '6 位数字',
        'http',
        '应为数字',
        '主营业务',
        '章程',
      ])
        await expect(
          summary(page)
            .getByRole('link', { name: new RegExp(words) })
            .first(),
        ).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      await expect(field(page, '联系人手机')).toHaveValue('1390000')
      await summary(page)
        .getByRole('link', { name: /11 位数字/ })
        .click()
      await expect(field(page, '联系人手机')).toBeFocused()
    })

    await test.step('the association ends the session while somebody types: what was typed is there afterwards', async () => {
      await fill(page, '联系人手机', '13900000902')
      await fill(page, '单位邮箱', 'office@example.com')
      await fill(page, '邮政编码', '100020')
      await fill(page, '网站', 'www.example.com')
      await fill(page, '职工总数', '１２０')
      await fill(page, '主营业务', '锅炉化学清洗与水处理')
      await isSaved(page)
      const database = await lookInto()
      await database.query(
        `update session set ended_at = now(), ended_by = 'association'
         where account_id = (select id from account where user_name = $1)`,
        [of.userName],
      )
      await database.end()
      await fill(page, '入会理由', '希望参加水处理技术交流。')
      await expect(page).toHaveURL(/\/admin\/login\/login\?dir=/)
      await signIn(page, of)
      await expect(page).toHaveURL('/admin/user/membership/apply')
      await expect(field(page, '入会理由')).toHaveValue('希望参加水处理技术交流。')
      await expect(page.getByText(/^锅炉化学清洗与水处理 · /)).toBeVisible()
      await isSaved(page)
    })

    // Continue on a phone.
    const mobile = await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const hand = await mobile.newPage()

    await test.step('goes on with it on another device, and hands it in', async () => {
      await visit(hand, `/admin/login/login?dir=${encodeURIComponent('["/admin/user/membership/apply"]')}`)
      await signIn(hand, of)
      await expect(field(hand, '入会理由')).toHaveValue('希望参加水处理技术交流。')
      const steps = await stepsOf(hand)
      await choose(hand, '会员单位')
      await tick(hand, '协会章程')
      await tick(hand, '真实性承诺')
      await press(hand, '核对并提交')
      await expect(hand.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
      await expect(hand.getByText('锅炉化学清洗与水处理')).toBeVisible()
      expect(await faultsOf(hand)).toEqual([])
      await press(hand, '确认提交')
      await expect(hand).toHaveURL(/\/admin\/user\/doing\/\d+$/)
      await expect(hand.getByRole('heading', { name: '入会申请已提交' })).toBeFocused()
      expect(await stepsOf(hand)).toEqual(steps)
      expect(await faultsOf(hand)).toEqual([])
      const copy = hand.waitForEvent('download')
      await hand
        .getByRole('region', { name: '入会申请已提交' })
        .getByRole('button', { name: /^下载提交的内容/ })
        .click()
      expect((await copy).suggestedFilename()).toMatch(/入会申请提交内容-第1版\.pdf$/)
      await expect(hand.getByText('待初审').first()).toBeVisible()
    })

    await test.step('is sent back at one field, and mends that one', async () => {
      const remarks = [{ field: 'address', text: '请写到门牌号' }]
      await reviewer!(REVIEW, of.name, { action: 'return', remarks })
      await hand.reload()
      await waitForHydration(hand)
      await hand.getByRole('link', { name: '去办理' }).click()
      await expect(hand.getByText('请写到门牌号').first()).toBeVisible()
      await expect(field(hand, '单位名称')).toHaveCount(0)
      await fill(hand, '详细地址', '朝阳区演示路 28 号 3 号楼')
      await press(hand, '核对并提交')
      await press(hand, '确认提交')
      await expect(hand).toHaveURL(/doing/)
      await expect(hand.getByText('请写到门牌号').first()).toBeVisible()
    })

    await test.step('prints, seals and uploads; the code on the scan is recognised', async () => {
      await reviewer!(REVIEW, of.name, { action: 'pass' })
      await visit(page, '/admin/user/membership/materials')
      expect((await stepsOf(page))[1]).toBe('盖章材料与复审')
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, '下载申请表（PDF）')])
      const printed = await readFile(await download.path())
      expect(download.suggestedFilename()).toMatch(/^RH\d{4}-\d{6}-入会申请表-第2版\.pdf$/)
      await press(page, '提交材料')
      await expect(summary(page).getByRole('link')).toHaveText([/盖章申请表/, /营业执照/])
      await chooseFile(page, '营业执照', { ...scan('营业执照.pdf'), buffer: Buffer.from('this is no PDF') })
      await expect(page.getByText(/不是有效的|格式|无法识别/).first()).toBeVisible()
      await upload(page, '盖章申请表', { ...scan('盖章申请表.pdf'), buffer: printed })
      await upload(page, '营业执照', { ...scan('执照.pdf'), buffer: printed })
      await expect(page.getByText('未识别到申请表')).toHaveCount(0)
      expect(await faultsOf(page)).toEqual([])
      await press(page, '提交材料')
      await expect(page).toHaveURL(/doing/)
      await expect(page.getByText('待复审').first()).toBeVisible()
    })

    await test.step('is reviewed, decided, noticed to the public', async () => {
      await reviewer!(REVIEW, of.name, { action: 'pass' })
      const search = `/staff/decision/record`
      await admin!(search, of.name, { action: 'pass', opinion: '理事会通过', exceptionReason: '已通讯表决' })
      await visit(page, '/admin/publicity/notice?pageSize=100')
      await expect(page.getByRole('row', { name: new RegExp(of.name) })).toContainText('拟吸收为会员单位')
      expect(await faultsOf(page)).toEqual([])
      const database = await lookInto()
      await database.query(`update public_notice set to_day = current_date - 1 where title = $1`, [of.name])
      await database.end()
      // The calendar, which another test may have called, passes it as well; what comes next says whether it is.
      await admin!(RECORD, of.name, { action: 'pass' }).catch(() => {})
    })

    await test.step('pays, and is a member', async () => {
      await visit(page, '/admin/user/membership/materials')
      await expect(page.getByRole('heading', { name: /会费：2,000 元/ })).toBeVisible()
      await press(page, '提交缴费凭证')
      await expect(summary(page).getByRole('link').first()).toBeVisible()
      await fill(page, '汇款日期', new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }))
      await page.keyboard.press('Enter')
      await fill(page, '汇款单位或个人', of.name)
      await fill(page, '接收票据的邮箱', 'finance@example.com')
      const slip = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } })
      await upload(page, '汇款凭证', { name: '回单.png', mimeType: 'image/png', buffer: slip })
      await press(page, '提交缴费凭证')
      await expect(page.getByText('财务确认到账后即完成入会')).toBeVisible()
      await cashier!('/staff/fee/confirm', of.name, { action: 'pass' })
    })

    await test.step('its certificate verifies by the address of its QR code, for anybody', async () => {
      await visit(page, '/admin/user/membership')
      await expect(page.getByText(/^CBWA-D-11-\d{4}$/)).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      const check = await page.getByRole('link', { name: '查验页面' }).getAttribute('href')
      const visitor = await browser.newContext({ ...phoneScreen, baseURL })
      const stranger = await visitor.newPage()
      await visit(stranger, check!)
      await expect(stranger.getByText(of.name).first()).toBeVisible()
      await expect(stranger.locator('.verdict')).toContainText('有效')
      await visitor.close()
    })
    await mobile.close()
  })
})
