import type { Page } from '@playwright/test'
import {
  acceptInvitation,
  checkCode,
  checkNumber,
  hasNoDeadLink,
  inviteClerk,
  opensEveryScreen,
} from '../firstDay/checking.ts'
import { enter, enterFirst, invite, letFortnightPass } from '../firstDay/colleagues.ts'
import { issueToPerson, openCase, passes } from '../firstDay/desk.ts'
import {
  apply,
  companyOf,
  completeProfile,
  field,
  fill,
  pay,
  register,
  registerPerson,
  upload,
} from '../firstDay/joining.ts'
import {
  agreeTo,
  askRefund,
  askReopening,
  closeToday,
  closingStatus,
  isRefusedRefund,
  payRefund,
} from '../firstDay/money.ts'
import { applyPack, askWhoJoins, fillSetting, publishArticle, uploadEmblem } from '../firstDay/setUp.ts'
import { test } from '../firstDay/site.ts'
import { main } from '../support/board.ts'
import { unfoldMenu } from '../support/desk.ts'
import { openSection } from '../support/sections.ts'
import { expect, textsTo, visit } from '../support/test.ts'

// The first call without a session answers 401 or 403, and the browser logs the status.
test.use({ provokes: /status of (401|403)/, actionTimeout: 20_000 })
test.describe.configure({ mode: 'parallel' })

const stepOf = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })
const handIn = (page: Page) => main(page).getByRole('button', { name: '提交材料' }).click()

test('an elevator association is set up, takes its first member and issues its first certificate by the screens alone', async ({
  own,
  arrives,
}) => {
  // A whole day of seven people, each screen by hand: three minutes where others work beside it, more on a slow machine.
  test.setTimeout(600_000)
  const [admin, secretary, company, visitor] = [await arrives(), await arrives(), await arrives(), await arrives()]
  const name = '江州市电梯行业协会'
  const of = companyOf('安达电梯维保')
  const kind = '维保作业人员'

  await test.step('its first administrator comes by the link that the start prints', async () => {
    await enterFirst(admin, own, { userName: 'chenjing', displayName: '陈静' })
    await visit(admin, '/staff')
    await main(admin).getByRole('link', { name: '建站清单' }).click()
    await expect(stepOf(admin, '协会名称与简介')).toContainText('待办')
  })

  await test.step('takes a pack on, and fills in what is its own', async () => {
    await applyPack(admin, '电梯')
    await visit(admin, '/staff/settings')
    await fillSetting(admin, '协会信息', {
      协会名称: name,
      简称: '江州电梯',
      英文名称: 'Jiangzhou Elevator Association',
      网页标题: name,
      成立年份: '2016',
    })
    await fillSetting(admin, '联系方式', { 地址: '江州市滨江路 18 号', 电话: '0571-55500126', 经度: '120', 纬度: '30' })
    await fillSetting(admin, '备案号', {
      'ICP 备案号': '浙ICP备12345678号-1',
      公安备案号: '浙公网安备33010502030001号',
    })
    await fillSetting(admin, '会员', { 会员编号前缀: 'JZEA' })
    await fillSetting(admin, '收款账户', { 户名: name, 开户行: '江州银行滨江支行', 账号: '330100200300400500' })
    await uploadEmblem(admin)
    await askWhoJoins(admin, '应急救援值班电话')
    await publishArticle(admin, '协会动态', '江州市电梯行业协会成立', '协会今天成立。')
    await visit(admin, '/staff/setup')
    for (const step of [
      '协会名称与简介',
      '徽标与二维码',
      '联系方式与备案号',
      '收款账户',
      '栏目',
      '第一篇文章',
      '会员级别',
    ])
      await expect(stepOf(admin, step).first(), step).toContainText('已完成')
  })

  await test.step('a visitor sees its name, its emblem and its news, and no dead link', async () => {
    await visit(visitor, '/')
    await expect(visitor.getByRole('banner')).toContainText(name)
    const emblem = visitor.getByRole('banner').locator('img').first()
    await expect.poll(() => emblem.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
    await expect(main(visitor).getByRole('link', { name: '江州市电梯行业协会成立' })).toBeVisible()
    await expect(main(visitor).getByRole('region', { name: '首页要闻图片' })).toHaveCount(0)
    await expect(visitor.getByRole('contentinfo')).toContainText('浙ICP备12345678号-1')
    await hasNoDeadLink(visitor)
  })

  await test.step('no screen of the back office is a dead end, or speaks of another trade', () =>
    opensEveryScreen(admin))

  await test.step('a company registers and applies, with what only this association asks', async () => {
    await register(company, own, of)
    await completeProfile(company, of, '维护保养')
    await apply(company, '会员单位', async () => {
      await fill(company, '在保电梯数量', '320')
      await openSection(company, '专项信息')
      await fill(company, '应急救援值班电话', '0571-55500199')
    })
  })

  await test.step('two of the staff review it: who passed it does not record the decision, too', async () => {
    const link = await invite(admin, { userName: 'linyue', displayName: '林月', role: '秘书处' })
    await enter(secretary, link, { userName: 'linyue' })
    await openCase(admin, of.name)
    await expect(main(admin)).toContainText('0571-55500199')
    await passes(admin, of.name, '通过')
    await visit(company, '/admin/user/membership/materials')
    await upload(company, '盖章申请表', '申请表.png')
    await upload(company, '营业执照', '执照.png')
    await handIn(company)
    await expect(company).toHaveURL(/doing/)
    await passes(admin, of.name, '通过')
    await openCase(admin, of.name)
    await expect(main(admin).getByText('审议结果须由另一位工作人员记录')).toBeVisible()
    await passes(secretary, of.name, '审议通过')
  })

  await test.step('pays, and stands in the public register', async () => {
    await pay(company, of)
    await passes(admin, of.name, '确认到账')
    await visit(visitor, '/admin/publicity/member')
    await expect(visitor.getByRole('link', { name: of.name })).toBeVisible()
    await expect(main(visitor)).toContainText(/JZEA-D-33-0001/)
  })

  await test.step('some of its fee goes back, and the day is closed and opened again, each by two', async () => {
    const cashier = await arrives()
    await enter(cashier, await invite(admin, { userName: 'zhouli', displayName: '周丽', role: '财务' }), {
      userName: 'zhouli',
    })
    await isRefusedRefund(cashier, of.name, '500')
    await letFortnightPass(own)
    await askRefund(cashier, of.name, '500')
    await agreeTo(admin, '退款')
    await payRefund(cashier, of.name)
    await closeToday(cashier, '500')
    await askReopening(cashier)
    await agreeTo(admin, '重新打开日结')
    await visit(cashier, '/staff/closing')
    await expect(closingStatus(cashier)).toContainText('还没有日结')
    await closeToday(cashier, '500')
    await expect(closingStatus(cashier)).toContainText('第 2 号日结，由 周丽')
  })

  await test.step('invites a colleague, who is refused what is not theirs', async () => {
    const clerk = await arrives()
    const phone = '13900001234'
    await inviteClerk(company, '王敏', phone, '人员与培训')
    await expect.poll(() => textsTo(phone, own.dataDir)).toContainEqual(expect.stringContaining(of.name))
    await registerPerson(clerk, own, '王敏', phone)
    await acceptInvitation(clerk, of.name)
    await visit(clerk, '/admin/user/profile')
    await expect(field(clerk, '网站')).toBeDisabled()
    const refusal = /须由本单位负责人，或有“全部事项”权限的经办人办理/
    await expect(main(clerk).getByText(refusal).first()).toBeVisible()
  })

  await test.step('a certificate of its own kind is issued to a person, and anybody checks it', async () => {
    const { number, code } = await issueToPerson(secretary, '周建国', { kind, level: '中级', employer: of.name })
    expect(number).toMatch(/^WB1-\d{4}-33-00001$/)
    const byNumber = await checkNumber(visitor, number)
    for (const words of [kind, '中级', name]) await expect(byNumber).toContainText(words)
    await expect(byNumber).not.toContainText('周建国')
    const byCode = await checkCode(visitor, code)
    await expect(byCode).toContainText('周建国')
    await expect(byCode).toContainText(number)
  })
})

/** Menu entries that a chamber without certificates and training does not need. */
const NOT_THEIRS = /能力评价|我的证书|人员证书|^人员$|培训|奖励|评审|条件预警/

test('a chamber of commerce without certificates is shown nothing of them', async ({ own, arrives }) => {
  test.slow()
  const [admin, secretary, company, visitor] = [await arrives(), await arrives(), await arrives(), await arrives()]
  const of = companyOf('同心商贸')
  await test.step('is set up', async () => {
    await enterFirst(admin, own, { userName: 'wuhao', displayName: '吴昊' })
    await applyPack(admin, '商会')
    await visit(admin, '/staff/settings')
    await fillSetting(admin, '协会信息', {
      协会名称: '江州市湖州商会',
      简称: '湖州商会',
      英文名称: 'Huzhou Chamber of Commerce',
      网页标题: '江州市湖州商会',
      成立年份: '2012',
    })
    await visit(admin, '/staff')
    await unfoldMenu(admin)
    const entries = admin.getByRole('navigation').first().getByRole('link')
    await expect(entries.filter({ hasText: '会员' }).first()).toBeVisible()
    await expect(entries.filter({ hasText: NOT_THEIRS })).toHaveCount(0)
  })

  await test.step('a company joins without papers of lifts or boilers', async () => {
    await register(company, own, of)
    await completeProfile(company, of, '商贸流通')
    await apply(company, '会员', async () => {
      await openSection(company, '合作意向')
      await main(company).getByRole('checkbox', { name: '市场拓展' }).check()
      await openSection(company, '随表材料')
      await upload(company, '营业执照', '执照.png')
    })
    await passes(admin, of.name, '通过')
    await enter(secretary, await invite(admin, { userName: 'linyue', displayName: '林月', role: '秘书处' }), {
      userName: 'linyue',
    })
    await passes(secretary, of.name, '审议通过')
    await pay(company, of)
    await expect(main(company).getByText('协会还没有公布收款账户')).toBeVisible()
    await passes(admin, of.name, '确认到账')
    await visit(company, '/admin/user')
    const entries = company.getByRole('link')
    await expect(entries.filter({ hasText: '会员风采' }).first()).toBeVisible()
    await expect(entries.filter({ hasText: NOT_THEIRS })).toHaveCount(0)
  })

  await test.step('its home page has no block and no link of what it does not have', async () => {
    await visit(visitor, '/')
    await expect(main(visitor)).toContainText('会员单位')
    await expect(visitor.locator('body')).not.toContainText(/能力评价|人员证书|单位证书|培训|奖励|正在报名/)
    await hasNoDeadLink(visitor)
  })
})
