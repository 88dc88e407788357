import type { Locator, Page } from '@playwright/test'
import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, openSession, phone, test, visit } from '../support/test.ts'

const queueOf = (name: string) => `/staff/review?status=open&key=${encodeURIComponent(name)}`
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const open = (page: Page, name: string) => row(page, name).getByRole('link')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const tick = (page: Page, label: string) => page.getByRole('checkbox', { name: new RegExp(`^要求补正 ?：${label}$`) })

/** Counts what a person does: each click, each key and each field. */
function counting(page: Page) {
  let actions = 0
  return {
    click: async (what: Locator) => {
      actions++
      await what.click()
    },
    fill: async (what: Locator, value: string) => {
      actions++
      await what.fill(value)
    },
    press: async (key: string) => {
      actions++
      await page.keyboard.press(key)
    },
    total: () => actions,
  }
}

test('one membership, from the queue to the certificate, takes the staff thirteen actions', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  test.slow()
  const of = await newApplication(page)
  const staff = counting(page)
  const find = async (userName: string, seen = heading(page, of.name)) => {
    await signInStaff(userName)
    await visit(queueOf(of.name))
    await staff.click(open(page, of.name))
    await expect(seen).toBeVisible()
  }
  /** Opens it in the queue, says yes by a key, and confirms by another. */
  const approve = async (userName: string, button: string, seen?: Locator) => {
    await find(userName, seen)
    await staff.press('a')
    await expect(dialog(page).getByRole('button', { name: button, exact: true })).toBeFocused()
    await staff.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  await approve('reviewer', '通过')
  await of.handInMaterials()
  await approve('reviewer', '通过', page.locator('.preview-page canvas'))
  // The council votes on members; whoever decides without it says why.
  await find('admin')
  await staff.click(page.getByRole('button', { name: '不经会议直接通过' }))
  await staff.fill(dialog(page).getByLabel('仍要通过的理由'), '理事会已通讯表决')
  await staff.click(dialog(page).getByRole('button', { name: '审议通过', exact: true }))
  await expect(dialog(page)).toHaveCount(0)
  await of.noticeEnds()
  await expect.poll(of.status, { timeout: 60_000 }).toBe('unpaid')
  await of.pay()
  await signInStaff('cashier')
  await visit(queueOf(of.name))
  await staff.click(open(page, of.name))
  await expect(page.getByText('2,000', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: '汇款凭证.png' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await staff.press('a')
  await expect(dialog(page).getByRole('button', { name: '确认到账' })).toBeFocused()
  await staff.press('Enter')
  await expect.poll(of.status).toBe('approved')
  expect(staff.total()).toBeLessThanOrEqual(13)

  await visit(await of.certificatePath())
  await expect(page.getByText(of.name).first()).toBeVisible()
  await expect(page.locator('.verdict')).toContainText('有效')
})

test('two fields go back; the reviewer then sees old and new side by side, and the answers', async ({
  page,
  visit,
  signInStaff,
}) => {
  const of = await newApplication(page)
  await signInStaff('reviewer')
  await visit(`/staff/review/${of.id}`)
  await tick(page, '详细地址').check()
  await page.getByLabel('对“详细地址”的要求').fill('请写到门牌号')
  await tick(page, '单位简介').check()
  await page.getByRole('button', { name: /^退回补正（2 处）/ }).click()
  await expect(page.getByLabel('对“单位简介”的要求')).toBeFocused()
  await expect(page.getByText('请写明要求，或取消勾选')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const intro = page.locator('.case-form dl > div', { hasText: '单位简介' })
  await intro.getByRole('button', { name: '请填写完整' }).click()
  await expect(page.getByText('请写明要求，或取消勾选')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('对“详细地址”的要求')).toHaveValue('请写到门牌号')
  await page.getByRole('button', { name: /^退回补正（2 处）/ }).click()
  await expect(dialog(page)).toContainText('请写到门牌号')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '退回补正' }).click()
  await expect.poll(of.status).toBe('returned')

  await of.mend({ address: '演示路 1 号 3 号楼', intro: '从事锅炉清洗二十年。' }, { address: '已写到楼号' })
  await visit(`/staff/review/${of.id}`)
  await expect(page.getByText('第 2 次提交，2 栏有改动')).toBeVisible()
  const address = page.locator('.case-form [data-changed]', { hasText: '详细地址' })
  await expect(address.locator('del')).toHaveText('演示路1号')
  await expect(address.locator('ins')).toHaveText('演示路 1 号 3 号楼')
  await expect(address).toContainText('上次要求请写到门牌号')
  await expect(address).toContainText('申请人说明已写到楼号')
  expect(await faultsOf(page)).toEqual([])
})

test('two reviewers at once: the second is told by whom and when, and keeps what was typed', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  const of = await newApplication(page)
  await signInStaff('reviewer')
  await visit(`/staff/review/${of.id}`)
  await page.getByRole('button', { name: '退回补正' }).click()
  await dialog(page).getByLabel('理由', { exact: true }).fill('请补充清洗业绩证明')
  const other = await openSession('admin')
  const headers = { cookie: `staff=${other}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const address = `${process.env.SITE_URL}/api/staff/review/decide`
  const body = JSON.stringify({ id: of.id, version: 2, action: 'pass' })
  const passed = await (await fetch(address, { method: 'POST', headers, body })).json()
  expect(passed.code, passed.msg).toBe(200)
  await dialog(page).getByRole('button', { name: '退回补正' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(/已由 关毅 于 \d{4}-\d\d-\d\d \d\d:\d\d 通过/)
  await expect(dialog(page).getByLabel('理由', { exact: true })).toHaveValue('请补充清洗业绩证明')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '查看最新状态' }).click()
  await expect(page.getByText('待上传盖章材料').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '办理' })).toHaveCount(0)
})

test('notes, assignment, a personal value in full, and a view of one’s own', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  const of = await newApplication(page)
  await signInStaff('reviewer')
  await visit(queueOf(of.name))
  await expect(row(page, of.name)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '保存与管理视图' }).click()
  const view = `视图${of.name.slice(3, 10)}`
  await dialog(page).getByLabel('把现在的筛选条件保存为').fill(view)
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '保存视图' }).click()
  await expect(page.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page')
  await open(page, of.name).click()

  await page.getByLabel('添加备注').fill('已电话核实法定代表人')
  await page.getByRole('button', { name: '添加备注' }).click()
  await expect(page.getByText('已电话核实法定代表人')).toBeVisible()
  await expect(page.getByLabel('添加备注')).toHaveValue('')
  await page.getByRole('button', { name: '指派', exact: true }).click()
  await expect(dialog(page).getByText('冉星河（我）')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '指派' }).click()
  await expect(dialog(page).getByRole('button', { name: '撤销' })).toBeVisible()
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('.case-head')).toContainText('冉星河')
  await page.getByRole('button', { name: /^查看全文 ?：会员代表手机/ }).click()
  await expect(page.getByText(/^139 \d{4} \d{4}/).first()).toBeVisible()

  await page.getByRole('button', { name: '不予通过' }).click()
  await dialog(page).getByRole('button', { name: '不予通过' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('理由')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '重复申请' }).click()
  await dialog(page).getByRole('button', { name: '不予通过' }).click()
  await expect.poll(of.status).toBe('rejected')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a reviewer approves by touch; nothing is wider than the screen', { tag: '@night' }, async ({
    page,
    signInStaff,
  }) => {
    const of = await newApplication(page)
    await signInStaff('reviewer')
    await visit(page, queueOf(of.name))
    await expect(row(page, of.name)).toBeVisible()
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await fits()).toBeLessThanOrEqual(375)
    expect(await faultsOf(page)).toEqual([])
    await open(page, of.name).tap()
    await expect(heading(page, of.name)).toBeVisible()
    expect(await fits()).toBeLessThanOrEqual(375)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('region', { name: '办理' }).getByRole('button', { name: '通过', exact: true }).tap()
    await dialog(page).getByRole('button', { name: '通过', exact: true }).tap()
    await expect.poll(of.status).toBe('preparing')
  })
})
