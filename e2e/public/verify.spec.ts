import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { certificateNumber } from '../support/routes.ts'
import { ask, expect, lookInto, phone, test } from '../support/test.ts'

const batch = '/admin/verify/batch'
const UNKNOWN = 'CBWA-QX01-A-1999-9999'

const paste = async (page: Page, numbers: string[]) => {
  await page.getByLabel('证书编号', { exact: true }).fill(numbers.join('\n'))
  await page.getByRole('button', { name: '查验', exact: true }).click()
}
const results = (page: Page) => page.getByRole('table', { name: '查验结果' })

/** A person's certificate that is shown to the public. */
async function someone() {
  const [{ certNo: number }] = (await ask('/app/publicity/person/list?status=valid')).list
  const database = await lookInto()
  const { rows } = await database.query('select holder_name as name, token from certificate where number = $1', [
    number,
  ])
  await database.end()
  return { number, ...rows[0] } as { number: string; name: string; token: string }
}

test.describe('a bidder checks a batch', () => {
  test('pastes numbers, sees each once with its result, narrows, and saves them as Excel', async ({ page, visit }) => {
    const [valid, revoked] = [await certificateNumber('valid'), await certificateNumber('revoked')]
    await visit(batch)
    await paste(page, [valid, revoked, UNKNOWN, valid.toLowerCase()])
    await expect(page.getByRole('heading', { name: /共 3 个编号/ })).toBeFocused()
    await expect(results(page).getByRole('row').filter({ hasText: revoked })).toContainText('撤销')
    await expect(results(page).getByRole('row').filter({ hasText: UNKNOWN })).toContainText('这不等于证书无效')
    await expect(page.getByText(`${valid}（2 次）`)).toBeVisible()
    await page.getByRole('button', { name: /^已撤销 1$/ }).click()
    await expect(results(page).locator('tbody tr')).toHaveCount(1)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 812 })
      expect(await faultsOf(page), `${width} px`).toEqual([])
    }
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载 Excel' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^证书查验结果-\d{4}-\d\d-\d\d\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })

  test('uploads a list, for a past day', { tag: '@night' }, async ({ page, visit }) => {
    const number = await certificateNumber('revoked')
    const { issueDate } = await ask(`/cert/verify?number=${number}`)
    await visit(batch)
    const buffer = Buffer.from(`单位,证书编号\n某某,${number}\n`)
    await page.getByLabel('或者上传表格').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('查询哪一天的状态').fill(issueDate)
    await page.getByRole('button', { name: '查验', exact: true }).click()
    const row = results(page).getByRole('row').filter({ hasText: number })
    await expect(row).toContainText('有效')
    await expect(row).toContainText('今天的状态：已撤销')
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('pastes numbers all the same', { tag: '@night' }, async ({ page }) => {
      const number = await certificateNumber('valid')
      await page.goto(batch)
      await paste(page, [number, UNKNOWN])
      await expect(results(page).getByRole('row').filter({ hasText: number })).toContainText('有效')
      await expect(results(page).getByRole('row').filter({ hasText: UNKNOWN })).toContainText('登记库中没有')
    })
  })
})

test.describe('when the register cannot be asked', () => {
  test.use({ provokes: /Failed to load resource|HTTP 503/ })
  const says = (page: Page) => page.getByRole('alert').filter({ hasText: '现在无法查验，这不代表证书无效' })

  for (const [what, answer] of Object.entries({
    'the service is away': { status: 503, json: { code: 503, data: null, msg: '服务暂时繁忙，请稍后再试' } },
    'there were too many calls': { status: 200, json: { code: 429, data: null, msg: '操作过于频繁，请 3 分钟后再试' } },
    'the network is gone': undefined,
  }))
    test(`${what}: that is said, nothing is called invalid, and asking again works`, { tag: '@night' }, async ({
      page,
      visit,
    }) => {
      const number = await certificateNumber('valid')
      const pattern = /\/api\/cert\/verify/
      await visit('/admin/verify')
      await page.route(pattern, route => (answer ? route.fulfill(answer) : route.abort()))
      await page.getByLabel('证书编号').fill(number)
      await page.getByRole('button', { name: '查验' }).click()
      await expect(says(page)).toContainText(answer?.json.msg ?? '网络连接不上')
      expect(await faultsOf(page)).toEqual([])
      await expect(page.getByText('登记库中没有')).toHaveCount(0)
      await expect(page.getByLabel('证书编号')).toHaveValue(number)
      await page.unroute(pattern)
      await says(page).getByRole('button', { name: '再查一次' }).click()
      await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('有效')

      await visit(batch)
      await page.route(pattern, route => (answer ? route.fulfill(answer) : route.abort()))
      await paste(page, [number])
      await expect(says(page)).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      await page.unroute(pattern)
      await says(page).getByRole('button', { name: '再查一次' }).click()
      await expect(results(page)).toContainText('有效')
    })
})

test.describe('a person’s certificate', () => {
  test('by number shows a masked name; who knows it has it confirmed, and no address holds it', async ({
    page,
    visit,
  }) => {
    const { number, name } = await someone()
    const addresses: string[] = []
    page.on('request', request => addresses.push(decodeURIComponent(request.url())))
    await visit(`/admin/verify?number=${number}`)
    await expect(page.getByRole('main')).not.toContainText(name)
    await page.getByLabel('持证人姓名', { exact: true }).fill('不是这个人')
    await page.getByRole('button', { name: '核对姓名' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '姓名与登记的不一致' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('持证人姓名', { exact: true }).fill(name)
    await page.getByRole('button', { name: '核对姓名' }).click()
    await expect(page.getByRole('definition').filter({ hasText: name })).toContainText('姓名一致')
    expect(addresses.filter(address => address.includes(name))).toEqual([])
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('its QR code shows the answer first, and a slip can be kept', { tag: '@night' }, async ({ page, visit }) => {
      const { name, token } = await someone()
      await visit(`/admin/verify?token=${token}`)
      const verdict = page.getByRole('status').filter({ hasText: '截至今天' })
      await expect(verdict).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name: /下载查验单/ }).click()
      const bytes = await readFile(await (await saved).path())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    })
  })
})

test('the holder sees that somebody has looked', { tag: '@night' }, async ({ page, visit, signIn }) => {
  const token = await signIn('qingyuan')
  const response = await page.request.get('/api/member/qualification/list', { headers: { token } })
  const [{ certId, certNo }] = (await response.json()).data
  await ask(`/cert/verify?number=${certNo}&on=2026-01-31`)
  await visit(`/admin/user/certificates/${certId}`)
  await expect(page.getByRole('heading', { name: new RegExp(certNo) })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '2026-01-31' }).first()
  await expect(row).toContainText('编号')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 })
    expect(await faultsOf(page), `${width} px`).toEqual([])
  }
})
