import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Download, Page } from '@playwright/test'
import { workbookOf } from '#test/support/workbooks.ts'
import { readCodes } from '../../src/lib/server/documents/qr.ts'
import { newCompany, newPhone, scan } from '../support/company.ts'
import { newNumber, provePhone } from '../support/enrolling.ts'
import { endNotice } from '../support/qualifying.ts'
import { expect, lookInto, openSession, phone, signInBy, test, visit } from '../support/test.ts'

const TITLE = '从报名到证书演示班'
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
/** Toast message of the desk; it stays in the page for screen readers. */
const said = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** Creates a course with open enrolment and check-in; it leads to a certificate that is published first. */
async function newCourse(): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into course (title, kind, mode, personnel_kind_id, apply_from, apply_until, starts_on, ends_on, check_in_on,
       quota, fee_member, fee_other, hours, city, venue, published_at)
     select $1, 'certification', 'onsite', id, now() - interval '2 days', now() + interval '20 hours',
       (now() at time zone 'Asia/Shanghai')::date + 1, (now() at time zone 'Asia/Shanghai')::date + 2,
       (now() at time zone 'Asia/Shanghai')::date, 30, 1200, 1500, 24, '苏州', '演示路 1 号', now() - interval '2 days'
     from personnel_kind where code = 'HQ1' returning id`,
    [TITLE],
  )
  await database.end()
  return rows[0].id
}

/** The days of the course are over. */
async function pass(courseId: number) {
  const database = await lookInto()
  await database.query(
    `update course set apply_until = now() - interval '9 days', check_in_on = check_in_on - 8, starts_on = starts_on - 8,
       ends_on = ends_on - 8 where id = $1`,
    [courseId],
  )
  await database.end()
}

/** Opens a browser for a staff member. */
async function deskOf(browser: Browser, baseURL: string, userName: string, options = {}) {
  const context = await browser.newContext({ ...options, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const value = await openSession(userName)
  await context.addCookies([{ name: 'staff', value, url: baseURL, httpOnly: true, sameSite: 'Strict' }])
  return context.newPage()
}

/** Reads the QR codes in a document. */
async function codesOn(file: Download | Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hangxie-codes-'))
  const path = join(folder, 'file.pdf')
  await writeFile(path, Buffer.isBuffer(file) ? file : await readFile((await file.path())!))
  const codes = await readCodes(path, 'application/pdf')
  await rm(folder, { recursive: true })
  return codes
}

/** Approves on the review desk, whatever the button is called there. */
async function approve(desk: Page) {
  const name = /^(通过|审议通过|确认到账|公示无异议.*)$/
  await desk.getByRole('region', { name: '办理' }).getByRole('button', { name }).click()
  await dialog(desk).getByRole('button', { name }).click()
  await expect(dialog(desk)).toHaveCount(0)
}

const downloadBy = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('a company signs up five, somebody else one by phone; paid, checked in, examined, certified, and checked', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const id = await newCourse()
  const { token, orgName } = await newCompany(page)
  const names = ['水一清', '水二清', '水三清', '水四清', '水五清']
  const visitor = '访一清'
  const trainer = await deskOf(browser, baseURL!, 'trainer')
  const cashier = await deskOf(browser, baseURL!, 'cashier')
  const guest = await (await browser.newContext({ ...phone, baseURL, locale: 'zh-CN' })).newPage()

  await test.step('a company signs up five people from a workbook', async () => {
    await signInBy(page, token)
    await visit(page, `/admin/user/training/new/${id}`)
    const rows = [
      ['姓名', '证件号码', '手机', '同意公示'],
      ...names.map((name, i) => [name, newNumber(), `1390000777${i}`, '是']),
    ]
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await page
      .getByLabel('从 Excel 填入')
      .setInputFiles({ name: '名单.xlsx', mimeType, buffer: await workbookOf(rows) })
    await expect(page.getByText('共 5 人')).toBeVisible()
    await main(page).getByLabel('不需要').check()
    await main(page)
      .getByRole('checkbox', { name: /报名须知/ })
      .check()
    await main(page).getByRole('button', { name: '下一步：核对报名表' }).click()
    await main(page).getByRole('button', { name: '确认提交' }).click()
    await expect(page.getByText('协会正在审核')).toBeVisible()
  })

  await test.step('somebody without an account signs up on a phone', async () => {
    await visit(guest, `/admin/publicity/training/enrol/${id}`)
    await provePhone(guest, newPhone())
    const field = (label: string) => main(guest).getByLabel(new RegExp(`^${label} ?(必填|选填)?$`))
    await main(guest).getByLabel('个人报名').check()
    await field('所在省份').selectOption({ label: '江苏省' })
    await field('联系人').fill(visitor)
    await field('姓名').fill(visitor)
    await field('证件号码').fill(newNumber())
    await main(guest)
      .getByRole('checkbox', { name: /同意协会公示/ })
      .check()
    await main(guest).getByLabel('不需要').check()
    await main(guest)
      .getByRole('checkbox', { name: /报名须知/ })
      .check()
    await main(guest).getByRole('button', { name: '下一步：核对报名表' }).click()
    await main(guest).getByRole('button', { name: '确认提交' }).click()
    await expect(guest.getByRole('heading', { name: '报名已提交' })).toBeVisible()
    await guest.getByRole('link', { name: '查看这份报名' }).click()
  })

  await test.step('the trainer passes both, each pays, the cashier confirms', async () => {
    await trainer.goto(`/staff/registrations?courseId=${id}`)
    for (const who of [orgName, visitor]) await trainer.getByRole('checkbox', { name: `选择 ${who}` }).check()
    await trainer.getByRole('button', { name: '通过所选（2）' }).click()
    await dialog(trainer).getByRole('button', { name: '通过', exact: true }).click()
    await expect(dialog(trainer).getByText('已处理 2 份')).toBeVisible()
    for (const [payer, who] of [
      [page, orgName],
      [guest, visitor],
    ] as const) {
      await payer.reload()
      await payer.getByLabel(/^付款人/).fill(who)
      await payer.getByLabel(/^汇款凭证/).setInputFiles(scan('回单.pdf'))
      await expect(payer.getByText('已上传：回单.pdf')).toBeVisible()
      await main(payer).getByRole('button', { name: '提交缴费凭证' }).click()
      await expect(payer.getByText('凭证已提交')).toBeVisible()
    }
    const database = await lookInto()
    const { rows } = await database.query(
      'select id, application_id, number from registration where course_id = $1 order by id',
      [id],
    )
    await database.end()
    for (const { id: registrationId, application_id: caseId, number } of rows) {
      await trainer.goto(`/staff/registrations/${registrationId}`)
      await expect(trainer.getByText('缴费待确认').first()).toBeVisible()
      // Companies of other tests have the same name.
      await cashier.goto(`/staff/review?kind=enrolment&key=${number}`)
      await cashier.locator(`main a[href^="/staff/review/${caseId}"]`).first().click()
      await approve(cashier)
      await expect(cashier.getByText('已通过').first()).toBeVisible()
    }
    await page.reload()
    await expect(page.getByText('报名成功', { exact: true }).first()).toBeVisible()
  })

  await test.step('tickets are made; the phone at the door opens the code of one, and checks in', async () => {
    await trainer.goto(`/staff/course-run/${id}?tab=tickets`)
    await trainer.getByRole('button', { name: '生成准考证并通知' }).click()
    await expect(said(trainer, '已生成 6 张准考证')).toBeAttached()
    await page.reload()
    const own = await codesOn(await downloadBy(page, () => page.getByRole('button', { name: '下载准考证' }).click()))
    await guest.reload()
    const other = await codesOn(
      await downloadBy(guest, () => guest.getByRole('button', { name: '下载准考证' }).click()),
    )
    const addresses = [...new Set([...own, ...other])].map(code => new URL(code))
    expect(addresses).toHaveLength(6)
    const door = await deskOf(browser, baseURL!, 'trainer', phone)
    for (const { pathname, search } of addresses) {
      await door.goto(pathname + search)
      await door.getByRole('button', { name: '确认报到' }).click()
      await expect(door.getByText(/^报到成功 \d\d:\d\d$/)).toBeVisible()
    }
    await trainer.goto(`/staff/course-run/${id}`)
    await expect(trainer.locator('.run-figures')).toContainText(/已报到\s*6/)
  })

  await test.step('scores are typed and announced; one has failed', async () => {
    await pass(id)
    await trainer.goto(`/staff/course-results/${id}`)
    for (const [i, name] of [...names, visitor].entries())
      await trainer.getByLabel(`${name} 首次理论成绩`).fill(i === 4 ? '51' : String(80 + i))
    await trainer.getByRole('button', { name: '保存成绩' }).click()
    await expect(said(trainer, '已保存 6 人的成绩')).toBeAttached()
    await trainer.getByRole('tab', { name: '公布', exact: true }).click()
    await trainer.getByRole('button', { name: '公布成绩' }).click()
    await expect(trainer.getByText('已公布 6 人的成绩，其中合格 5 人')).toBeVisible()
  })

  const batchId = await test.step('those who passed go to somebody else, then before the public', async () => {
    await trainer.getByRole('tab', { name: '发证', exact: true }).click()
    await trainer.getByRole('button', { name: '提交审核（5 人）' }).click()
    await expect(said(trainer, /已提交审核，共 5 人/)).toBeAttached()
    const database = await lookInto()
    const { rows } = await database.query('select application_id as id from certificate_batch where course_id = $1', [
      id,
    ])
    await database.end()
    const reviewer = await deskOf(browser, baseURL!, 'reviewer')
    await reviewer.goto(`/staff/review/${rows[0].id}`)
    await approve(reviewer)
    await expect(reviewer.getByText('公示中').first()).toBeVisible()
    await visit(guest, '/admin/publicity/notice?pageSize=100')
    await guest
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click()
    await expect(main(guest)).toContainText('水*清')
    await expect(main(guest)).not.toContainText('水一清')
    return rows[0].id as number
  })

  await test.step('nobody objects: the certificates are issued, and anybody checks them', async () => {
    await endNotice(batchId)
    const admin = await deskOf(browser, baseURL!, 'admin')
    await admin.goto(`/staff/review/${batchId}`)
    await approve(admin)
    await expect(admin.getByText('已通过').first()).toBeVisible()
    await page.reload()
    const links = page.getByRole('link', { name: /^HQ1-\d{4}-\d{2}-\d{5}$/ })
    await expect(links).toHaveCount(4)
    await expect(main(page)).toContainText('不合格')
    const number = await links.first().textContent()
    const address = new URL((await links.first().getAttribute('href'))!)
    await visit(guest, address.pathname + address.search)
    await expect(guest.locator('.verdict')).toContainText('有效')
    await expect(main(guest)).toContainText('水一清')
    await visit(guest, `/admin/verify?number=${number}`)
    await expect(guest.locator('.verdict')).toContainText('有效')
    await expect(main(guest)).not.toContainText('水一清')
  })
})
