import type { Page } from '@playwright/test'
import { aMinuteLater, codeFor, type Site, test } from '../outside/site.ts'
import { projectForm } from '../support/awarding.ts'
import { memberCalls, scan, upload } from '../support/company.ts'
import { deskAt } from '../support/desk.ts'
import { openSection } from '../support/sections.ts'
import { fits, isSound, opened } from '../support/sound.ts'
import { expect, openSession, phone, signInBy, textOf, visit, waitForHydration } from '../support/test.ts'

test.use({ actionTimeout: 20_000 })

/**
 * Two companies of the demo association: one can submit a project for an award, the other has applied for a change of
 * its certificate.
 */
const APPLICANT = { orgName: '武汉楚天水处理设备有限公司', creditCode: '91420111MA4KDEM523', userName: 'chutian' }
const HOLDER = { orgName: '兰州黄河水处理装备厂', userName: 'huanghe' }

const section = (page: Page) => page.getByRole('region', { name: /^线上确认/ })
const sheet = (page: Page) => page.getByRole('dialog', { name: '线上确认' })
const saved = (page: Page) => expect(page.locator('.save-state')).toHaveText(/^已保存/)

async function allow(own: Site, kind: string, ways: string[]) {
  const admin = await deskAt(own, 'admin')
  const { list }: { list: { id: number; version: string; name: string; values: object }[] } = await admin(
    'GET',
    '/staff/record/list?type=confirmingRule',
  )
  const { id, version, values } = list.find(({ name }) => name === kind)!
  await admin('POST', '/staff/record/save', { type: 'confirmingRule', id, version, form: { ...values, ways } })
}

const used: string[] = []
/** The newest to this phone, which was not there before. */
async function nextCode(own: Site, to: string): Promise<string> {
  await expect.poll(async () => used.includes(await codeFor(own, to, '线上确认申请'))).toBe(false)
  used.push(await codeFor(own, to, '线上确认申请'))
  return used.at(-1)!
}

/** Reads all of it, and confirms by a code of this moment. */
async function confirm(page: Page, own: Site, shown: (string | RegExp)[]) {
  await section(page)
    .getByRole('button', { name: /查看.*确认$/ })
    .click()
  for (const words of shown) await expect(sheet(page)).toContainText(words)
  await isSound(page, [page.viewportSize()!.width])
  await sheet(page).getByRole('button', { name: '获取验证码' }).click()
  const [to] = (await textOf(sheet(page))).match(/1\d\d\*{4}\d{4}/)!
  await expect(sheet(page).getByRole('button', { name: /秒后可/ })).toBeVisible()
  await sheet(page)
    .getByRole('textbox', { name: /^短信验证码/ })
    .fill(await nextCode(own, to!))
  await sheet(page).getByRole('button', { name: '确认以上全部内容' }).click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(section(page).getByRole('alert')).toContainText('已线上确认')
  await aMinuteLater(own)
}

/** Opens the application on the staff desk in the same browser. */
async function staffSee(page: Page, own: Site, id: number) {
  const value = await openSession('reviewer', own.dataDir)
  await page.context().addCookies([{ name: 'staff', value, url: own.url, httpOnly: true, sameSite: 'Strict' }])
  await visit(page, `/staff/review/${id}`)
  await expect(page.getByText('已重新核对：与确认时完全相同')).toBeVisible()
  await fits(page, [375, 1280])
}

test('an owner confirms an award that is filled in and handed in in one step, once it is complete', async ({
  page,
  own,
}) => {
  test.slow()
  await allow(own, '奖励申报', ['online', 'paper'])
  const token = await openSession(APPLICANT.userName, own.dataDir)
  await signInBy(page, token)
  const { call, fileId } = await memberCalls(page, token)
  const open: { openTypes: { type: string; year: number; typeName: string }[] } = await call('/award/list')
  const { type, year } = open.openTypes.find(one => one.type === 'science')!
  const form = { ...projectForm(APPLICANT, '锅炉补给水零排放'), keywords: '' }
  const files = [{ code: 'proof', fileId }]
  const { id }: { id: number } = await call('/award/applySubmit', { type, year, form, files, action: 'save' })

  await test.step('what is missing is told before anything is confirmed', async () => {
    await visit(page, `/admin/user/awards/${id}`)
    await opened(page)
    await expect(section(page)).toContainText('可代替打印盖章')
    await isSound(page)
    await section(page).getByRole('button', { name: '查看全部内容并确认' }).click()
    const missing = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: '有 1 处需要更正' }) })
    await expect(missing).toContainText('关键词')
    await expect(sheet(page)).toHaveCount(0)
    await openSection(page, '项目情况')
    await page.getByLabel(/^关键词/).fill('锅炉、节水、环保')
    await saved(page)
  })

  await test.step('the owner reads all of it, and confirms by a code', async () => {
    await confirm(page, own, [
      '代替签字盖章',
      '锅炉补给水零排放',
      '锅炉、节水、环保',
      '材料.pdf',
      /SHA-256 [0-9a-f]{64}/,
    ])
    await isSound(page)
  })

  await test.step('what is changed after that is named, on the spot and when it is handed in', async () => {
    await openSection(page, '技术内容')
    await page.getByLabel(/^创新点/).fill('浓水自循环。')
    await expect(section(page).getByRole('alert')).toContainText('确认以后有改动，须重新确认')
    await expect(section(page).getByRole('alert')).toContainText('此后有改动：申请表。')
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(page.getByRole('alert').filter({ has: page.getByRole('heading') })).toContainText(
      '确认以后有改动：申请表',
    )
    await page.setViewportSize(phone.viewport)
    await confirm(page, own, ['浓水自循环'])
  })

  await test.step('it is handed in without paper, and staff see by whom it was confirmed', async () => {
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    await page.getByRole('button', { name: '确认提交' }).click()
    await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
    await staffSee(page, own, id)
  })
})

test('an owner confirms the papers of a change of a certificate on a phone; no sealed form is asked for', async ({
  page,
  own,
}) => {
  test.slow()
  await allow(own, '能力评价变更申请', ['online'])
  const reviewer = await deskAt(own, 'reviewer')
  const { list } = await reviewer('GET', `/staff/review/list?key=${encodeURIComponent(HOLDER.orgName)}`)
  const { id, version } = list.find(({ kindName }: { kindName: string }) => kindName === '能力评价变更申请')
  await reviewer('POST', '/staff/review/decide', { id, version, action: 'pass' })
  await signInBy(page, await openSession(HOLDER.userName, own.dataDir))
  await page.setViewportSize(phone.viewport)
  await visit(page, `/admin/user/qualification/materials/${id}`)
  await waitForHydration(page)
  await expect(section(page)).toBeVisible()
  await expect(page.getByText('盖章申请表')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^下载申请表/ })).toHaveCount(0)
  await page.getByRole('button', { name: '提交材料' }).click()
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: /处需要更正/ }) })
  await expect(summary).toContainText('请由负责人线上确认')
  await summary.getByRole('link', { name: /请由负责人线上确认/ }).click()
  await expect(section(page).getByRole('button', { name: '查看全部内容并确认' })).toBeFocused()
  for (const [i, place] of (await page.locator('.field [id$="-label"]').allTextContents()).entries())
    await upload(page, place.replace(/(必填|选填)$/, ''), scan(`证明 ${i + 1}.pdf`))
  await confirm(page, own, ['代替签字盖章', '证明 1.pdf', '企业改制'])
  await isSound(page)
  await page.getByRole('button', { name: '提交材料' }).click()
  await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
  await staffSee(page, own, id)
})
