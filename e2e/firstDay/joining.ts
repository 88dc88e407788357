import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { main } from '../support/board.ts'
import { agree, type Company, fillRegistration, newCompany, PASSWORD, press } from '../support/joiningCompany.ts'
import { openSection } from '../support/sections.ts'
import { expect, visit } from '../support/test.ts'
import { codeTo, type Site } from './site.ts'

/** A field by its label, whatever is said beside it. */
export const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label}(必填|选填)?$`))
export const fill = (page: Page, label: string, value: string) => field(page, label).fill(value)
const tick = (page: Page, name: string) => main(page).getByRole('checkbox', { name }).check()
export async function pick(page: Page, label: string, option: string) {
  await field(page, label).click()
  await field(page, label).fill(option)
  await page.locator('.ant-select-item-option', { hasText: option }).first().click()
}

export const companyOf = (trade: string): Company => ({ ...newCompany(), name: `江州${trade}有限公司` })

async function prove(page: Page, own: Site, phone: string) {
  await press(page, '获取验证码')
  await page.getByLabel('短信验证码', { exact: true }).fill(await codeTo(own, phone))
}

/** A company opens its account, by the text on the phone of whoever does it. */
export async function register(page: Page, own: Site, of: Company) {
  await fillRegistration(page, of)
  await prove(page, own, of.phone)
  await press(page, /^注册$/)
  await expect(page).toHaveURL(/\/admin\/user\/profile$/)
}

export async function registerPerson(page: Page, own: Site, name: string, phone: string) {
  await visit(page, '/admin/login/register')
  await page.getByRole('radio', { name: /^个人/ }).check()
  await page.getByLabel('姓名', { exact: true }).fill(name)
  await page.getByLabel('用户名').fill(`unit_${phone.slice(-8)}`)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await agree(page)
  await prove(page, own, phone)
  await press(page, /^注册$/)
  await expect(page).toHaveURL(/\/admin\/user/)
}

/** Fills in what the association asks of every company, in the words of its own dictionary. */
export async function completeProfile(page: Page, of: Company, trade: string) {
  await expect(field(page, '单位名称')).toHaveValue(of.name)
  await pick(page, '单位性质', '民营企业')
  await tick(page, trade)
  await fill(page, '法定代表人', '张明')
  await pick(page, '所在省份', '浙江')
  await fill(page, '城市', '江州市')
  await fill(page, '详细地址', '滨江路 28 号')
  await fill(page, '主营业务', '电梯维护保养')
  await fill(page, '单位简介', '维护保养电梯二十年。')
  for (const role of ['会员代表', '联系人']) {
    await fill(page, `${role}姓名`, '李晓明')
    await fill(page, `${role}职务`, '总经理')
    await fill(page, `${role}手机`, of.phone)
  }
  await fill(page, '联系人邮箱', 'liaison@example.com')
  await press(page, /^保存/)
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
}

/** Applies for a level, with what only this association asks. */
export async function apply(page: Page, level: string, answers: () => Promise<void>) {
  await visit(page, '/admin/user/membership')
  await press(page, '填写入会申请表')
  await main(page)
    .getByRole('radio', { name: new RegExp(`^${level}`) })
    .check()
  await fill(page, '入会理由', '希望参加行业交流。')
  await answers()
  await openSection(page, '承诺')
  await tick(page, '协会章程')
  await tick(page, '真实性承诺')
  await press(page, '核对并提交')
  await press(page, '确认提交')
  await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
}

const scan = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#f4f4ee' } })
    .png()
    .toBuffer()

export async function upload(page: Page, slot: string, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await main(page)
    .getByRole('button', { name: new RegExp(`^选择文件 ?：${slot}`) })
    .click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: await scan() })
  await expect(main(page).getByRole('button', { name: new RegExp(`^移除 ?${name}`) })).toBeVisible()
}

/** Pays the membership fee and uploads the bank slip. */
export async function pay(page: Page, of: Company) {
  await visit(page, '/admin/user/membership/materials')
  await expect(main(page).getByRole('heading', { name: /会费：[\d,]+ 元/ })).toBeVisible()
  await fill(page, '汇款日期', new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }))
  await page.keyboard.press('Enter')
  await fill(page, '汇款单位或个人', of.name)
  await fill(page, '接收票据的邮箱', 'finance@example.com')
  await upload(page, '汇款凭证', '回单.png')
  await press(page, '提交缴费凭证')
  await expect(page.getByText('财务确认到账后即完成入会')).toBeVisible()
}
