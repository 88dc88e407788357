import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { newCompany } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { expect, hashOf, lookInto, phone, signInBy, test, textOf, visit } from '../support/test.ts'

const INBOX = '/admin/user/messages'

/** A company of this test's own, signed in on every page of the context. */
async function companyIn(context: BrowserContext, page: Page) {
  const { token } = await newCompany(page)
  await signInBy(page, token)
  const account = await accountOf(token)
  await database(`update account set email = 'digest@example.com' where id = ${account}`)
  await database(`delete from message where account_id = ${account}`)
  return { account, another: () => context.newPage() }
}

async function database(query: string) {
  const client = await lookInto()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}

async function accountOf(token: string): Promise<number> {
  return (await database(`select account_id from session where token_hash = '${hashOf(token)}'`))[0].account_id
}

/** Creates a message in the inbox that is also in the next digest, as a job or a colleague would. */
const put = (account: number, title: string, kind = 'training', route = '/admin/user/training') =>
  database(`insert into message (account_id, kind, title, content, route, in_digest)
    values (${account}, '${kind}', '${title}', '内容', '${route}', true)`)

const badge = (page: Page) => page.locator('.centre-nav .unread-badge')

test('the filters of the messages stand beside their names, and the button beside them', async ({ page, context }) => {
  const { account } = await companyIn(context, page)
  await put(account, '甲')
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, INBOX)
  const search = page.getByRole('main').getByLabel('搜索')
  await expect(search).toBeVisible()
  const field = (await search.boundingBox())!
  const button = (await page.getByRole('button', { name: '全部标为已读' }).boundingBox())!
  expect(field.width).toBeLessThan(250)
  expect(button.x).toBeGreaterThan(field.x + field.width)
  expect(Math.abs(button.y - field.y), 'in one row').toBeLessThan(8)
})

test.describe('a member', () => {
  test('sees the same number in menu, header and title, on two tabs, without loading them again', async ({
    page,
    context,
  }) => {
    const { account, another } = await companyIn(context, page)
    for (const title of ['甲', '乙', '丙']) await put(account, title)
    await visit(page, INBOX)
    await expect(badge(page)).toContainText('3')
    await expect(page.locator('.header-tools .unread-badge')).toContainText('3')
    await expect(page).toHaveTitle(/^\(3\) /)
    const other = await another()
    await visit(other, '/admin/user')
    await expect(badge(other)).toContainText('3')
    await page.getByRole('button', { name: /标为已读.*甲/ }).click()
    for (const tab of [page, other]) {
      await expect(badge(tab)).toContainText('2')
      await expect(tab).toHaveTitle(/^\(2\) /)
    }
    await page.getByRole('button', { name: /标为未读.*甲/ }).click()
    await expect(badge(other)).toContainText('3')
    await page.getByRole('button', { name: '全部标为已读' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '全部消息已标为已读' })).toHaveCount(1)
    for (const tab of [page, other]) {
      await expect(badge(tab)).toHaveCount(0)
      await expect(tab).not.toHaveTitle(/^\(/)
    }
  })

  test('is shown within a minute what has come meanwhile, and asks nothing while looking at public pages', {
    tag: '@night',
  }, async ({ page, context }) => {
    test.slow()
    const { account } = await companyIn(context, page)
    await visit(page, INBOX)
    await expect(page.getByText('还没有消息')).toBeVisible()
    await put(account, '刚刚发来的')
    await expect(page.getByRole('heading', { name: '刚刚发来的' })).toBeVisible({ timeout: 60_000 })
    await expect(badge(page)).toContainText('1')
    const asked: string[] = []
    page.on('request', request => request.url().includes('/message/unread') && asked.push(request.url()))
    await visit(page, '/admin/verify')
    await expect(page.locator('.header-tools .unread-badge')).toContainText('1')
    expect(asked).toEqual([])
  })

  test('narrows the list by kind, by read and by words, all in the address; a gone thing says so', {
    tag: '@night',
  }, async ({ page, context }) => {
    const { account } = await companyIn(context, page)
    await put(account, '准考证可以打印了')
    await put(account, '请缴费', 'fee')
    await database(`update message set object_type = 'application', object_id = 999999999 where account_id = ${account}
      and title = '请缴费'`)
    await visit(page, `${INBOX}?type=fee`)
    await expect(page.locator('.message-list > li')).toHaveCount(1)
    await expect(page.getByText('所指的内容已删除')).toBeVisible()
    await visit(page, INBOX)
    await page.locator('#filter-words').fill('准考')
    await page.locator('#filter-words').press('Enter')
    await expect(page.locator('.message-list > li')).toHaveCount(1)
    await expect(page).toHaveURL(/words=/)
    await page.reload()
    await expect(page.locator('.message-list > li')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
  })

  test('chooses what comes by text and mail, by keyboard, and finds it so again', { tag: '@night' }, async ({
    page,
    context,
  }) => {
    await companyIn(context, page)
    await visit(page, INBOX)
    await page.getByRole('tab', { name: '接收设置' }).click()
    await expect(page).toHaveURL(/tab=choices/)
    const text = page.getByRole('row', { name: /科技奖励/ }).getByRole('checkbox')
    await expect(text).toBeChecked()
    await text.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '保存设置' }).click()
    await expect(page.getByRole('alert').getByText('接收设置已保存')).toBeVisible()
    await page.reload()
    await expect(text).not.toBeChecked()
    expect(await faultsOf(page)).toEqual([])
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('reads and chooses without anything out of sight', { tag: '@night' }, async ({ page, context }) => {
      const { account } = await companyIn(context, page)
      await put(account, '很长的标题'.repeat(8))
      for (const path of [INBOX, `${INBOX}?tab=choices`]) {
        await visit(page, path)
        await expect(page.locator('.message-list, .choices').first()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
        expect(await faultsOf(page)).toEqual([])
      }
    })
  })
})

test('staff have an inbox: what is laid on a desk is counted in the bar, opened and read', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  const name = `messages_${randomInt(10 ** 8)}`
  // Move the application to a province without other applications: whatever reaches a desk notifies everybody at that
  // desk.
  const of = await newApplication(page)
  await database(`update organisation set province_code = '630000'
    where id = (select organisation_id from application where id = ${of.id})`)
  await database(`insert into staff_role (code, name, permissions, provinces)
    values ('${name}', '${name}', '{staff:applications,staff:review}', '{630000}')`)
  const [{ id }] = await database(`insert into account (kind, user_name, display_name, password_hash, roles, totp_since)
    values ('staff', '${name}', '消息员', 'none', '{${name}}', now()) returning id`)
  const boss = await desk('admin')
  await boss('POST', '/staff/review/assign', { ids: [of.id], assigneeId: id })
  await signInStaff(name)
  await visit(page, '/staff')
  const count = page.locator('.desk-bar .unread-badge')
  await expect(count).toContainText('1')
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.locator('.desk-messages').click()
  await expect(page.getByRole('heading', { name: /交您办理/ })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: /查看详情/ }).click()
  await expect(page).toHaveURL(`/staff/review/${of.id}`)
  await expect(count).toHaveCount(0)
  await page.goto('/staff/messages?tab=choices')
  await expect(page.getByRole('row', { name: /岗位来件/ })).toBeVisible()
  expect(await textOf(page.getByRole('row', { name: /岗位来件/ }))).toContain('每日汇总')
})
