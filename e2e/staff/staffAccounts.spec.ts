import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { expect, hashOf, lookInto, phone, test, textOf } from '../support/test.ts'

const PASSWORD = 'Hangxie-demo-2026'

/** A colleague of this test's own, with the password of the demo. */
async function newColleague(roles: string[]) {
  const userName = `staff_${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const database = await lookInto()
  await database.query(
    `insert into account (kind, user_name, display_name, password_hash, roles)
     select 'staff', $1, '王敏', password_hash, $2 from account where user_name = 'admin'`,
    [userName, roles],
  )
  await database.end()
  return userName
}

// The first call without a session answers 401, and the browser logs the status.
test.use({ provokes: /401/ })

async function signIn(page: Page, userName: string) {
  await page.getByLabel('用户名或手机号').fill(userName)
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

test('whoever signs in at once is no longer told to', { tag: '@night' }, async ({ page, visit }) => {
  const userName = await newColleague(['writer'])
  await visit('/staff/security')
  await expect(page.getByRole('alert').getByText('请先登录')).toBeAttached()
  await signIn(page, userName)
  await expect(page.getByRole('heading', { name: '账号与安全', level: 1 })).toBeVisible()
  await expect(page.getByText('请先登录')).toHaveCount(0)
})

test('somebody of the staff signs in, sets up the second factor, and is asked for it from then on', async ({
  page,
  visit,
}) => {
  const userName = await newColleague(['writer'])
  await visit('/staff/security')
  await expect(page).toHaveURL(/\/staff\/login\?dir=/)
  expect(await faultsOf(page)).toEqual([])
  await signIn(page, userName)
  await expect(page.getByRole('heading', { name: '账号与安全', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '启用两步验证' }).click()
  const secret = (await textOf(page.locator('.totp-steps code'))).replace(/ /g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('输入验证器显示的六位数字').fill('000000')
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.getByText(/验证码不正确/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('输入验证器显示的六位数字').fill(totp.generate())
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.locator('.totp-codes li')).toHaveCount(10)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '我已保存好' }).click()
  await expect(page.getByText('已启用', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: '退出', exact: true }).first().click()
  await expect(page).toHaveURL(/\/staff\/login$/)
  await signIn(page, userName)
  const code = page.getByLabel('动态验证码')
  await expect(code).toBeFocused()
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('heading', { name: '工作台', level: 1 })).toBeVisible()
})

test('an administrator opens an account, and its owner chooses the password by the link', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff/colleagues')
  await page.getByRole('button', { name: '开通账号', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '开通', exact: true }).click()
  await expect(dialog.getByRole('alert').getByRole('link', { name: /用户名/ })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const userName = `invited_${Math.random().toString(36).slice(2, 8)}`
  await dialog.getByLabel(/^用户名/).fill(userName)
  await dialog.getByLabel(/^姓名/).fill('李明')
  await dialog.getByLabel(/^撰稿人/).check()
  await dialog.getByRole('button', { name: '开通', exact: true }).click()
  const link = await textOf(dialog.locator('.entry-link'))
  expect(await faultsOf(page)).toEqual([])

  await visit(new URL(link).pathname + new URL(link).hash)
  await expect(page.getByText(`您的用户名是 ${userName}`)).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('12345678')
  await page.getByRole('textbox', { name: '再输入一次密码' }).fill('12345678')
  await page.getByRole('button', { name: '设置密码' }).click()
  await expect(
    page
      .getByRole('alert')
      .getByText(/太常见/)
      .first(),
  ).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('密码', { exact: true }).fill('清洗之前先看水质 7')
  await page.getByRole('textbox', { name: '再输入一次密码' }).fill('清洗之前先看水质 7')
  await page.getByRole('button', { name: '设置密码' }).click()
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL(/\/staff\/login$/)
  await visit(new URL(link).pathname + new URL(link).hash)
  await expect(page.getByText(/已经用过或已过期/)).toBeVisible()
})

test('whose role is taken away sees at the next step that the work is no longer theirs', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
  browser,
  baseURL,
}) => {
  const userName = await newColleague(['cashier'])
  const colleague = await browser.newContext({ baseURL })
  await signInStaff(userName)
  await visit('/staff/receipts')
  await expect(page.getByLabel('状态', { exact: true })).toBeVisible()
  const database = await lookInto()
  await database.query(`update account set roles = '{writer}' where user_name = $1`, [userName])
  await database.end()
  await page.getByLabel('状态', { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: '作废' }).click()
  await expect(page.getByText('您没有权限进行此操作')).toBeVisible()
  await page.reload()
  await expect(page.getByText('这里不属于您的岗位')).toBeVisible()
  await colleague.close()
})

test('something dangerous asks for the password again, and goes on by itself', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  const userName = await newColleague(['writer'])
  const database = await lookInto()
  const { rows } = await database.query('select id from account where user_name = $1', [userName])
  const token = await signInStaff('admin')
  await database.query(`update session set confirmed_at = now() - interval '1 hour' where token_hash = $1`, [
    hashOf(token),
  ])
  await database.end()
  await visit(`/staff/colleagues/${rows[0].id}`)
  await page.getByRole('button', { name: '停用账号' }).click()
  const dialog = page.getByRole('dialog', { name: /停用账号/ })
  await dialog.getByLabel(/^原因/).fill('调离')
  await dialog.getByRole('button', { name: '停用账号' }).click()
  const asked = page.getByRole('dialog', { name: '请确认是您本人' })
  await asked.getByLabel('密码').fill('wrong')
  await asked.getByRole('button', { name: '确认' }).click()
  await expect(asked.getByText(/密码不正确/)).toBeVisible()
  await asked.getByLabel('密码').fill(PASSWORD)
  await asked.getByRole('button', { name: '确认', exact: true }).click()
  await expect(page.getByText('停用', { exact: true })).toBeVisible()
})

test('an account of the staff, as the log leads to it, is on the screen of colleagues; nobody’s is nowhere', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  const userName = await newColleague(['writer'])
  const database = await lookInto()
  const { rows } = await database.query('select id from account where user_name = $1', [userName])
  await database.end()
  await signInStaff('admin')
  await visit(`/staff/accounts/${rows[0].id}`)
  await expect(page).toHaveURL(`/staff/colleagues/${rows[0].id}`)
  await expect(page.getByText(userName)).toBeVisible()
  await visit('/staff/accounts/99999999')
  await expect(page.getByText('没有这个会员账号')).toBeVisible()
})

for (const path of ['/staff/colleagues', '/staff/permissions', '/staff/security'])
  test(`${path} has no barrier, wide and on a phone`, { tag: '@night' }, async ({ page, visit, signInStaff }) => {
    await signInStaff('admin')
    for (const viewport of [{ width: 1280, height: 900 }, phone.viewport]) {
      await page.setViewportSize(viewport)
      await visit(path)
      await expect(page.locator('.desk-card').first()).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    }
  })

test('the keyboard alone reaches the screens and the way out', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff/security')
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible()
  await tabTo(page, /^系统$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^权限表$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '权限表', level: 1 })).toBeVisible()
})
