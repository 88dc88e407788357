import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, test } from '../support/test.ts'
import { newCreditCode } from '../support/uniqueValues.ts'

/** Members who joined on one day, a page of them and two: those of other tests are not to be suspended meanwhile. */
async function newMembers(): Promise<string> {
  const day = `${2050 + randomInt(40)}-0${1 + randomInt(9)}-${10 + randomInt(18)}`
  const database = await lookInto()
  await database.query(
    `with made as (
       insert into organisation (name, credit_code, province_code)
       select '第' || lpad(n::text, 2, '0') || '号锅炉有限公司', code, '640000'
       from unnest($2::text[]) with ordinality as made_up (code, n) returning id)
     insert into member (number, kind, level_code, joined_on, organisation_id, is_public)
     select 'BULK-' || id, 'organisation', 10, $1, id, false from made`,
    [day, Array.from({ length: 22 }, newCreditCode)],
  )
  await database.end()
  return day
}

test('members that are picked out, over pages, are suspended with one reason, and that is taken back', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('reviewer')
  const day = await newMembers()
  await visit(`/staff/members?status=active&joinedFrom=${day}&joinedTo=${day}&sort=name`)
  const bar = page.getByRole('region', { name: '批量处理' })
  const boxes = page.getByRole('checkbox', { name: /^选择 (?!本页)/ })
  await boxes.nth(17).check()
  await page.getByRole('link', { name: '下一页' }).click()
  await expect(page).toHaveURL(/pageNum=2/)
  await expect(boxes).toHaveCount(2)
  await boxes.nth(0).press('Space')
  await expect(bar).toContainText('已选 2 个会员')
  expect(await faultsOf(page)).toEqual([])

  await bar.getByRole('button', { name: '暂停' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('暂停 2 个会员')).toBeVisible()
  await dialog.getByRole('button', { name: '暂停' }).click()
  await expect(dialog.getByText('请填写原因').first()).toBeVisible()
  await dialog.getByLabel('原因').fill('核查期间暂停')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '暂停' }).click()
  await expect(dialog).toContainText('已处理 2 个会员')

  await dialog.getByRole('button', { name: '撤销' }).press('Enter')
  await expect(dialog.getByText('撤销暂停 2 个会员')).toBeVisible()
  await expect(dialog).toContainText('原因记为“撤销：核查期间暂停”')
  await dialog.getByRole('button', { name: '撤销' }).click()
  await expect(dialog).toContainText('已处理 2 个会员')
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('row', { name: /暂停/ })).toHaveCount(0)
})

test('all that a filter leaves are chosen at once, on as many pages as there are, and saved as a file', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('reviewer')
  // Filter for members that existed before any test ran.
  await visit('/staff/members?kind=organisation&joinedTo=2025-12-31')
  const total = Number(await page.locator('.filter-tags b').textContent())
  expect(total).toBeGreaterThan(20)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: `选择全部 ${total} 个会员` }).click()
  const bar = page.getByRole('region', { name: '批量处理' })
  await expect(bar).toContainText(`已选 ${total} 个会员`)
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: '导出所选' }).click()
  const [, ...rows] = textsOf(await sheetOf(await readFile((await (await download).path())!)))
  expect(rows).toHaveLength(total)
  await bar.getByRole('button', { name: '取消选择' }).click()
  await expect(bar).toHaveCount(0)
})

test('who writes to those that are picked out sees to how many and how it reads, tries it, and sends it later or not', {
  tag: '@night',
}, async ({ page, visit, signInStaff }) => {
  await signInStaff('admin')
  await visit('/staff/organisations?key=qingyuan')
  await page.getByRole('checkbox', { name: '选择 北京清源锅炉清洗有限公司' }).check()
  const bar = page.getByRole('region', { name: '批量处理' })
  await bar.getByRole('button', { name: '发消息' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('所选的 1 家单位：1 个账号')).toBeVisible()
  const title = `核对资料 ${Date.now()}`
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByRole('textbox', { name: '站内消息' }).fill('{公司}请核对资料。')
  await expect(dialog.getByText('没有“{公司}”').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: '站内消息' }).fill('{名称}请核对资料。')
  const sample = dialog.getByRole('region', { name: '预览' })
  await expect(sample).toContainText('北京清源锅炉清洗有限公司请核对资料。')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '试发给自己' }).click()
  await expect(page.getByText('已试发给自己：站内消息').first()).toBeVisible()
  await dialog.getByLabel('定时发送').fill(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`)
  await dialog.getByRole('button', { name: '定时发给 1 个账号' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(bar).toHaveCount(0)

  await visit('/staff/outbox?tab=mailings')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('定时待发')
  await row.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toContainText('通知 0 / 1 个账号')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^取消/ }).click()
  await expect(row).toContainText('已停止')

  // Recipients of a course by registration status; people whose certificates end soon, by keyboard only.
  await visit('/staff/outbox?tab=mailings&new=1')
  await dialog.getByRole('radio', { name: '报名某个培训班的单位和个人' }).check()
  await expect(dialog.getByRole('radio', { name: '全部占名额的' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: '未报到的' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await visit('/staff/persons?employer=qingyuan')
  await page.getByRole('checkbox', { name: '选择本页全部' }).press('Space')
  await bar.getByRole('button', { name: '提醒换证' }).press('Enter')
  await expect(dialog.getByLabel('多少天内到期')).toHaveValue('60')
  await expect(dialog.getByText(/^所选的 \d+ 人中，证书在 60 天内到期的持证者/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
