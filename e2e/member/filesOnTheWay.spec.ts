import sharp from 'sharp'
import { faultsOf } from '../support/axe.ts'
import { chooseFile, makeMember, newCompany } from '../support/company.ts'
import { editor } from '../support/styleEditor.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

test.describe('a form with a picture that did not get there', () => {
  test.use({ provokes: /status of 500|HTTP 500/ })

  test('says so before one goes on; sent again, it is waited for, looked over and handed in', async ({ page }) => {
    const company = await newCompany(page)
    await makeMember(company)
    await signInBy(page, company.token)
    await visit(page, '/admin/user/style')
    await page.getByRole('textbox', { name: '标题' }).fill('重点在清洗之前')
    await editor(page).click()
    await page.keyboard.type('先看水质，再定方案。')
    await page.route('**/api/file/upload', route =>
      route.fulfill({ status: 500, json: { code: 500, data: null, msg: '系统错误，请稍后再试' } }),
    )
    const create = { width: 1200, height: 600, channels: 3 as const, background: { r: 160, g: 90, b: 20 } }
    const buffer = await sharp({ create }).png().toBuffer()
    await chooseFile(page, '封面图片', { name: '封面.png', mimeType: 'image/png', buffer })
    const again = page.getByRole('button', { name: /^重试 ?封面.png/ })
    await expect(again).toBeVisible()
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    const told = page.getByRole('alert').filter({ hasText: '“封面.png”没有上传上去' })
    await expect(told).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.unroute('**/api/file/upload')
    await again.click()
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
    await expect(told).toHaveCount(0)
    await page.getByRole('button', { name: '确认提交审核' }).click()
    await expect(page.getByRole('heading', { name: /已提交$/ })).toBeFocused()
  })

  test('lets who takes it away go on without it', { tag: '@night' }, async ({ page }) => {
    const company = await newCompany(page)
    await makeMember(company)
    await signInBy(page, company.token)
    await visit(page, '/admin/user/style')
    await page.getByRole('textbox', { name: '标题' }).fill('不带封面')
    await editor(page).click()
    await page.keyboard.type('先看水质，再定方案。')
    await chooseFile(page, '封面图片', { name: '封面.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '“封面.txt”没有上传上去' })).toBeVisible()
    await page.getByRole('button', { name: /^移除 ?封面.txt/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: '没有上传上去' })).toHaveCount(0)
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeFocused()
  })
})
