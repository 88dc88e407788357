import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany, scan, upload } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { strike, tabTo, type } from '../support/keys.ts'
import { isSoundAtAllWidths, opened } from '../support/sound.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()
const choose = (page: Page, name: RegExp) => main(page).getByRole('radio', { name }).check()
const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })

async function handIn(page: Page) {
  await strike(page, /核对并提交/)
  await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
  await strike(page, /确认提交/)
  await expect(page.getByRole('heading', { name: /已提交$/ })).toBeFocused()
}

const decided = async (id: string, decision: object) => {
  const call = await desk('reviewer')
  const { version } = await call('GET', `/staff/review/detail?id=${id}`)
  await call('POST', '/staff/review/decide', {
    id: Number(id),
    version,
    exceptionReason: '协会决定予以通过',
    ...decision,
  })
}

test('a company sees where it stands, applies by keyboard, mends what is wrong, hands in its papers and pays', async ({
  page,
}) => {
  test.slow()
  const { token, orgName } = await newCompany(page)
  await signInBy(page, token)

  await test.step('begins with the conditions of each level before its eyes', async () => {
    await visit(page, '/admin/user?tab=qualification')
    await expect(page).toHaveURL('/admin/user/qualification')
    await expect(page.getByText('还没有能力评价申请')).toBeVisible()
    await isSoundAtAllWidths(page)
    await page.getByRole('link', { name: '新的申请' }).click()
    await choose(page, /^清洗类/)
    await choose(page, /^锅炉化学清洗单位/)
    await expect(page.getByText(/^申请表中填写 ?需要 12 名持证人员，本单位未登记人员/)).toBeVisible()
    await choose(page, /^D级/)
    await expect(page).toHaveURL(/childId=101&levelId=1014/)
    await expect(page.getByText('协会还没有登记本单位的人员')).toBeVisible()
    await expect(page.getByText('缴纳评审费 4,000 元')).toBeVisible()
    await expect(page.getByText('营业执照或事业单位法人证书')).toBeVisible()
    await isSoundAtAllWidths(page)
    await press(page, '开始填写')
    await expect(page).toHaveURL(/\/qualification\/form\/\d+$/)
  })
  const id = page.url().split('/').at(-1)!

  await test.step('fills the form in by keyboard, and meets a mistake in a row of a table', async () => {
    await opened(page)
    await expect(page.getByText('D级条件对照')).toBeVisible()
    await type(page, '申请理由', '承接工业锅炉清洗业务')
    await tabTo(page, /^成立日期/)
    await page.keyboard.type('2010-05-23', { delay: 50 })
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(/^成立日期/)).toHaveValue('2010-05-23')
    for (const [label, text] of [
      ['注册资本', '800'],
      ['职工总数', '60'],
      ['技术人员数', '20'],
      ['高级职称人数', '1'],

      ['中级职称人数', '3'],
      ['初级职称人数', '5'],
      ['持本会证书人数', '4'],
      ['上年度营业收入', '1200'],

      ['质量负责人', '李晓明'],
      ['技术负责人', '王建国'],
    ] as const)
      await type(page, label!, text!)
    await strike(page, /^添加一行 ?专业技术人员/)
    await expect(page.getByLabel(/^第 1 行 姓名/)).toBeFocused()
    await page.keyboard.type('李晓明')
    await type(page, '第 1 行 身份证号码', '110000199001010014')
    await strike(page, /^委托有资质的单位处置/, 'Space')
    await strike(page, /^碱洗/, 'Space')
    await type(page, '清洗泵最大流量', '120')
    await strike(page, /同意真实性承诺/, 'Space')
    await strike(page, /核对并提交/)
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('link')).toHaveText([
      /^专业技术人员 第 1 行：身份证号码的第 18 位校验码不符/,
      /^专业技术人员 第 1 行：请填写职称/,
    ])
    await isSoundAtAllWidths(page)
  })

  await test.step('mends it where the list of errors leads, and hands in', async () => {
    await strike(page, /校验码不符/)
    await expect(page.getByLabel(/^第 1 行 身份证号码/)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('110000199001010013')
    await type(page, '第 1 行 职称', '工程师')
    await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
    await strike(page, /核对并提交/)
    await expect(page.getByText('承接工业锅炉清洗业务', { exact: true })).toBeVisible()
    await isSoundAtAllWidths(page)
    await strike(page, /确认提交/)
    await expect(page.getByRole('heading', { name: /已提交$/ })).toBeFocused()
    await isSoundAtAllWidths(page)
    await visit(page, `/admin/user/qualification/${id}`)
    await expect(page.getByText('待初审').first()).toBeVisible()
    await isSoundAtAllWidths(page)
  })

  await test.step('is sent back at one field, and only that is open', async () => {
    await decided(id, { action: 'return', remarks: [{ field: 'reason', text: '请写明拟承接的锅炉类型' }] })
    await page.reload()
    await page.getByRole('link', { name: '补正申请表', exact: true }).click()
    await expect(page.getByText('请写明拟承接的锅炉类型').first()).toBeVisible()
    await expect(page.getByLabel(/^质量负责人/)).toHaveCount(0)
    await type(page, '申请理由', '承接 1.6 MPa 及以下热水锅炉清洗')
    await type(page, '说明', '已补充')
    await handIn(page)
    await expect(page.getByText('说明：已补充').first()).toBeVisible()
  })

  await test.step('prints, seals and uploads; the code on the scan is recognised', async () => {
    await decided(id, { action: 'pass' })
    await visit(page, `/admin/user/qualification/${id}`)
    await page.getByRole('link', { name: '上传盖章材料', exact: true }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, '下载申请表（PDF）')])
    const printed = await readFile(await download.path())
    await press(page, '提交材料')
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('link').first()).toHaveText(/盖章申请表/)
    await isSoundAtAllWidths(page)
    const missing = await summary(page).getByRole('link').allTextContents()
    for (const [i, words] of missing.entries()) {
      const file = scan(`材料${i}.pdf`)
      await upload(page, words.replace('请上传', ''), i === 0 ? { ...file, buffer: printed } : file)
    }
    await expect(page.getByText(/未识别到申请表|修改前打印/)).toHaveCount(0)
    await press(page, '提交材料')
    await expect(page.getByText('待复审').first()).toBeVisible()
  })

  await test.step('pays the fee with the slip of its bank', async () => {
    await decided(id, { action: 'pass' })
    await visit(page, `/admin/user/qualification/${id}`)
    await page.getByRole('link', { name: '缴纳评审费', exact: true }).click()
    await expect(page.getByRole('heading', { name: '评审费：4,000 元' })).toBeVisible()
    await press(page, '提交缴费凭证')
    await expect(summary(page).getByRole('link').first()).toBeVisible()
    await isSoundAtAllWidths(page)
    await page.getByLabel(/^汇款日期/).fill(new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }))
    await page.keyboard.press('Enter')
    await page.getByLabel(/^汇款单位或个人/).fill(orgName)
    await page.getByLabel(/^接收票据的邮箱/).fill('finance@example.com')
    await upload(page, '汇款凭证', scan('回单.pdf'))
    await press(page, '提交缴费凭证')
    await expect(page.getByText('财务确认到账后进入下一环节')).toBeVisible()
    await visit(page, '/admin/user/qualification')
    await expect(page.getByRole('row', { name: /锅炉化学清洗单位 D级/ })).toContainText('缴费待确认')
    await isSoundAtAllWidths(page)
  })
})

test('a holder sees what can be done with each certificate, and begins from it', async ({ page, signIn }) => {
  await signIn('qingyuan')
  await visit(page, '/admin/user/certificates')
  await opened(page)
  await isSoundAtAllWidths(page)
  const row = page.getByRole('row', { name: /锅炉化学清洗单位 A级/ })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: /^更多/ }).press('Enter')
  await expect(dialog.getByText('可验证凭证（.jwt）')).toBeVisible()
  await expect(dialog.getByText('A级没有更高的级别可以申请')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('link', { name: '增项' }).press('Enter')
  await expect(page).toHaveURL(/qualification\/new\?type=extraScope&certId=\d+$/)
  await expect(page.getByRole('radio', { name: /锅炉化学清洗单位 A级/ })).toBeChecked()
  await expect(page.getByRole('heading', { name: 'A级条件对照' })).toBeVisible()
  await expect(page.getByText(/需要 12 名持证人员，现有 \d+ 名有效/)).toBeVisible()
  await expect(page.getByRole('button', { name: '开始填写申请表' })).toBeEnabled()
  await isSoundAtAllWidths(page)
})
