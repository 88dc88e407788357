import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readCodes } from '../../src/lib/server/documents/qr.ts'
import { faultsOf } from '../support/axe.ts'
import {
  applicant,
  creditKind,
  desks,
  endNotice,
  moveEventsBack,
  newExpert,
  pass,
  storeRecord,
} from '../support/qualifying.ts'
import { expect, phone, signInBy, test, visit } from '../support/test.ts'

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
const main = (page: Page) => page.getByRole('main')
const verdict = (page: Page) => page.locator('.verdict')
const fact = (page: Page, name: string) => page.locator('.facts div').filter({ hasText: name }).locator('dd')

/** Reads the QR code on a certificate. */
async function codeOn(pdf: Buffer): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hangxie-code-'))
  const path = join(dir, 'certificate.pdf')
  await writeFile(path, pdf)
  const codes = await readCodes(path, 'application/pdf')
  await rm(dir, { recursive: true })
  return codes[0]!
}

const check = (page: Page, certNo: string, on?: string) =>
  visit(page, `/admin/verify?number=${certNo}${on ? `&on=${on}` : ''}`)

test('a first application: back by field, on site, something put right, and a visitor scans the certificate', async ({
  page,
  browser,
  baseURL,
  signInStaff,
}) => {
  test.slow()
  const of = await applicant(page)
  const by = await desks()
  const id = await of.begin({ applyType: 'initial', childId: 101, levelId: 1014 })
  await of.handIn(id)

  await test.step('the reviewer sees what the register has, and sends back one field', async () => {
    await signInStaff('reviewer')
    await visit(page, `/staff/review/${id}`)
    await expect(page.getByText('本单位未登记人员，无法核对').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: /^要求补正 ?：申请理由$/ }).check()
    await page.getByLabel('对“申请理由”的要求').fill('请写明拟承接的锅炉类型')
    await page.getByRole('button', { name: /^退回补正（1 处）/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退回补正' }).click()
    await expect.poll(() => of.status(id)).toBe('returned')
  })

  await test.step('the company mends it, and goes on to the review on site', async () => {
    const { apply, form } = await of.call(`/qualification/getApply1?id=${id}`)
    const answers = { reason: '已写明' }
    const sent = { id, version: apply.version, form: { ...form, reason: '承接热水锅炉清洗' }, answers }
    await of.call('/qualification/apply1Submit', { ...sent, action: 'submit' })
    await by.review(id)
    await of.handInMaterials(id)
    await by.review(id)
    await of.pay(id)
    await by.confirmFee(id)
    const expertId = await newExpert('宁不识')
    const experts = [{ expertId, role: 'leader' }]
    const plan = { id, version: 0, plannedOn: dayFromNow(0), place: '演示路 1 号', experts }
    await by.reviewer('POST', '/staff/qualification/site/arrange', plan)
    await by.reviewer('POST', '/staff/qualification/site/declare', { id, expertId, declared: true })
    const { version, findings } = await by.reviewer('GET', `/staff/qualification/site/detail?id=${id}`)
    await by.reviewer('POST', '/staff/qualification/site/record', {
      id,
      version,
      action: 'conclude',
      conclusion: 'afterRectification',
      summary: '体系运行基本有效。',
      findings: findings.map(({ place }: { place: number }) => ({ place, result: 'conforms' })),
      nonconformities: [{ clause: '4.1', description: 'pH 计已过校准有效期', dueOn: dayFromNow(20) }],
      fileIds: [await storeRecord()],
    })
    await expect.poll(() => of.status(id)).toBe('rectifying')
  })

  await test.step('it reads what to put right, and when; it does, and that is enough', async () => {
    await signInBy(page, of.token)
    await visit(page, `/admin/user/qualification/rectify/${id}`)
    await expect(page.getByText('pH 计已过校准有效期').first()).toBeVisible()
    await expect(page.getByText(dayFromNow(20)).first()).toBeVisible()
    await of.rectify(id)
    const { version, list } = await by.reviewer('GET', `/staff/qualification/site/detail?id=${id}`)
    const results = list.map((one: { id: number }) => ({ id: one.id, accepted: true }))
    await by.reviewer('POST', '/staff/qualification/site/verify', { id, version, results })
    await by.decide(id, { opinion: '技术委员会审议通过' })
  })

  await test.step('the public reads the notice; nobody objects', async () => {
    await visit(page, '/admin/publicity/notice?pageSize=100')
    await expect(page.getByRole('row', { name: /锅炉化学清洗单位.*D级/ }).first()).toBeVisible()
    await endNotice(id)
    // The calendar, which another test may have called, passes it as well.
    await by.decide(id).catch(() => {})
    expect(await of.status(id)).toBe('approved')
  })

  await test.step('the certificate is downloaded, and its code scanned with a phone', async () => {
    await visit(page, '/admin/user/certificates')
    await expect(page.getByRole('row', { name: /锅炉化学清洗单位 D级/ })).toContainText('有效')
    const download = { type: 'certificate', id }
    const answer = await page.request.post('/api/qualification/download', {
      headers: { token: of.token },
      data: download,
    })
    const address = await codeOn(await answer.body())
    const visitor = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const stranger = await visitor.newPage()
    await visit(stranger, address.replace(/^https?:\/\/[^/]+/, ''))
    await expect(verdict(stranger)).toContainText('有效')
    await expect(main(stranger)).toContainText(of.orgName)
    expect((await verdict(stranger).boundingBox())!.y).toBeLessThan(400)
    expect(await faultsOf(stranger)).toEqual([])
    await visitor.close()
  })
})

test('renewed, upgraded, changed, revoked: the check page says what held on the day that is asked for', {
  tag: '@night',
}, async ({ page }) => {
  test.slow()
  const of = await applicant(page)
  const by = await desks()
  // 行业信用等级评价: without a review on site.
  const { child, levels } = await creditKind(of)
  const first = await pass(of, by, await of.begin({ applyType: 'initial', childId: child, levelId: levels.at(-1) }))
  await moveEventsBack(first.id, 400)

  await test.step('changed: another name from today on', async () => {
    const changed = await pass(of, by, await of.begin({ applyType: 'change', certId: first.id }), {
      name: '北京改名锅炉清洗有限公司',
      changedOn: dayFromNow(0),
    })
    expect(changed.id).toBe(first.id)
    await check(page, first.certNo)
    await expect(main(page)).toContainText('北京改名锅炉清洗有限公司')
    await check(page, first.certNo, dayFromNow(-30))
    await expect(fact(page, '单位名称').or(fact(page, '持证')).first()).toHaveText(of.orgName)
    await expect(main(page)).toContainText('此后有过变更')
  })

  const second = await test.step('upgraded: the old one counted until today', async () => {
    const wanted = { applyType: 'upgrade', certId: first.id, levelId: levels.at(-2) }
    const upgraded = await pass(of, by, await of.begin(wanted))
    await check(page, first.certNo)
    await expect(verdict(page)).toContainText('已被替代')
    await expect(page.getByRole('link', { name: upgraded.certNo })).toBeVisible()
    await check(page, first.certNo, dayFromNow(-1))
    await expect(verdict(page)).toContainText('有效')
    await check(page, upgraded.certNo)
    await expect(verdict(page)).toContainText('有效')
    return upgraded
  })

  const third = await test.step('renewed: the new one begins when the old one ends', async () => {
    await moveEventsBack(second.id, 3 * 365 - 40)
    const renewed = await pass(of, by, await of.begin({ applyType: 'renewal', certId: second.id }))
    await check(page, second.certNo)
    await expect(verdict(page)).toContainText('有效 · 40 天后到期')
    await check(page, renewed.certNo)
    await expect(verdict(page)).toContainText('尚未生效')
    return renewed
  })

  await test.step('revoked: from that day on, and not before', async () => {
    const { seen } = await by.admin('GET', `/staff/certificate/detail?id=${second.id}`)
    const revoked = { action: 'revoked', effectiveOn: dayFromNow(-10), reason: '提供虚假业绩' }
    await by.admin('POST', '/staff/certificate/act', { id: second.id, seen, ...revoked })
    await check(page, second.certNo)
    await expect(verdict(page)).toContainText('撤销')
    await expect(main(page)).toContainText('提供虚假业绩')
    await check(page, second.certNo, dayFromNow(-10))
    await expect(verdict(page)).toContainText('撤销')
    await check(page, second.certNo, dayFromNow(-11))
    await expect(verdict(page)).not.toContainText('撤销')
    expect(await faultsOf(page)).toEqual([])
    expect(third.certNo).not.toBe(second.certNo)
  })
})
