import type { Page } from '@playwright/test'
import { artwork, inDays } from '../support/advertising.ts'
import { makeMember, newCompany, scan } from '../support/company.ts'
import { newCompany as anyCompany, PASSWORD } from '../support/joiningCompany.ts'
import { strike, tabTo, type } from '../support/keys.ts'
import { codeTo, expect, signInBy, test, visit } from '../support/test.ts'

/** Picks an option from a list that opens while typing. */
async function pick(page: Page, label: string, option: string) {
  await tabTo(page, new RegExp(`^${label}`))
  await page.keyboard.type(option)
  await expect(page.locator('.ant-select-item-option-active', { hasText: option })).toBeVisible()
  await page.keyboard.press('Enter')
}

async function chooseFile(page: Page, slot: string, file: Awaited<ReturnType<typeof artwork>>) {
  const [asked] = await Promise.all([
    page.waitForEvent('filechooser'),
    strike(page, new RegExp(`^选择文件 ?：${slot}`)),
  ])
  await asked.setFiles(file)
  await expect(page.getByRole('list', { name: slot, exact: true }).getByRole('button', { name: /^移除/ })).toBeVisible()
}

async function handIn(page: Page, confirm = /^确认提交/) {
  await strike(page, /核对并提交$/)
  await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
  await strike(page, confirm)
  await expect(page.getByRole('heading', { name: /已提交$/ })).toBeFocused()
}

test.describe('without a mouse', () => {
  test('a company opens its account, says who it is and applies to join', async ({ page }) => {
    test.slow()
    const of = anyCompany()
    await visit(page, '/admin/login/register')
    await type(page, '单位名称', of.name)
    await type(page, '统一社会信用代码', of.creditCode)
    await type(page, '密码', PASSWORD)
    await type(page, '联系人手机号', of.phone)
    await strike(page, /^获取验证码$/)
    await expect(page.getByText(`验证码已发送到 ${of.phone}`)).toBeVisible()
    await expect(page.getByLabel('短信验证码', { exact: true })).toBeFocused()
    await page.keyboard.type(await codeTo(of.phone))
    for (const document of ['隐私政策', '用户协议'])
      await strike(page, new RegExp(`^我已阅读并同意《${document}》`), 'Space')
    await strike(page, /^注册$/)
    await expect(page).toHaveURL('/admin/user/profile')
    await expect(page.getByRole('textbox', { name: /^单位名称/ })).toHaveValue(of.name)
    await pick(page, '单位性质', '民营企业')
    await strike(page, /^清洗服务/, 'Space')
    await type(page, '法定代表人', '张明')
    await type(page, '详细地址', '朝阳区演示路 28 号')
    await type(page, '主营业务', '锅炉化学清洗')
    await type(page, '联系人姓名', '李晓明')
    await type(page, '联系人职务', '总经理')
    await type(page, '联系人邮箱', 'liaison@example.com')
    await strike(page, /^下一步：申请入会/)
    await expect(page).toHaveURL('/admin/user/membership/apply')
    await strike(page, /^副理事长单位/, 'Space')
    await strike(page, /协会章程/, 'Space')
    await strike(page, /真实性承诺/, 'Space')
    await handIn(page)
  })

  test('a member writes its page and hands it in', async ({ page }) => {
    const company = await newCompany(page)
    await makeMember(company)
    await signInBy(page, company.token)
    await visit(page, '/admin/user/style')
    await type(page, '标题', '一台锅炉的三十年')
    await tabTo(page, /^正文/)
    await page.keyboard.type('从司炉到总工程师。')
    await handIn(page, /^确认提交审核/)
  })

  test('an advert is drawn up and handed in', async ({ page }) => {
    test.slow()
    await signInBy(page, (await newCompany(page)).token)
    await visit(page, '/admin/user/adverts/new')
    await strike(page, /^选这里：首页右侧$/)
    await page.waitForURL(/\/adverts\/\d+$/)
    for (const [label, days] of [
      ['开始日期', 5],
      ['结束日期', 9],
    ] as const) {
      await type(page, label, inDays(days))
      await page.keyboard.press('Enter')
    }
    await type(page, '广告标题', '键盘演示')
    await chooseFile(page, '广告图片', await artwork('P3'))
    await type(page, '图片的文字说明', '演示设备')
    await strike(page, /^外部网站/, 'Space')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: '不设链接' })).toBeChecked()
    await type(page, '产品或服务说明', '用于演示的广告。')
    await chooseFile(page, '营业执照', scan('营业执照.pdf'))
    await handIn(page)
  })
})
