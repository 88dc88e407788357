import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import { residentIdCheck } from '../../src/lib/residentId.ts'
import { faultsOf } from '../support/axe.ts'
import { fits } from '../support/sound.ts'
import { expect, openSession, test, textOf, visit } from '../support/test.ts'

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)
const newTitle = () => `端到端水质班 ${randomInt(1e8)}`

/** Checks accessibility at desktop and phone width. */
async function isOpenToAll(page: Page) {
  for (const width of [375, 1280]) {
    await fits(page, [width])
    expect(await faultsOf(page), `${width} px`).toEqual([])
  }
}

async function typeDay(page: Page, label: RegExp, day: string) {
  const field = page.getByLabel(label)
  await field.fill(day)
  await field.press('Enter')
}

/** Opens the page as a visitor without an account. */
async function asVisitor(page: Page, id: string) {
  const context = await page.context().browser()!.newContext()
  const own = await context.newPage()
  await visit(own, `${process.env.SITE_URL}/admin/publicity/training/${id}`)
  const words = await textOf(own.locator('main'))
  await context.close()
  return words
}

test('a course is written, published, mended, closed and cancelled, and a visitor sees each of it', async ({
  page,
  signInStaff,
}) => {
  test.slow()
  const title = newTitle()
  await signInStaff('trainer')
  await visit(page, '/staff/courses')
  await expect(page.getByRole('table', { name: '培训班' })).toBeVisible()
  await page.getByRole('button', { name: '新建培训班' }).click()
  await page.getByRole('link', { name: '标准宣贯班', exact: true }).click()
  await page.getByLabel(/^名称/).fill(title)
  await page.getByLabel(/^报名开始/).fill(`${inDays(-2)}T09:00`)
  await typeDay(page, /^报名截止日/, inDays(10))
  await typeDay(page, /^开班日期/, inDays(20))
  await typeDay(page, /^结束日期/, inDays(19))
  await page.getByRole('radio', { name: '线上', exact: true }).check()
  await page.getByLabel(/^名额/).fill('30')
  await page.getByLabel(/^会员收费/).fill('600')
  await page.getByLabel(/^非会员收费/).fill('800')
  await page.getByLabel(/^联系人/).fill('培训部 江晚舟')
  await page.locator('.rich-words').fill('第一天：标准逐条讲解')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('#field-endsOn-error')).toHaveText('不能早于开班日期')
  await expect(page.getByLabel(/^名称/)).toHaveValue(title)
  await isOpenToAll(page)

  await typeDay(page, /^结束日期/, inDays(21))
  await page.getByRole('button', { name: '按开班和结束日期生成' }).click()
  await expect(page.getByRole('listitem', { name: /^考勤场次/ })).toHaveCount(4)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/staff\/courses\/\d+$/)
  const id = page.url().split('/').at(-1)!
  await expect(page.getByRole('heading', { name: title })).toContainText('草稿')
  await expect(page.getByText('公布前还要补充')).toBeVisible()
  await expect(page.getByRole('button', { name: '公布', exact: true })).toBeDisabled()
  await isOpenToAll(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '修改 联系方式' }).click()
  await page.getByLabel(/^联系电话/).fill('010-55500135')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '公布', exact: true }).click()
  await dialog.getByRole('button', { name: '公布' }).click()
  await expect(page.getByRole('heading', { name: title })).toContainText('报名中')
  expect(await asVisitor(page, id)).toContain(title)

  await page.getByRole('button', { name: '修改 名额与收费' }).click()
  await page.getByRole('textbox', { name: /^名额/ }).fill('0')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('#field-quota-error')).toContainText('应在 1 到')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: /^名额/ }).fill('45')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('共 45 个，已占用 0 个')).toBeVisible()
  expect(await asVisitor(page, id)).toContain('45')

  await page.getByRole('button', { name: '立即截止报名' }).click()
  await dialog.getByRole('button', { name: '立即截止报名' }).click()
  await expect(page.getByRole('heading', { name: title })).toContainText('报名截止')
  await page.getByRole('button', { name: '取消培训班' }).click()
  await dialog.getByLabel(/^原因/).fill('报名人数不足')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '取消培训班' }).click()
  await expect(page.getByRole('heading', { name: title })).toContainText('已取消')
  await expect(page.getByText('报名人数不足')).toBeVisible()
  expect(await asVisitor(page, id)).toContain('已取消')
  await visit(page, `/staff/courses?key=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('已取消')
  await isOpenToAll(page)
})

/** Sends a request with the headers of a signed-in user. */
async function send(path: string, headers: Record<string, string>, body: object) {
  const response = await fetch(`${process.env.SITE_URL}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  const { code, data, msg } = await response.json()
  if (code !== 200) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
  return data
}

test('a registration is returned by field, passed, and one of its people gives the place to another', async ({
  page,
  signInStaff,
}) => {
  test.slow()
  const title = newTitle()
  const staff = { cookie: `staff=${await openSession('trainer')}` }
  const form = {
    title,
    kind: 'seminar',
    mode: 'online',
    quota: 10,
    feeMember: 0,
    feeOther: 0,
    startsOn: inDays(20),
    applyFrom: `${inDays(-2)}T09:00`,
    applyDeadline: inDays(10),
    endsOn: inDays(21),
    syllabus: '<p>研修</p>',
    contactName: '江晚舟',
    contactPhone: '010-55500135',
  }
  const course = await send('/staff/training/course/save', staff, { form })
  await send('/staff/training/course/publish', staff, { id: course.id, version: course.version })
  const numberOf = () => {
    const [month, day, count] = [1 + randomInt(12), 1 + randomInt(28), 100 + randomInt(900)]
    const first17 = `110105${1970 + randomInt(30)}${[month, day].map(part => String(part).padStart(2, '0')).join('')}${count}`
    return first17 + residentIdCheck(first17)
  }
  const member = { token: await openSession('qingyuan') }
  const sent = {
    trainingId: course.id,
    invoice: { invoiceKind: 'none' },
    action: 'submit',
    org: { contactName: '周以宁', contactMobile: '13900001234', agree: true, provinceCode: '110000' },
    participants: [
      { name: '张端到', idNumber: numberOf(), mobile: '13900001235' },
      { name: '李端到', idNumber: numberOf(), mobile: '13900001236' },
    ],
  }
  const { id, version } = await send('/training/v2/submit', member, sent)

  await signInStaff('trainer')
  await visit(page, `/staff/registrations?courseId=${course.id}`)
  await expect(page.getByRole('row', { name: /PX\d{4}-\d+/ })).toContainText('待初审')
  await isOpenToAll(page)
  await visit(page, `/staff/registrations/${id}`)
  await isOpenToAll(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '退回', exact: true }).click()
  await dialog.getByRole('checkbox', { name: '参训人员' }).check()
  await dialog.getByLabel(/^对“参训人员”的要求/).fill('第 2 人的证件号码请核对')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '退回' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('退回补正')
  await expect(page.getByText('第 2 人的证件号码请核对')).toBeVisible()

  await send('/training/v2/submit', member, { ...sent, id, version: version + 1 })
  await page.reload()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await dialog.getByRole('button', { name: '通过' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('报名成功')

  await page.getByRole('button', { name: '查看号码 ：李端到' }).click()
  await expect(page.getByText(sent.participants[1]!.idNumber)).toBeVisible()
  await page.getByRole('button', { name: '更换 ：李端到' }).click()
  await dialog.getByLabel(/^姓名/).fill('王端到')
  await dialog.getByLabel(/^证件号码/).fill('123')
  await dialog.getByLabel(/^原因/).fill('岗位调整')
  await dialog.getByRole('button', { name: '更换' }).click()
  await expect(dialog.locator('#field-idNumber-error')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel(/^证件号码/).fill(numberOf())
  await dialog.getByRole('button', { name: '更换' }).click()
  await expect(page.getByRole('row', { name: /^王端到/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^李端到/ })).toContainText('已去掉')
  await isOpenToAll(page)
})
