import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { residentIdCheck } from '../../src/lib/residentId.ts'
import { faultsOf } from '../support/axe.ts'
import { call, newCompany, scan } from '../support/company.ts'
import { tabTo } from '../support/keys.ts'
import { expect, openSession, phone, signInBy, test } from '../support/test.ts'

const two = (number: number) => String(number).padStart(2, '0')
function newIdNumber() {
  const born = `${1970 + randomInt(30)}${two(1 + randomInt(12))}${two(1 + randomInt(28))}`
  const first17 = `110000${born}${String(100 + randomInt(900))}`
  return first17 + residentIdCheck(first17)
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Picks an option from a list that opens while typing. */
async function pick(page: Page, label: RegExp, option: string) {
  await tabTo(page, label)
  await page.keyboard.type(option)
  await expect(page.locator('.ant-select-item-option-active', { hasText: option })).toBeVisible()
  await page.keyboard.press('Enter')
}

async function open(page: Page, token: string, path = '/admin/user/persons') {
  await signInBy(page, token)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
async function withPerson(page: Page, name: string) {
  const { token } = await newCompany(page)
  const idNumber = newIdNumber()
  const form = { name, idType: 'resident', idNumber, provinceCode: '110000' }
  const { id } = await call(page, '/person/add', { form }, token)
  return { token, idNumber, id: id as number, name }
}

for (const [screen, options] of Object.entries({ 'a desktop': {}, 'a phone': phone }))
  test.describe(`on ${screen}`, () => {
    test.use(options)

    test('a company sees its people and their certificates, and the address keeps what it asks for', {
      tag: '@night',
    }, async ({ page, visit, signIn }) => {
      await signIn('qingyuan')
      await visit('/admin/user/persons')
      const list = page.getByRole('table', { name: '本单位的人员' })
      await expect(list.getByRole('rowheader', { name: '海若宁' })).toBeVisible()
      await expect(page.locator('.people-figures')).toContainText('在册人员')
      expect(await faultsOf(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.getByRole('link', { name: '90 天内到期' }).click()
      await expect(page).toHaveURL('/admin/user/persons/certificates?status=expiring')
      const certificates = page.getByRole('table', { name: '本单位人员的证书' })
      await expect(certificates.getByText('即将到期').first()).toBeVisible()
      await expect(certificates.locator('.tag').filter({ hasNotText: '即将到期' })).toHaveCount(0)
      expect(await faultsOf(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.goBack()
      await expect(list.getByRole('rowheader', { name: '海若宁' })).toBeVisible()
      await page.getByRole('searchbox', { name: '姓名' }).fill('若宁')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/admin/user/persons?name=${encodeURIComponent('若宁')}`)
      await expect(list.getByRole('rowheader')).toHaveCount(1)
      await list.getByRole('link', { name: '海若宁' }).click()
      await expect(page.getByRole('table', { name: '海若宁的证书' })).toContainText('24 学时中已有')
      await expect(page.getByRole('table', { name: '海若宁的任职经历' })).toContainText('在岗')
      expect(await faultsOf(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
    })

    test('a list pasted from a spreadsheet is looked over row by row, and entered as far as it is right', {
      tag: '@night',
    }, async ({ page }) => {
      const { token } = await newCompany(page)
      await open(page, token)
      await expect(page.getByText('还没有登记人员')).toBeVisible()
      await page.getByRole('button', { name: '批量登记' }).click()
      const rows = [
        ['姓名', '证件号码', '职称', '同意公示'],
        ['顾横波', newIdNumber(), '工程师', '同意'],
        ['柳如是', '110000199001010000', '技师', ''],
        ['寇白门', newIdNumber(), '技师', ''],
      ]
      await page.getByLabel(/^粘贴的单元格/).fill(rows.map(cells => cells.join('\t')).join('\n'))
      await page.getByRole('button', { name: '检查粘贴的内容' }).click()
      const checked = page.getByRole('table', { name: '每一行的处理' })
      await expect(checked).toContainText('身份证号码的第 18 位校验码不符')
      await expect(page.getByText('共 3 行，可以登记 2 行，需要更正 1 行')).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.getByRole('button', { name: '登记选定的 2 人' }).click()
      await expect(page.getByText('表格中有“同意公示”的人员，请确认已取得其书面同意')).toBeVisible()
      await page.getByRole('checkbox', { name: /本单位已取得本人同意公示/ }).check()
      const [marked] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '下载标红错误的表格' }).click(),
      ])
      expect(marked.suggestedFilename()).toBe('粘贴（已标注错误）.xlsx')
      await page.getByRole('button', { name: '登记选定的 2 人' }).click()
      // Rows that could not be imported stay on the screen and are corrected there.
      await expect(page.getByText('已登记 2 行。还有 1 行，可以登记 0 行，需要更正 1 行')).toBeVisible()
      await page.getByRole('textbox', { name: '第 3 行的证件号码' }).fill(newIdNumber())
      expect(await faultsOf(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await page.getByRole('button', { name: '重新检查更正的内容' }).click()
      await page.getByRole('button', { name: '登记选定的 1 人' }).click()
      await expect(page).toHaveURL('/admin/user/persons')
      await expect(page.getByRole('rowheader', { name: '柳如是' })).toBeVisible()
      await expect(page.getByRole('rowheader')).toHaveCount(3)
    })
  })

test('somebody is entered, and let go again, by the keyboard alone', async ({ page }) => {
  const { token } = await newCompany(page)
  await open(page, token, '/admin/user/persons?new=1')
  await page.getByRole('button', { name: '保存' }).press('Enter')
  await expect(page.getByRole('alert').getByRole('link', { name: '请填写姓名' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: /^姓名/ }).focus()
  await page.keyboard.type('董小宛')
  await pick(page, /^证件类型/, '居民身份证')
  await tabTo(page, /^证件号码/)
  await page.keyboard.type(newIdNumber())
  await pick(page, /^所在省份/, '北京')
  await tabTo(page, /^保存/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: '董小宛' })).toBeVisible()
  await page.getByRole('button', { name: '登记离开' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('不再列入本单位人员')
  expect(await faultsOf(page)).toEqual([])
  await dialogOf(page).getByRole('radio', { name: '离职' }).focus()
  await page.keyboard.press('Space')
  await tabTo(page, /^确认离开/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/user/persons')
  await expect(page.getByText('还没有登记人员')).toBeVisible()
})

test('a file is changed; what was changed elsewhere meanwhile is not written over', { tag: '@night' }, async ({
  page,
}) => {
  const { token, id } = await withPerson(page, '卞玉京')
  await open(page, token, `/admin/user/persons/${id}`)
  await page.getByRole('button', { name: '修改资料' }).click()
  await page.getByRole('combobox', { name: /^职称/ }).fill('高级工')
  await expect(page.getByTitle('高级工程师', { exact: true })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByTitle('高级工程师', { exact: true }).click()
  const response = await page.request.get(`/api/person/detail?id=${id}`, { headers: { token } })
  const { version } = (await response.json()).data
  await call(page, '/person/edit', { id, version, form: { position: '厂长' } }, token)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('这份资料已在另一处修改过')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: /载入较新的资料/ }).click()
  await expect(page.getByRole('combobox', { name: /^职务/ })).toHaveValue('厂长')
  await expect(page.getByRole('combobox', { name: /^职称/ })).toHaveValue('高级工程师')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '修改资料' })).toBeVisible()
  await expect(page.getByText('高级工程师', { exact: true })).toBeVisible()
})

test('somebody of another company comes with proof: asked for, sent back, mended, and passed when that one lets go', {
  tag: '@night',
}, async ({ page }) => {
  const former = await withPerson(page, '李香君')
  const { token } = await newCompany(page)
  await open(page, token, '/admin/user/persons?takeover=1')
  await page.getByRole('textbox', { name: /^姓名/ }).fill('李香君')
  await page.getByRole('textbox', { name: /^证件号码/ }).fill(former.idNumber)
  await page.getByRole('button', { name: '转入' }).click()
  await expect(page.getByText('此人现登记在另一家单位')).toBeVisible()
  await page.locator('.field input[type=file]').last().setInputFiles(scan('劳动合同.pdf'))
  await expect(page.getByText('劳动合同.pdf 已上传')).toBeAttached()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '提交转入申请' }).click()
  await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
  const id = Number(page.url().split('/').at(-1))

  const headers = { cookie: `staff=${await openSession('reviewer')}`, 'sec-fetch-site': 'same-origin' }
  const { data } = await (await page.request.get(`/api/staff/review/detail?id=${id}`, { headers })).json()
  const remarks = [{ slot: 'proof', text: '缺签字页' }]
  const decision = { id, version: data.version, action: 'return', opinion: '请补正', remarks }
  await page.request.post('/api/staff/review/decide', { data: decision, headers })

  await page.goto(`/admin/user/persons/takeover/${id}`)
  await expect(page.getByText('缺签字页')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await overflow(page)).toBe(0)
  await page.getByLabel('说明（选填）').fill('已补上')
  await page.getByRole('button', { name: '再次提交' }).click()
  await expect(page).toHaveURL(`/admin/user/doing/${id}`)

  await open(page, former.token, `/admin/user/persons/${former.id}`)
  await page.getByRole('button', { name: '登记离开' }).click()
  await dialogOf(page).getByRole('radio', { name: '离职' }).check()
  await dialogOf(page).getByRole('button', { name: '确认离开' }).click()
  await expect(page).toHaveURL('/admin/user/persons')
  await open(page, token)
  await expect(page.getByRole('rowheader', { name: '李香君' })).toBeVisible()
})

test('a person sees the own file, and nobody else', { tag: '@night' }, async ({ page, visit, signIn }) => {
  await signIn('zhangwei')
  await visit('/admin/user/persons')
  await expect(page.getByRole('heading', { level: 2, name: '张伟' })).toBeVisible()
  await expect(page.getByRole('table', { name: '张伟的任职经历' })).toContainText('青岛海岳锅炉制造有限公司')
  await expect(page.getByRole('button', { name: '登记离开' })).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
})
