import type { Locator, Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany, scan } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { fits } from '../support/sound.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
/** While the loading icon of a button fades out, it is still part of the button's name. */
const press = (within: Locator, name: string) =>
  within.getByRole('button', { name: new RegExp(`^(loading ?)?${name}$`) }).click()
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Checks that there is no accessibility fault and no horizontal overflow at desktop and phone width. */
async function isFaultless(page: Page) {
  for (const width of [375, 1280]) {
    await fits(page, [width])
    expect(await faultsOf(page), `${width} px`).toEqual([])
  }
}

/** A company whose application has come as far as the review on site. */
async function awaitingSite(page: Page) {
  const company = await newCompany(page)
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into application
       (kind, account_id, organisation_id, subject_id, title, state, form, revision, number, submitted_at)
     select 'qualificationInitial', account.id, organisation.id, 101, organisation.name, 'awaitingSite',
            '{"levelCode": "B"}', 1, 'ZS2026-E' || organisation.id, now()
     from organisation join account on account.organisation_id = organisation.id
     where organisation.credit_code = $1 returning id, number`,
    [company.creditCode],
  )
  const { id, number } = rows[0] as { id: number; number: string }
  await database.query(
    `insert into qualification_case (application_id, type, kind_id, path) values ($1, 'initial', 101, $2)`,
    [id, ['review', 'materials', 'fee', 'site', 'decision', 'notice']],
  )
  await database.end()
  return { ...company, id, number }
}

test('a review on site: a tied expert refused, the record, something to put right, and the verification', async ({
  page,
  signInStaff,
}) => {
  test.slow()
  const of = await awaitingSite(page)
  const reviewer = await desk('reviewer')
  const letters = [...String(of.id)].map(digit => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('')
  const [free, tied] = [`无${letters}`, `有${letters}`]
  const form = { specialities: '化学清洗', provinceCode: '110000', mayLead: 'yes', isActive: 'yes' }
  await reviewer('POST', '/staff/expert/save', { form: { ...form, name: free } })
  const ties = [
    { kind: 'employer', organisationName: '更名以前的公司', creditCode: of.creditCode, fromDay: '2024-03-01' },
  ]
  const known = await reviewer('POST', '/staff/expert/save', { form: { ...form, name: tied, ties } })
  const sentence = '2024-03 至今任职于更名以前的公司（申请单位）'

  await signInStaff('reviewer')
  await visit(page, `/staff/site-reviews?key=${of.number}`)
  await expect(page.getByRole('row', { name: new RegExp(of.orgName) })).toContainText('待安排')
  await isFaultless(page)
  await page.getByRole('link', { name: of.orgName }).click()
  await page.getByLabel('查找专家').fill(tied)
  await page.keyboard.press('Enter')
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: `选入 ${tied}` })).toBeDisabled()
  const plan = { id: of.id, version: 0, plannedOn: today(), place: '演示路 1 号' }
  const forced = reviewer('POST', '/staff/qualification/site/arrange', {
    ...plan,
    experts: [{ expertId: known.id, role: 'leader' }],
  })
  await expect(forced).rejects.toThrow(sentence)

  await press(main(page), '安排并通知申请人')
  await expect(main(page).getByRole('alert')).toContainText('评审')
  await page.getByLabel('查找专家').fill(free)
  await page.keyboard.press('Enter')
  await press(main(page), `选入 ?${free}`)
  await isFaultless(page)
  await page.getByLabel(/^评审日期/).fill(today())
  await page.keyboard.press('Tab')
  await press(main(page), '安排并通知申请人')
  await expect(page.getByRole('heading', { name: '评审记录', level: 2 })).toBeVisible()

  const [sheet] = await Promise.all([page.waitForEvent('download'), press(main(page), '打印空白评审记录')])
  expect(sheet.suggestedFilename()).toBe(`现场评审记录-${of.number}.pdf`)
  await press(main(page), '提交结论')
  await press(page.getByRole('dialog'), '提交结论')
  await expect(main(page).getByRole('alert').first()).toContainText('结论没有提交')
  await isFaultless(page)
  await page.getByRole('checkbox', { name: new RegExp(`^已签署回避声明 ?：${free}$`) }).check()
  const tickOff = page.getByRole('button', { name: /^其余 \d+ 项记为符合$/ })
  if (await tickOff.isVisible()) await tickOff.click()
  await press(main(page), '添加一行 ?不符合项')
  await page.getByLabel(/第 1 行 条款/).fill('4.1 计量器具')
  await page.getByLabel(/第 1 行 不符合的事实/).fill('两台 pH 计已过校准有效期')
  await page.getByRole('radio', { name: '整改后推荐' }).check()
  await page.getByLabel(/^评审综述/).fill('体系运行基本有效。')
  // Saved while the scan is still on its way: it is waited for.
  const line = Promise.withResolvers<void>()
  await page.route('**/api/file/upload', async route => {
    await line.promise
    await route.continue()
  })
  await page.locator('input[type=file]').first().setInputFiles(scan('评审记录.pdf'))
  await press(main(page), '保存，以后再填')
  await expect(main(page).getByRole('alert').filter({ hasText: '正在上传“评审记录.pdf”' })).toBeVisible()
  await isFaultless(page)
  line.resolve()
  await expect(page.getByText('有尚未保存的内容')).toHaveCount(0)
  await page.unroute('**/api/file/upload')
  await page.reload()
  await expect(page.getByRole('button', { name: /^预览.*评审记录\.pdf/ })).toBeVisible()
  await expect(page.getByLabel(/第 1 行 不符合的事实/)).toHaveValue('两台 pH 计已过校准有效期')
  await isFaultless(page)
  await press(main(page), '提交结论')
  await press(page.getByRole('dialog'), '提交结论')
  await expect(page.getByRole('heading', { name: /^不符合项 1/ })).toBeVisible()
  await isFaultless(page)

  await page.evaluate(token => localStorage.setItem('token', token), of.token)
  await visit(page, `/admin/user/qualification/rectify/${of.id}`)
  await page.getByLabel(/^整改情况/).fill('已送检并更换标签')
  await press(main(page), '提交整改')
  await expect(main(page).getByRole('alert').first()).toContainText('请上传整改证据')
  await page.locator('input[type=file]').first().setInputFiles(scan('校准证书.pdf'))
  await expect(page.getByRole('button', { name: /^预览.*校准证书\.pdf/ })).toBeVisible()
  await isFaultless(page)
  await press(main(page), '提交整改')
  await expect(page).toHaveURL(`/admin/user/doing/${of.id}`)

  await visit(page, `/staff/site-reviews/${of.id}`)
  await page.getByRole('radio', { name: '未通过' }).check()
  await isFaultless(page)
  await page.getByRole('radio', { name: '通过', exact: true }).check()
  await press(main(page), '提交验证结果')
  await expect(page.getByText('待审议').first()).toBeVisible()
  await isFaultless(page)
})
