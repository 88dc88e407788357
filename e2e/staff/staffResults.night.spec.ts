import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { faultsOf } from '../support/axe.ts'
import { endedCourse } from '../support/examining.ts'
import { expect, openSession, phone, test } from '../support/test.ts'

const score = (page: Page, name: string, part = '理论') => page.getByLabel(`${name} 首次${part}成绩`)
/** Toast message of the desk; it stays in the page for screen readers. */
const said = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const open = async (page: Page, id: number, tab?: string) => {
  await page.goto(`/staff/course-results/${id}${tab ? `?tab=${tab}` : ''}`)
  await expect(page.getByRole('tab', { name: '成绩', exact: true })).toBeVisible()
}

/** The application of the newest batch passes, by somebody else. */
async function passBatch(baseURL: string, courseId: number) {
  const call = async (user: string, method: string, path: string, data?: object) => {
    const headers = { cookie: `staff=${await openSession(user)}`, 'sec-fetch-site': 'same-origin', origin: baseURL }
    const body = data && JSON.stringify(data)
    const response = await fetch(`${baseURL}/api${path}`, {
      method,
      body,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    return (await response.json()).data
  }
  const [{ applicationId: id }] = await call('trainer', 'GET', `/staff/training/batch/list?id=${courseId}`)
  const { version } = await call('reviewer', 'GET', `/staff/review/detail?id=${id}`)
  const decided = await call('reviewer', 'POST', '/staff/review/decide', { id, version, action: 'pass', opinion: '' })
  expect(decided.status).toBe('approved')
}

test('scores are typed, imported, announced, and become certificates that everybody can check', async ({
  page,
  baseURL,
  signInStaff,
}) => {
  const { id, people } = await endedCourse('锅炉清洗成绩录入班', 4)
  const [a, b, c, d] = people as [string, string, string, string]
  await signInStaff('trainer')
  await open(page, id)

  // Move from cell to cell by keyboard only.
  await score(page, a).fill('88.5')
  await score(page, a).press('Enter')
  await expect(score(page, b)).toBeFocused()
  await page.keyboard.type('120')
  await expect(page.getByText('不能超过 100 分')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('42')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, '已保存 2 人的成绩')).toBeAttached()
  await expect(page.getByText('合格率')).toBeVisible()
  await expect(page.getByText('50%')).toBeVisible()

  // The others by a workbook.
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载录入表' }).click(),
  ])
  const rows = textsOf(await sheetOf(await readFile((await template.path())!)))
  const theory = rows[0]!.indexOf('理论')
  const scores: Record<string, string> = { [c]: '76', [d]: '一百' }
  const filled = rows.map(row => (scores[row[1]!] ? Object.assign([...row], { [theory]: scores[row[1]!] }) : row))
  const buffer = await workbookOf(filled)
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.getByLabel('填好的成绩录入表').setInputFiles({ name: '成绩.xlsx', mimeType, buffer })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('理论应为 0 到 100 的数字')).toBeVisible()
  await dialog.getByRole('button', { name: '写入 1 人' }).click()
  await expect(said(page, '已写入 1 人的成绩')).toBeAttached()
  await expect(score(page, c)).toHaveValue('76')

  await page.getByRole('tab', { name: '公布', exact: true }).click()
  await page.getByRole('checkbox', { name: '没有任何成绩的 1 人按缺考公布' }).check()
  await page.getByRole('button', { name: '公布成绩' }).click()
  await expect(page.getByText('已公布 4 人的成绩，其中合格 2 人')).toBeVisible()

  await page.getByRole('tab', { name: '发证', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^暂不发证.*${c}$`) }).click()
  await dialog.getByLabel('原因').fill('材料待核实')
  await dialog.getByRole('button', { name: '暂不发证' }).click()
  await page.getByRole('button', { name: '提交审核（1 人）' }).click()
  await expect(said(page, /批次 FZ\d{4}-\d{6} 已提交审核，共 1 人/)).toBeAttached()
  await expect(page.getByText('待初审', { exact: true })).toBeVisible()

  await passBatch(baseURL!, id)
  await open(page, id, 'certificates')
  await expect(page.getByText('已发证', { exact: true }).last()).toBeVisible()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载全部证书（ZIP，1 份）' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe('锅炉清洗成绩录入班 证书.zip')
  expect((await readFile((await zip.path())!)).toString('latin1', 0, 4)).toBe('PK\x03\x04')

  await page.getByRole('button', { name: '名单' }).click()
  const row = page.getByRole('row').filter({ hasText: a })
  const number = (await row.textContent())!.match(/HQ1-\d{4}-32-\d{5}/)![0]
  await page.goto(`/admin/verify?number=${number}`)
  await expect(page.getByText(number).first()).toBeVisible()
  await expect(page.locator('.verdict')).toContainText('有效')
})

test('what somebody else saved meanwhile is told, and nothing typed is lost', async ({
  page,
  browser,
  signInStaff,
}) => {
  const { id, people } = await endedCourse('锅炉清洗双人录入班', 1)
  const [a] = people as [string]
  await signInStaff('trainer')
  await open(page, id)
  const other = await browser.newContext({ storageState: await page.context().storageState() })
  const beside = await other.newPage()
  await open(beside, id)
  await score(beside, a).fill('70')
  await beside.getByRole('button', { name: '保存成绩' }).click()
  await expect(said(beside, '已保存 1 人的成绩')).toBeAttached()
  await other.close()

  await score(page, a).fill('90')
  await page.getByRole('button', { name: '保存成绩' }).click()
  await expect(page.getByText(/录为“70”，请核对后再保存/)).toBeVisible()
  await expect(score(page, a)).toHaveValue('90')
  await page.getByRole('button', { name: '仍用我填的' }).click()
  await page.getByRole('button', { name: '保存成绩' }).click()
  await expect(said(page, '已保存 1 人的成绩')).toBeAttached()
  await expect(score(page, a)).toHaveValue('90')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('every step fits and has no fault', async ({ page, signInStaff }) => {
    const { id } = await endedCourse('锅炉清洗手机查看班', 3)
    await signInStaff('trainer')
    for (const tab of [undefined, 'announce', 'certificates']) {
      await open(page, id, tab)
      await expect(page.locator('.desk-card').last().getByRole('heading').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      expect(await faultsOf(page)).toEqual([])
    }
  })
})
