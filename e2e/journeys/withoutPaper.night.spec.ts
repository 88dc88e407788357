import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { drawSheet } from '#test/setups/sheets.ts'
import { applyToJoin, fillProfile, openAccount } from '../../bench/walking/joiningSteps.ts'
import { Walker } from '../../bench/walking/walker.ts'
import { readCodes } from '../../src/lib/server/documents/qr.ts'
import { verifyPdf } from '../../src/lib/server/documents/signatureReader.ts'
import { SEAL, workWithoutPaper } from '../outside/association.ts'
import { Phone } from '../outside/phone.ts'
import { aMinuteLater, codeFor, noticeEnds, runScheduledJob, test } from '../outside/site.ts'
import { scan } from '../support/company.ts'
import { decisionsAt, deskAt } from '../support/desk.ts'
import { newCompany } from '../support/joiningCompany.ts'
import { dropSession, expect, textOf, visit, waitForHydration } from '../support/test.ts'

/** Maximum number of acts to join online; `docs/walking.md` compares this with the paper process. */
const ACTS = 60

/** Reads a QR code from the screen, as a phone would. */
async function codeOn(page: Page, name: string): Promise<string> {
  const picture = page.getByRole('img', { name })
  await expect(picture).toBeVisible()
  const dir = await mkdtemp(join(tmpdir(), 'hangxie-code-'))
  const path = join(dir, 'code.png')
  await writeFile(path, await picture.screenshot())
  const [code] = await readCodes(path, 'image/png')
  await rm(dir, { recursive: true })
  return code!
}

async function save(walker: Walker, button: Locator) {
  const [file] = await Promise.all([walker.page.waitForEvent('download'), walker.press(button)])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a company joins without paper: scans to sign in, confirms online, pays by a code, and has receipt and certificate', async ({
  page,
  own,
  browser,
}) => {
  test.slow()
  await workWithoutPaper(own)
  const [reviewer, admin] = [await decisionsAt(own, 'reviewer'), await decisionsAt(own, 'admin')]
  const of = newCompany()
  const walker = new Walker(page)
  const phone = await Phone.of('李晓明', { browser, own })
  const number = () => textOf(page.locator('.wechat-number'))
  const code = async (use: string) => {
    const found = await codeFor(own, of.phone, use)
    await aMinuteLater(own)
    return found
  }
  const total = { acts: 0, seconds: 0 }
  /** A part of the way that is the company's, with how many acts and seconds it took. */
  const goes = (name: string, way: () => Promise<void>) =>
    test.step(name, async () => {
      const [before, begun] = [walker.acts + phone.acts(), Date.now()]
      await way()
      const [acts, seconds] = [walker.acts + phone.acts() - before, (Date.now() - begun) / 1000]
      total.acts += acts
      total.seconds += seconds
      test.info().annotations.push({ type: name, description: `${acts} acts, ${seconds.toFixed(1)} s` })
    })

  await goes('opens its account', async () => {
    await walker.open('/admin/login/register')
    await waitForHydration(page)
    await openAccount(walker, of, () => code('注册账号'))
  })

  await goes('binds the WeChat of its manager by scanning', async () => {
    await walker.open('/admin/user/security')
    await walker.press(walker.link('绑定微信'))
    await walker.sees('还没有绑定微信')
    await walker.press(walker.button('获取验证码'))
    await walker.fill(page.getByRole('textbox', { name: '验证码' }), await code('绑定或解绑微信'))
    await walker.press(walker.button('下一步：显示二维码'))
    await expect(page.getByRole('img', { name: '微信二维码' })).toBeVisible()
    await phone.confirm(await number(), '绑定')
    await expect(page.getByText('收得到')).toBeVisible()
  })

  await dropSession(page)
  await goes('signs in on another day by scanning', async () => {
    await walker.open('/admin/login/login')
    await walker.press(walker.link('微信登录'))
    await expect(page.getByRole('img', { name: '微信二维码' })).toBeVisible()
    await phone.confirm(await number(), '登录')
    await walker.isAt('/admin/user/profile')
  })

  await goes('says who it is, and applies', async () => {
    await fillProfile(walker)
    await applyToJoin(walker)
  })

  await reviewer('/staff/review/decide', of.name, { action: 'pass' })
  await goes('confirms online in place of seal and scan, and hands in', async () => {
    await walker.open('/admin/user')
    await walker.press(walker.link(/^确认并提交材料/).first())
    await walker.attach(walker.button(/^选择文件 ?：营业执照/), scan('执照.pdf'))
    await expect(walker.button(/^移除 ?执照\.pdf/)).toBeVisible()
    await walker.press(walker.button('查看全部内容并确认'))
    const sheet = page.getByRole('dialog', { name: '线上确认' })
    for (const words of ['代替签字盖章', '执照.pdf', '锅炉化学清洗', /SHA-256 [0-9a-f]{64}/])
      await expect(sheet).toContainText(words)
    await walker.press(sheet.getByRole('button', { name: '获取验证码' }))
    await walker.fill(sheet.getByRole('textbox', { name: /^短信验证码/ }), await code('线上确认申请'))
    await walker.press(sheet.getByRole('button', { name: '确认以上全部内容' }))
    await expect(sheet).toHaveCount(0)
    await walker.sees('已线上确认')
    // Confirming hands nothing in by itself.
    await expect(page.getByRole('heading', { name: /需要更正/ })).toHaveCount(0)
    await walker.press(walker.button('提交材料'))
    await walker.isAt(/\/admin\/user\/doing\/\d+$/)
    await walker.sees('待复审')
  })

  await test.step('the association reviews, decides, and hangs it out', async () => {
    const reading = await deskAt(own, 'reviewer')
    const { list } = await reading('GET', `/staff/review/list?key=${encodeURIComponent(of.name)}`)
    expect(await reading('GET', `/staff/review/confirmation?id=${list[0].id}`)).toMatchObject({ holds: true })
    await reviewer('/staff/review/decide', of.name, { action: 'pass' })
    const passed = { action: 'pass', opinion: '理事会通过', exceptionReason: '已通讯表决' }
    await admin('/staff/decision/record', of.name, passed)
    await noticeEnds(own, of.name)
    await admin('/staff/decision/record', of.name, { action: 'pass' })
  })

  await goes('pays by a code, and sees by itself that it is paid', async () => {
    await walker.open('/admin/user/membership/materials')
    // The menu of the member centre, which stands before, has one of this name, too.
    await walker.press(walker.link('在线支付').last())
    await walker.press(walker.button(/^支付 /))
    await phone.pay(await codeOn(page, '微信支付付款的二维码'))
    await walker.sees('已支付，款项已入账')
    await expect(page.getByRole('row', { name: /会费/ })).toContainText('已入账')
  })

  await goes('has the receipt among its papers, and in its messages', async () => {
    await runScheduledJob(own, 'eInvoices')
    const paper = walker.main().getByRole('button', { name: /^PDF ?：\d{20}$/ })
    await expect(async () => {
      await visit(page, '/admin/user/invoices')
      await expect(paper).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    const { name, bytes } = await save(walker, paper)
    expect(name).toMatch(/^社会团体会费收据_\d{20}\.pdf$/)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await expect(walker.main().getByRole('button', { name: /^OFD ?：\d{20}$/ })).toBeVisible()
    await visit(page, '/admin/user/messages')
    await walker.sees(/年度会费票据/)
  })

  await goes('downloads its certificate', async () => {
    await walker.open('/admin/user/membership')
    const { bytes } = await save(walker, walker.button('下载会员证书'))
    const verified = await verifyPdf(bytes)
    expect(verified).toMatchObject({ signed: true, intact: true })
    expect(verified.stamp?.at).toBeInstanceOf(Date)
    const seal = (await drawSheet(bytes)).boxOf((red, green, blue) => blue > 200 && red < 40 && green < 40)
    expect(Math.abs(seal.left - SEAL.x) + Math.abs(seal.top - SEAL.y)).toBeLessThan(1)
    expect(Math.abs(seal.right - seal.left - SEAL.size)).toBeLessThan(1)
  })

  await test.step('WeChat has told it of each step that was its own', async () => {
    const told = async () => (await phone.messages()).join('\n')
    await expect.poll(told).toMatch(/thing1：入会申请[\s\S]*thing1：入会申请/)
    await phone.close()
  })
  test.info().annotations.push({ type: 'all', description: `${total.acts} acts, ${total.seconds.toFixed(1)} s` })
  expect(total.acts).toBeLessThanOrEqual(ACTS)
})
