import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { fits } from '../support/sound.ts'
import { ask, expect, lookInto, phone, test } from '../support/test.ts'

/** Asks the database of this run, for what a test has to know beforehand. */
async function one<Row>(query: string, values: unknown[] = []): Promise<Row> {
  const database = await lookInto()
  const { rows } = await database.query(query, values)
  await database.end()
  return rows[0]
}

let serial = Date.now() % 1_000_000
/** A certificate of its own, as a colleague enters an old one. */
async function issue(page: Page): Promise<{ id: number; number: string }> {
  const company = await one<{ id: number }>(`select id from organisation where name = '无锡锡惠锅炉制造有限公司'`)
  const number = `LS-${++serial}`
  await page.goto(`/staff/certificates?issue=1&organisationId=${company.id}`)
  await choose(page, '种类', '锅炉化学清洗')
  await choose(page, '级别', 'A')
  await page.getByLabel('编号').fill(number)
  await page.getByRole('button', { name: '签发' }).click()
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  return { id: Number(page.url().split('/').at(-1)), number }
}

/** The first that fits, of a list that folds; of few, the one that stands open. */
async function choose(page: Page, label: string, name: string) {
  const open = page.locator(`#field-${FIELDS[label]}`).getByRole('radio')
  const list = page.getByRole('combobox', { name: label })
  await expect(open.or(list).first()).toBeVisible()
  if ((await open.count()) > 0) return open.first().check()
  await list.fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}
const FIELDS: Record<string, string> = { 级别: 'levelCode', 种类: 'kindCode' }

test('a suspended certificate is suspended on the public check page at once, with its reason', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  const { number } = await issue(page)
  await page.goto(`/admin/verify?number=${number}`)
  await expect(page.getByRole('status').filter({ hasText: '有效' })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: '暂停' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status').filter({ hasText: '站内消息' })).toContainText('都收不到')
  await dialog.getByRole('button', { name: '暂停' }).click()
  await expect(dialog.getByText('请填写原因').first()).toBeVisible()
  await dialog.getByLabel('原因').fill('未按规定提交年度报告')
  await dialog.getByRole('button', { name: '暂停' }).click()
  await expect(page.getByText('已暂停。')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '未按规定提交年度报告' })).toBeVisible()

  await page.goto(`/admin/verify?number=${number}`)
  await expect(page.getByRole('status').filter({ hasText: '暂停' })).toContainText('未按规定提交年度报告')
  expect((await ask(`/cert/verify?number=${number}`)).today.certStatus).toBe('suspended')
})

test('who corrects a certificate sees what it said and says, and so does the public', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  const { number } = await issue(page)
  await page.getByRole('button', { name: '更正' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('范围').fill('额定压力 3.8 MPa 以下的锅炉')
  await dialog.getByLabel('原因').fill('录入有误')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '更正' }).click()
  await expect(page.getByText('已更正。')).toBeVisible()
  await page.goto(`/admin/verify?number=${number}`)
  await expect(page.getByText('额定压力 3.8 MPa 以下的锅炉')).toHaveCount(2)
})

test('a register is sorted by its headings, and the address keeps the order with the filters', {
  tag: '@night',
}, async ({ page, signInStaff }) => {
  await signInStaff('reviewer')
  await page.goto('/staff/members?kind=organisation')
  const heading = page.getByRole('columnheader', { name: '入会日期' })
  const days = () => page.locator('td[data-name="入会日期"]').allTextContents()
  await expect(heading).not.toHaveAttribute('aria-sort')
  await heading.getByRole('link').press('Enter')
  await expect(page).toHaveURL('/staff/members?kind=organisation&sort=joinedOn')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  const inOrder = async () => {
    const read = await days()
    return read.join() === [...read].sort().join()
  }
  await expect.poll(inOrder).toBe(true)
  const oldest = (await days())[0]!
  await page.reload()
  await expect(page.locator('td[data-name="入会日期"]').first()).toHaveText(oldest)
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(page.locator('td[data-name="入会日期"]').first()).not.toHaveText(oldest)
  expect(await faultsOf(page)).toEqual([])
  await heading.getByRole('link').click()
  await expect(page).toHaveURL('/staff/members?kind=organisation')
})

test('a company file has everything on one page, and its calendar', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  await page.goto('/staff/organisations?key=qingyuan')
  await page.getByRole('link', { name: '北京清源锅炉清洗有限公司' }).click()
  for (const name of ['到期日历', '会员', '单位证书', '持证人员', '申请', '培训', '会费', '广告', '联系人与账号'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载日历（.ics）' }).click()
  expect((await download).suggestedFilename()).toBe('北京清源锅炉清洗有限公司-到期日历.ics')

  await expect(page.getByText('139****0301')).toBeVisible()
  await page.getByRole('button', { name: '完整显示手机' }).click()
  await expect(page.getByText('139 0000 0301')).toBeVisible()
})

test('a person who was entered wrong is put right where it is wrong, and nothing typed is lost', {
  tag: '@night',
}, async ({ page, signInStaff }) => {
  await signInStaff('reviewer')
  await page.goto('/staff/persons?new=1')
  await page.getByLabel('姓名').fill('温庭\u{323b0}')
  await expect(page.getByText('证书等文件印不出来')).toBeVisible()
  await page.getByLabel('姓名').fill('温庭筠')
  await expect(page.getByText('证书等文件印不出来')).toHaveCount(0)
  await choose(page, '证件类型', '护照')
  await page.getByLabel('证件号码').fill('12')
  await choose(page, '所在省份', '北京')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('不是有效的护照号码，请核对').first()).toBeVisible()
  await expect(page.getByLabel('姓名')).toHaveValue('温庭筠')
  await page.getByLabel('证件号码').fill(`E${++serial}X`)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { name: '温庭筠' })).toBeVisible()
})

test('an account that is disabled is ended at its next call', { tag: '@night' }, async ({
  page,
  signIn,
  signInStaff,
  browser,
  baseURL,
}) => {
  const userName = `tingyong${++serial}`
  await one(
    `insert into account (kind, user_name, display_name, password_hash) values ('organisation', $1, '停用演示有限公司', 'none')`,
    [userName],
  )
  const token = await signIn(userName)
  await signInStaff('admin')
  await page.goto(`/staff/accounts?key=${userName}`)
  await page.getByRole('link', { name: userName, exact: true }).click()
  await page.getByRole('button', { name: '停用账号' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill('冒用单位名义注册')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '停用账号' }).click()
  await expect(page.getByText('已停用账号。')).toBeVisible()
  const context = await browser.newContext({ baseURL })
  const answer = await context.request.get('/api/member/account', { headers: { token } })
  await context.close()
  expect(answer.status()).toBe(550)
})

test('a member is suspended by keyboard alone', { tag: '@night' }, async ({ page, signInStaff }) => {
  await signInStaff('admin')
  const { id } = await one<{ id: number }>(
    `select m.id from member m join organisation o on o.id = m.organisation_id where o.name = '柳州龙江锅炉有限公司'`,
  )
  await page.goto(`/staff/members/${id}`)
  const button = page.getByRole('button', { name: '暂停' })
  await expect(button).toBeVisible()
  await reach(page, '暂停')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('原因')).toBeVisible()
  await reach(page, '', 'textarea')
  await page.keyboard.type('连续两年未缴会费')
  await reach(page, '暂停')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已办理：暂停。')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: '连续两年未缴会费' })).toBeVisible()
})

/** Tabs to the element with this name, or to one with this tag. */
async function reach(page: Page, name: string, tag = 'button') {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => ({
      tag: document.activeElement?.tagName.toLowerCase() ?? '',
      name: document.activeElement?.textContent ?? '',
    }))
    if (at.tag === tag && (name === '' || at.name === name)) return
  }
  throw new Error(`Tab does not lead to ${name || tag}`)
}

const SCREENS = {
  members: 'select id from member order by id limit 1',
  organisations: `select id from organisation where name = '北京清源锅炉清洗有限公司'`,
  persons: `select id from person where name = '张伟'`,
  certificates: `select id from certificate where register = 'qualification' order by id limit 1`,
  accounts: `select id from account where user_name = 'qingyuan'`,
}

for (const [path, query] of Object.entries(SCREENS))
  test(`${path}: nothing bars anybody, and all of it fits on a phone`, { tag: '@night' }, async ({
    page,
    signInStaff,
  }) => {
    await signInStaff('admin')
    const { id } = await one<{ id: number }>(query)
    for (const address of [`/staff/${path}`, `/staff/${path}/${id}`]) {
      await page.goto(address)
      await expect(page.locator('.desk-card').first()).toBeVisible()
      await expect(page.locator('.loading')).toHaveCount(0)
      expect(await faultsOf(page), address).toEqual([])
      await fits(page, [phone.viewport.width])
      await page.setViewportSize({ width: 1280, height: 900 })
    }
  })

for (const address of ['/staff/organisations?new=1', '/staff/persons?new=1', '/staff/certificates?issue=1'])
  test(`${address}: nothing bars anybody`, { tag: '@night' }, async ({ page, signInStaff }) => {
    await signInStaff('admin')
    await page.goto(address)
    await expect(page.locator('form')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })
