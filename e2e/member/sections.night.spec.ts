import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { newCompany } from '../support/company.ts'
import { tabTo } from '../support/keys.ts'
import { heading, openAll, openSection } from '../support/sections.ts'
import { opened } from '../support/sound.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label}(必填|选填)?$`))
const isOpen = (page: Page, section: string, open = true) =>
  expect(heading(page, section)).toHaveAttribute('aria-expanded', String(open))
const openOnes = (page: Page) => page.locator('legend > [aria-expanded="true"]')

test('a long form has one section open: the next comes by itself, the others fold with what was filled in', async ({
  page,
}) => {
  await signInBy(page, (await newCompany(page)).token)
  await visit(page, '/admin/user/membership/apply')
  await opened(page)

  await test.step('the first that is unfinished is open; what is folded says what is in it, and no key leads there', async () => {
    await expect(openOnes(page)).toHaveText([/^入会申请必填 0 \/ 1$/])
    await expect(heading(page, '单位信息')).toHaveText('单位信息已填')
    await expect(main(page).getByText(/^北京变更锅炉清洗有限公司 · /)).toBeVisible()
    await expect(field(page, '单位名称')).toBeHidden()
    await heading(page, '单位信息').focus()
    await page.keyboard.press('Tab')
    await expect(heading(page, '地址')).toBeFocused()
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('as soon as it has what it must, the next opens; it folds when somebody works there', async () => {
    await main(page)
      .getByRole('radio', { name: /^会员单位/ })
      .check()
    await isOpen(page, '入会申请')
    await isOpen(page, '承诺')
    const box = main(page).getByRole('checkbox', { name: '协会章程' })
    await box.scrollIntoViewIfNeeded()
    const before = (await box.boundingBox())!.y
    await box.check()
    await isOpen(page, '入会申请', false)
    await expect(page.locator('.section-said').filter({ hasText: /^会员单位/ })).toBeVisible()
    expect(Math.abs((await box.boundingBox())!.y - before)).toBeLessThanOrEqual(2)
  })

  await test.step('by keys: a heading opens its section, 下一节 the one after; nothing typed is lost', async () => {
    await tabTo(page, /^业务与简介/)
    await page.keyboard.press('Enter')
    await expect(openOnes(page)).toHaveText([/^业务与简介/])
    await field(page, '主要产品与服务').fill('清洗剂')
    await tabTo(page, /^下一节：联系人$/)
    await page.keyboard.press('Enter')
    await expect(heading(page, '联系人')).toBeFocused()
    await isOpen(page, '业务与简介', false)
    await expect(page.locator('.section-said').filter({ hasText: '清洗剂' })).toBeVisible()
    await expect(field(page, '主要产品与服务')).toHaveValue('清洗剂')
  })

  await test.step('the search of the browser and the printer find what is folded', async () => {
    await expect(field(page, '邮政编码')).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(field(page, '邮政编码')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    const folded = page.locator('[hidden="until-found"]').filter({ has: page.getByLabel(/^邮政编码/) })
    await folded.dispatchEvent('beforematch')
    await expect(openOnes(page)).toHaveText([/^地址/])
  })

  await test.step('what is wrong opens its section, and the list of faults leads to the field', async () => {
    await field(page, '邮政编码').fill('12345')
    await openSection(page, '规模')
    await main(page).getByRole('button', { name: '下一步：核对并提交' }).click()
    const faults = page.getByRole('alert').filter({ has: page.getByRole('heading') })
    await expect(faults).toBeFocused()
    await expect(heading(page, '地址')).toHaveText('地址有 1 处需要更正')
    await isOpen(page, '地址')
    await expect(heading(page, '承诺')).toContainText('有 1 处需要更正')
    await faults.getByRole('link', { name: /真实性承诺/ }).click()
    await isOpen(page, '承诺')
    await isOpen(page, '地址', false)
    await expect(main(page).getByRole('checkbox', { name: '真实性承诺' })).toBeFocused()
  })

  await test.step('whoever wants all of it has it', async () => {
    await openAll(page)
    await expect(field(page, '单位名称')).toBeVisible()
    await expect(field(page, '邮政编码')).toHaveValue('12345')
    expect(await faultsOf(page)).toEqual([])
    await main(page).getByRole('button', { name: '逐节填写' }).click()
    await expect(field(page, '单位名称')).toBeHidden()
  })
})
