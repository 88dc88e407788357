import type { Page } from '@playwright/test'
import { dialog, isFaultless, main, press } from '../support/board.ts'
import { desk } from '../support/desk.ts'
import { expect, test, visit } from '../support/test.ts'

/** Days from today, as the program writes them. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** A public body of its own with a term and a post whose holders get a letter. */
async function newBody() {
  const admin = await desk('admin')
  const code = `e2e-${Date.now()}`
  const name = `咨询委员会${code.slice(-5)}`
  const save = async (type: string, form: object) =>
    (await admin('POST', '/staff/record/save', { type, form })).id as number
  const rules = { countsNewRepresentatives: 'no', allowsExceptions: 'no' }
  const bodyId = await save('body', { name, code, kind: 'committee', isPublic: 'yes', ...rules, isEnded: 'no' })
  await save('term', { bodyId: String(bodyId), number: '第一届', fromDay: day(-30), toDay: day(700) })
  const postId = await save('post', {
    bodyId: String(bodyId),
    name: '主任委员',
    voteWeight: 1,
    needsLegalPerson: 'no',
    isLegalRepresentative: 'no',
    allowsExceptions: 'no',
    isPublic: 'yes',
    hasLetter: 'yes',
    isRetired: 'no',
  })
  return { admin, code, name, postId }
}

const listed = async (page: Page, code: string) => {
  await visit(page, `/admin/publicity/body?body=${code}`)
  return page.locator('.body-list')
}

test('a person is appointed, gets a letter that can be checked, stands in the public list, and goes', async ({
  page,
  signInStaff,
}) => {
  const { code, name, postId } = await newBody()
  await signInStaff('admin')
  await visit(page, '/staff/appointments?new=1')
  await page.getByRole('combobox', { name: /^职务/ }).fill(name)
  await page.getByTitle(`${name}　主任委员`).click()
  await page.getByRole('textbox', { name: /^姓名/ }).fill('程远')
  await page.getByRole('textbox', { name: /^任职起/ }).fill(day(-10))
  await page.getByRole('textbox', { name: /^依据/ }).fill('第六届理事会第三次会议')
  await isFaultless(page)
  await press(main(page), '任命')
  await expect(page).toHaveURL(/\/staff\/appointments\/\d+$/)
  const file = page.url()

  await press(main(page), '签发聘书')
  await expect(dialog(page)).toContainText(`${name}主任委员`)
  await press(dialog(page), '签发聘书')
  await expect(page.getByRole('status').filter({ hasText: '已签发' })).toContainText(/已签发 .*-0001/)
  const saved = page.waitForEvent('download')
  await press(main(page), '下载聘书')
  expect((await saved).suggestedFilename()).toMatch(/^聘书 .*-0001\.pdf$/)

  await expect(await listed(page, code)).toContainText('程远')
  await isFaultless(page)
  await visit(page, file)
  await press(main(page), '结束任职')
  await dialog(page)
    .getByRole('textbox', { name: /^最后一天/ })
    .fill(day(-1))
  await dialog(page).getByRole('textbox', { name: /^原因/ }).fill('本人辞任')
  await press(dialog(page), '结束任职')
  await expect(main(page)).toContainText('已注销')
  expect(postId).toBeGreaterThan(0)
  await visit(page, `/admin/publicity/body`)
  await expect(page.getByRole('main')).not.toContainText(name)
})

test('the seat of a company is on its page, and passes to another who stands in the list instead @night', async ({
  page,
  signInStaff,
}) => {
  const { admin, code, name, postId } = await newBody()
  const { list } = await admin('GET', '/staff/member/list?pageSize=20')
  const company = list.find((one: { organisationId?: number }) => one.organisationId)
  const form = { postId: String(postId), personName: '程远', fromDay: day(-10), decision: '第六届理事会第三次会议' }
  const made = await admin('POST', '/staff/appointment/save', { form, organisationId: company.organisationId })
  const shown = await listed(page, code)
  await expect(shown).toContainText('程远')
  const link = shown.getByRole('link')
  if ((await link.count()) > 0) {
    await link.first().click()
    await expect(page.getByRole('main')).toContainText(`${name}`)
  }
  await signInStaff('admin')
  await visit(page, `/staff/appointments/${made.id}`)
  await press(main(page), '由他人接替')
  await dialog(page).getByRole('textbox', { name: /^姓名/ }).fill('尹航')
  await dialog(page)
    .getByRole('textbox', { name: /^接任日期/ })
    .fill(day(0))
  await dialog(page).getByRole('textbox', { name: /^依据/ }).fill('第六届理事会第四次会议')
  await dialog(page)
    .getByRole('textbox', { name: /^更换原因/ })
    .fill('工作调动')
  await press(dialog(page), '由他人接替')
  await expect(dialog(page)).toHaveCount(0)
  const after = await listed(page, code)
  await expect(after).toContainText('尹航')
  await expect(after).not.toContainText('程远')
})
