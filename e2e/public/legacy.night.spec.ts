import { fill, press, receiveCode } from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { newPhone, scan } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { expect, phone as phoneScreen, test, visit } from '../support/test.ts'
import { digits, newCreditCode } from '../support/uniqueValues.ts'

const AT = '/admin/publicity/qualification/old'
const paper = { certNo: `锅清(B)字第${digits(7)}号`, creditCode: newCreditCode() }

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('an old certificate is brought in, mended and checked', async ({ page }) => {
    await visit(page, AT)
    await press(page, '提交补录')
    await expect(page.getByRole('alert').getByRole('link', { name: '请填写证书编号' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    const phone = newPhone()
    await fill(page, '证书编号', paper.certNo)
    await page.getByLabel('证书种类').selectOption({ label: '锅炉化学清洗单位' })
    await page.getByLabel('级别').selectOption({ label: 'B级' })
    await fill(page, '发证日期', '2024-05-06')
    await fill(page, '单位名称', '抚顺第二锅炉清洗公司')
    await fill(page, '统一社会信用代码', paper.creditCode)
    await page.getByLabel('所在省份').selectOption({ label: '辽宁省' })
    await fill(page, '联系人姓名', '李晓明')
    await page.reload()
    await expect(page.getByLabel('证书编号', { exact: true })).toHaveValue(paper.certNo)
    await expect(page.getByLabel('级别')).toHaveValue('1012')
    await fill(page, '联系人手机号', phone)
    await page.getByLabel('扫描件或照片').setInputFiles(scan('旧证.pdf'))
    await page.getByRole('checkbox').check()
    await receiveCode(page, phone)
    await press(page, '提交补录')
    await expect(page.getByRole('status').filter({ hasText: '已提交，编号 BL' })).toBeFocused()
    expect(await faultsOf(page)).toEqual([])

    const reviewer = await desk('reviewer')
    const found = await reviewer('GET', `/staff/review/list?status=all&key=${encodeURIComponent(paper.certNo)}`)
    const { id, version } = found.list[0]
    const remarks = [{ field: 'issueDate', text: '与扫描件不一致' }]
    await reviewer('POST', '/staff/review/decide', { id, version, action: 'return', opinion: '', remarks })

    await visit(page, `${AT}?step=progress`)
    await fill(page, '证书编号', paper.certNo)
    await fill(page, '统一社会信用代码', paper.creditCode)
    await press(page, '查询')
    await expect(page.getByLabel('办理进度')).toContainText('发证日期：与扫描件不一致')
    await fill(page, '发证日期', '2024-06-07')
    expect(await faultsOf(page)).toEqual([])
    await press(page, '提交更正')
    await expect(page.getByLabel('办理进度')).toContainText('待初审')
    const again = (await reviewer('GET', `/staff/review/detail?id=${id}`)).version
    await reviewer('POST', '/staff/review/decide', { id, version: again, action: 'pass', opinion: '' })
    await page.reload()
    await page.getByRole('link', { name: '查验这张证书' }).click()
    await expect(page.getByRole('article')).toContainText('抚顺第二锅炉清洗公司')
  })
})

test('a stranger who knows number and company sees how far it is, and nothing of who handed it in', async ({
  page,
}) => {
  await visit(page, AT)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: /已经提交过/ }).click()
  await fill(page, '证书编号', '锅清(Z)字第0000000号')
  await fill(page, '统一社会信用代码', paper.creditCode)
  await press(page, '查询')
  await expect(page.getByRole('alert', { name: /没有找到/ })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
})
