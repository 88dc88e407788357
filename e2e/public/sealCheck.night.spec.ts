import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSealValue } from '#lib/server/seals/sealSignature.ts'
import { startSite } from '#test/support/site.ts'
import { faultsOf } from '../support/axe.ts'
import { test as base, expect } from '../support/test.ts'

/** A site of its own, whose papers are sealed by SM2 as well. */
const test = base.extend<object, { sealing: string }>({
  sealing: [
    async ({ browser: _ }, use) => {
      const env = { SM2_SEAL: 'on', STAFF_TOTP: 'off', TRUST_PROXY: 'loopback' }
      const site = await startSite({ demo: true, env })
      await use(site.url)
      await site.cleanUp()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ sealing }, use) => use(sealing),
})

/** Clicks the button and returns the downloaded file. */
async function saved(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), buffer: await readFile(await file.path()) }
}

test('a paper is saved with the value of its seal, and whoever gets both sees what holds and what was changed', async ({
  page,
  visit,
  sealing,
}) => {
  const data = { account: 'admin', password: 'Hangxie-demo-2026' }
  await page.request.post('/api/staff/login', { headers: { origin: sealing }, data })
  const { list } = (await (await page.request.get('/api/staff/certificate/list?status=valid')).json()).data
  await page.goto(`/staff/certificates/${list[0].id}`)
  const paper = await saved(page, '下载证书 PDF')
  const value = await saved(page, '下载国密签章值（.es）')
  expect(value.name).toBe(`${paper.name}.es`)
  await page.context().clearCookies()

  await visit('/admin/verify')
  const results = page.locator('.file-verdict')
  const choose = (...files: { name: string; buffer: Buffer }[]) =>
    page
      .getByLabel('选择文件')
      .setInputFiles(files.map(({ name, buffer }) => ({ name, buffer, mimeType: 'application/octet-stream' })))
  await choose(paper, value)
  await expect(results).toHaveCount(2)
  await expect(results.first()).toContainText('本协会签发的文件，签名以后没有改动')
  await expect(results.last()).toContainText('国密签章成立：由本协会签章，签章以后文件没有改动')
  for (const part of ['电子印章', '制章者签名', '签章者签名', '签章者证书', '文件内容'])
    await expect(results.last()).toContainText(`${part}：成立`)
  await expect(results.last()).toContainText('时间戳：没有')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 })
    expect(await faultsOf(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  const withChanged = ({ name, buffer }: typeof paper, at: number) => ({
    name,
    buffer: Buffer.from(buffer.with(at, buffer[at]! ^ 1)),
  })
  await choose(withChanged(paper, 900), value)
  await expect(results.first()).toContainText('请勿采信')
  await expect(results.last()).toContainText('文件内容：不成立与签章时的不一致')
  const { picture } = readSealValue(value.buffer).seal
  await choose(paper, withChanged(value, value.buffer.indexOf(picture.bytes) + 500))
  await expect(results.last()).toContainText('与登记的印章不同，被改动的是：印章图片')

  await choose(value)
  await expect(results).toHaveCount(1)
  await expect(results).toContainText('没有提供文件，文件内容没有核对')
  await choose(paper)
  await expect(results.last()).toContainText('国密签章成立')
  await choose(paper, { ...paper, name: '另一份.pdf' })
  await expect(page.getByText('一次核对一份文件')).toBeVisible()
})
