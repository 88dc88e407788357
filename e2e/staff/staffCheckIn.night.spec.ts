import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import { readCodes } from '../../src/lib/server/documents/qr.ts'
import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { expect, lookInto, openSession, phone, test } from '../support/test.ts'

test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

const today = dayOf(new Date())
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-in-'))
})
test.afterAll(() => rm(folder, { recursive: true }))

/** A class that begins today, with these people in it, their tickets made by the trainer. */
async function startClass(title: string, names: string[]) {
  const database = await lookInto()
  const sessions = [{ code: `${today}a`, day: today, half: 'morning' }]
  const { rows: courses } = await database.query(
    `insert into course (title, kind, mode, city, venue, apply_from, apply_until, starts_on, ends_on, quota, fee_member,
      fee_other, sessions, published_at)
     values ($1, 'certification', 'onsite', '苏州', '示例会议中心', now() - interval '20 days', now() - interval '2 days',
      $2, $3, 100, 100, 200, $4, now()) returning id`,
    [title, today, addDays(today, 1), JSON.stringify(sessions)],
  )
  const { id } = courses[0]
  const { rows: orders } = await database.query(
    `insert into registration (number, course_id, channel, organisation_name, status, total_fee, confirmed_at)
     values ($1, $2, 'import', '北京清源锅炉清洗有限公司', 'confirmed', 200, now()) returning id`,
    [`PXE${id}`, id],
  )
  for (const [i, name] of names.entries())
    await database.query(
      `insert into participant (registration_id, course_id, place, name, sex) values ($1, $2, $3, $4, 'male')`,
      [orders[0].id, id, i + 1, name],
    )
  const trainer = await desk('trainer')
  await trainer('POST', '/staff/training/tickets/make', { courseId: id, expected: names.length })
  const { rows: people } = await database.query('select * from participant where course_id = $1 order by place', [id])
  await database.end()
  return { id: id as number, people: people as { id: number; token: string; ticket_number: string }[] }
}

/** Address in the QR code of the printed ticket, relative to the site. */
async function addressOnTicket(participantId: number): Promise<string> {
  const headers = { cookie: `staff=${await openSession('trainer')}`, 'sec-fetch-site': 'same-origin' }
  const url = `${process.env.SITE_URL}/api/staff/training/tickets/file?participantId=${participantId}`
  const file = join(folder, `${participantId}.pdf`)
  await writeFile(file, Buffer.from(await (await fetch(url, { headers })).arrayBuffer()))
  const [code] = await readCodes(file, 'application/pdf')
  const { pathname, search } = new URL(code!)
  return pathname + search
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const confirm = (page: Page) => page.getByRole('button', { name: '确认报到' })

test.describe('who is not signed in', () => {
  // Before sign-in the server answers 401.
  test.use({ provokes: /401 \(Unauthorized\)/ })

  test('the phone opens the code of a printed ticket, somebody signs in, and checks in', async ({ page }) => {
    const { people } = await startClass('扫码报到演示班', ['欧阳震华'])
    const address = await addressOnTicket(people[0]!.id)
    expect(address).toBe(`/staff/check-in?t=${people[0]!.token}`)

    await page.goto(address)
    await expect(page).toHaveURL(/\/staff\/login/)
    await page.getByLabel('用户名或手机号').fill('trainer')
    await page.getByLabel('密码', { exact: true }).fill('Hangxie-demo-2026')
    await page.getByRole('button', { name: '登录', exact: true }).click()

    await expect(page).toHaveURL(new RegExp(`t=${people[0]!.token}`))
    await expect(heading(page, '欧阳震华')).toBeVisible()
    await expect(page.getByText('北京清源锅炉清洗有限公司')).toBeVisible()
    // Opening it has spent nothing.
    await expect(confirm(page)).toBeFocused()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^报到成功 \d\d:\d\d$/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^已于 .+ 由 .+ 办理报到$/)).toBeVisible()
    await expect(confirm(page)).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
  })
})

test('two phones at once: the second is told who was first', async ({ page, browser, signInStaff, baseURL }) => {
  const { people } = await startClass('两部手机演示班', ['程晓明'])
  const address = `/staff/check-in?t=${people[0]!.token}`
  await signInStaff('trainer')
  const other = await browser.newContext({ ...phone, baseURL })
  const value = await openSession('admin')
  await other.addCookies([{ name: 'staff', value, url: baseURL!, httpOnly: true, sameSite: 'Strict' }])
  const second = await other.newPage()
  await Promise.all([page.goto(address), second.goto(address)])
  await expect(confirm(page)).toBeVisible()
  await expect(confirm(second)).toBeVisible()
  await confirm(page).click()
  await expect(page.getByText(/^报到成功/)).toBeVisible()
  await confirm(second).click()
  await expect(second.getByText(/^已于 .+ 由 .+ 办理报到$/)).toBeVisible()
  await other.close()
})

test('without a ticket: by the last digits, for this course; undone with a reason', async ({ page, signInStaff }) => {
  const { id, people } = await startClass('号码查找演示班', ['程甲一', '程甲二'])
  await signInStaff('trainer')
  await page.goto(`/staff/check-in?course=${id}`)
  await page.getByRole('searchbox', { name: '按号码或姓名查找' }).fill(people[1]!.ticket_number.slice(-3))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /程甲二/ }).click()
  await expect(heading(page, '程甲二')).toBeVisible()
  await confirm(page).click()
  await expect(page.getByText(/^报到成功/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '程甲二' })).toBeVisible()
  await page.getByRole('button', { name: '撤销报到' }).click()
  await page.getByRole('dialog').getByLabel('原因').fill('认错了人')
  await page.getByRole('dialog').getByRole('button', { name: '撤销报到' }).click()
  await expect(confirm(page)).toBeVisible()
})

/** Video of a QR code with this text, as a fake camera stream. */
async function filmOf(text: string): Promise<string> {
  const code = await QRCode.toBuffer(text, { width: 300, margin: 4 })
  const background = { r: 120, g: 130, b: 140 }
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .composite([{ input: code, gravity: 'centre' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  const file = join(folder, 'film.mjpeg')
  await writeFile(file, Buffer.concat(Array(10).fill(frame)))
  return file
}

test("the screen's own camera reads ticket after ticket", async ({ launchOptions, baseURL }) => {
  const { people, id } = await startClass('摄像头演示班', ['程乙一'])
  const film = await filmOf(`https://example.org/staff/check-in?t=${people[0]!.token}`)
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const context = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const value = await openSession('trainer')
  await context.addCookies([{ name: 'staff', value, url: baseURL!, httpOnly: true, sameSite: 'Strict' }])
  const complaints: string[] = []
  context.on('console', message => /error/.test(message.type()) && complaints.push(message.text()))
  const page = await context.newPage()
  await page.goto(`/staff/check-in?course=${id}`)
  await page.getByRole('checkbox', { name: '扫到即确认' }).check()
  await page.getByRole('button', { name: '用本机摄像头连续扫码' }).click()
  await expect(heading(page, '程乙一')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^报到成功/)).toBeVisible()
  await page.getByRole('button', { name: '关闭摄像头' }).click()
  await expect(page.getByLabel('摄像头画面')).toBeHidden()
  expect(complaints).toEqual([])
  await browser.close()
})

test('a course is run from its screen: tickets, seats by hand, attendance', async ({ page, signInStaff }) => {
  const { id, people } = await startClass('办班演示班', ['程丙一', '程丙二', '程丙三'])
  await signInStaff('trainer')
  await page.goto(`/staff/course-run/${id}?tab=seating`)
  await page.getByRole('button', { name: '编排座位' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '编排', exact: true }).click()
  await expect(heading(page, '一号考场　3 人，30 座')).toBeVisible()
  await page.getByRole('button', { name: '调整程丙一的座位' }).click()
  await page.getByRole('dialog').getByLabel('座位').fill('一号考场 03')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('row', { name: /一号考场 03/ })).toContainText('程丙一')
  expect(await faultsOf(page)).toEqual([])

  const trainer = await desk('trainer')
  await trainer('POST', '/staff/training/checkIn', { participantId: people[0]!.id })
  await page.getByRole('tab', { name: '考勤' }).click()
  await page.getByRole('checkbox', { name: '选择 程丙一' }).check()
  await page.getByRole('button', { name: '登记 1 人到课' }).click()
  await expect(page.getByRole('row', { name: /程丙一/ })).toContainText('到课')
  expect(await faultsOf(page)).toEqual([])
})
