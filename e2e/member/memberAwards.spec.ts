import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { chooseFile, newCompany, scan, upload } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { strike, tabTo, type } from '../support/keys.ts'
import { openSection } from '../support/sections.ts'
import { isSoundAtAllWidths, opened } from '../support/sound.ts'
import { expect, phone, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })
const contents = (page: Page) => page.getByRole('navigation', { name: '申请表目录' })
const saved = (page: Page) => expect(page.locator('.save-state')).toHaveText(/^已保存/)

/** Opens a select by keyboard and picks its first option. */
async function pickFirst(page: Page, label: string) {
  await tabTo(page, new RegExp(`^${label}`))
  await page.keyboard.press('ArrowDown')
  await expect(
    page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active'),
  ).toBeVisible()
  await page.keyboard.press('Enter')
}
async function day(page: Page, label: string, text: string) {
  await tabTo(page, new RegExp(`^${label}`))
  await page.keyboard.type(text, { delay: 40 })
  await page.keyboard.press('Enter')
}

test('a company puts a project forward by keyboard, mends what is returned on a phone, and follows it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { token, orgName } = await newCompany(page)
  await signInBy(page, token)

  await test.step('sees what is called for, and begins', async () => {
    await visit(page, '/admin/user/awards')
    await expect(page.getByText('申报、评审、授奖均不收取任何费用。')).toBeVisible()
    await isSoundAtAllWidths(page)
    await strike(page, /^申报 ?锅炉科学技术奖/)
    await strike(page, /^科技进步奖/, 'Space')
    await isSoundAtAllWidths(page)
    await strike(page, /开始填写/)
    await expect(page).toHaveURL(/\/awards\/\d+$/)
  })
  const id = page.url().split('/').at(-1)!

  await test.step('fills the long form in without a mouse; it keeps itself', async () => {
    await opened(page)
    await expect(contents(page).getByRole('listitem').filter({ hasText: '项目情况' })).toContainText('0 / 6')
    await pickFirst(page, '专业评审组')
    await strike(page, /^特等奖/, 'Space')
    await page.keyboard.press('ArrowDown')
    await expect(main(page).getByRole('radio', { name: '一等奖' })).toBeChecked()
    await type(page, '项目名称', '锅炉清洗废液零排放技术')
    await pickFirst(page, '任务来源')
    await day(page, '项目起始日期', '2023-03-01')
    await day(page, '项目完成日期', '2025-06-30')
    await type(page, '关键词', '锅炉、清洗、环保')
    await strike(page, /^否/, 'Space')
    await type(page, '项目简介', '清洗废液回用。')
    await type(page, '主要技术内容', '膜分离与络合。')
    await type(page, '创新点', '分级回收。')
    await type(page, '应用情况', '已用于十二台锅炉。')
    await strike(page, /^添加一行 ?近三年经济效益/)
    await expect(page.getByLabel(/^第 1 行 年度/)).toBeFocused()
    await page.keyboard.type('2024')
    await strike(page, /^添加一行 ?完成人/)
    await page.keyboard.type('李晓明')
    await type(page, '第 1 行 工作单位', orgName)
    await strike(page, /^单位提名/, 'Space')
    await type(page, '提名单位或专家', '示例省锅炉协会')
    await type(page, '提名意见', '同意提名。')
    await strike(page, /同意公示同意/, 'Space')
    await strike(page, /同意真实性承诺/, 'Space')
    await saved(page)
    await expect(contents(page).getByRole('listitem').filter({ hasText: '项目情况' })).toContainText('已填')
    await page.reload()
    await opened(page)
    await expect(page.getByLabel(/^项目名称/)).toHaveValue('锅炉清洗废液零排放技术')
    await isSoundAtAllWidths(page)
  })

  await test.step('is shown a calendar for a date, and asked once more before a draft is removed', async () => {
    await openSection(page, '项目情况')
    await page.getByLabel(/^项目起始日期/).click()
    await expect(page.locator('.ant-picker-dropdown').getByRole('button').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await main(page).getByRole('button', { name: '删除草稿' }).click()
    const asked = page.getByRole('dialog', { name: '删除这份草稿？' })
    await expect(asked).toContainText('“锅炉清洗废液零排放技术”已填写的内容不再保留')
    expect(await faultsOf(page)).toEqual([])
    await asked.getByRole('button', { name: '不删除' }).click()
    await expect(asked).toHaveCount(0)
  })

  await test.step('prints it, and is told which papers are missing', async () => {
    const paper = page.waitForEvent('download')
    await openSection(page, '随表材料')
    await main(page).getByRole('button', { name: '下载申报书（PDF）' }).click()
    expect((await paper).suggestedFilename()).toMatch(/申报书.*第1版\.pdf$/)
    await main(page).getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(summary(page)).toContainText('请上传盖章申报书')
    await upload(page, '应用证明', scan('应用证明.pdf'))
  })

  await test.step('presses on while a paper is still on its way: the form says which, and goes on when it is there', async () => {
    const line = Promise.withResolvers<void>()
    await page.route('**/api/file/upload', async route => {
      await line.promise
      await route.continue()
    })
    await chooseFile(page, '盖章申报书', scan('盖章申报书.pdf'))
    await main(page).getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '正在上传“盖章申报书.pdf”，传完后自动继续' })).toBeVisible()
    await isSoundAtAllWidths(page)
    line.resolve()
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
    await page.unroute('**/api/file/upload')
    await isSoundAtAllWidths(page)
    await main(page).getByRole('button', { name: '确认提交' }).click()
    await expect(page.getByRole('heading', { name: /已提交$/ })).toBeFocused()
    await isSoundAtAllWidths(page)
    await visit(page, `/admin/user/awards/${id}`)
    await expect(main(page).getByText('协会正在进行形式审查')).toBeVisible()
    await isSoundAtAllWidths(page)
  })

  await test.step('mends on a phone only what was marked, with an answer', async () => {
    const call = await desk('reviewer')
    const { version } = await call('GET', `/staff/review/detail?id=${id}`)
    const remarks = [{ field: 'innovation', text: '请写明指标' }]
    const decision = { id: Number(id), version, action: 'return', opinion: '请补正', remarks }
    await call('POST', '/staff/review/decide', decision)
    const context = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN' })
    const small = await context.newPage()
    await signInBy(small, token)
    await visit(small, `/admin/user/awards/${id}`)
    await opened(small)
    await expect(small.getByText('请写明指标').first()).toBeVisible()
    await expect(small.getByLabel(/^项目名称/)).toHaveCount(0)
    await small.getByLabel(/^创新点/).fill('废液回用率达到九成。')
    await small.getByLabel(/^说明/).fill('已补充指标')
    expect(await faultsOf(small)).toEqual([])
    await main(small).getByRole('button', { name: '下一步：核对并提交' }).click()
    await main(small).getByRole('button', { name: '确认提交' }).click()
    await expect(small.getByRole('heading', { name: /已提交$/ })).toBeFocused()
    await context.close()
  })

  await test.step('sees both rounds, and where the entry stands', async () => {
    await visit(page, `/admin/user/awards/${id}`)
    await opened(page)
    await expect(page.getByRole('heading', { name: /第 2 次提交的改动/ })).toBeVisible()
    await expect(main(page).getByText('已补充指标').first()).toBeVisible()
    await visit(page, '/admin/user/awards')
    await expect(page.getByRole('row', { name: /锅炉清洗废液零排放技术/ })).toContainText('待初审')
  })
})
