import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { certificateNumber } from '../support/routes.ts'
import { ask, expect, test } from '../support/test.ts'

/** The file as staff save it from the certificate's page. */
async function download(page: Page, number: string): Promise<Buffer> {
  const answer = await page.request.get(`/api/staff/certificate/list?key=${number}`)
  const { data } = await answer.json()
  await page.goto(`/staff/certificates/${data.list[0].id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载证书 PDF' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`${number}.pdf`)
  return readFile(await file.path())
}

const choose = async (page: Page, buffer: Buffer, name = '收到的证书.pdf') => {
  await page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('staff save a certificate as a signed file, and whoever gets it sees whether it is genuine', async ({
  page,
  visit,
  signInStaff,
}) => {
  const [valid, revoked] = [await certificateNumber('valid'), await certificateNumber('revoked')]
  await signInStaff('admin')
  const files = { valid: await download(page, valid), revoked: await download(page, revoked) }
  await page.context().clearCookies()

  await visit('/admin/verify')
  const result = page.locator('.file-verdict')
  await choose(page, files.valid)
  await expect(result).toContainText(
    `证书 ${valid} 今天的状态：${(await ask(`/cert/verify?number=${valid}`)).today.certStatusName}`,
  )
  await expect(result).toContainText('本协会签发的文件，签名以后没有改动')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 })
    expect(await faultsOf(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  await choose(page, files.revoked)
  await expect(result).toContainText(`证书 ${revoked} 今天的状态：已撤销`)

  const changed = Buffer.from(files.valid)
  changed[1000]! ^= 1
  await choose(page, changed)
  await expect(result).toContainText('请勿采信')
  await expect(result).not.toContainText(valid)

  await choose(page, Buffer.from('not a document'))
  await expect(page.getByText('请选择 PDF 文件，或 .jwt、.json 的可验证凭证', { exact: true })).toBeVisible()

  const jwt = await (await page.request.get(`/api/cert/credential?number=${valid}`)).body()
  await choose(page, jwt, '收到的凭证.jwt')
  await expect(result).toContainText('本协会签发的文件，签名以后没有改动')
  await choose(page, Buffer.from(jwt.toString().replace(/.{30}$/, 'A'.repeat(30))), '收到的凭证.jwt')
  await expect(result).toContainText('内容与登记的相同，被改动的是签名部分')

  await choose(page, files.valid)
  await result.getByRole('link', { name: '查看登记的内容与历史' }).click()
  await expect(page.getByRole('heading', { name: '单位能力评价证书' })).toBeVisible()
})

test('programs read keys and status lists at public addresses, from any site, and are told when nothing has changed', {
  tag: '@night',
}, async ({ request }) => {
  const { id, verificationMethod } = await (await request.get('/.well-known/did.json')).json()
  expect(id).toMatch(/^did:web:/)
  const { keys } = await (await request.get('/.well-known/jwks.json')).json()
  expect(verificationMethod.map(({ publicKeyJwk }: { publicKeyJwk: object }) => publicKeyJwk)).toEqual(keys)
  const list = await request.get('/credentials/status/1/revocation')
  expect(list.headers()).toMatchObject({
    'content-type': 'application/vc+jwt',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  })
  const { etag } = list.headers()
  const again = await request.get('/credentials/status/1/revocation', { headers: { 'if-none-match': etag! } })
  expect(again.status()).toBe(304)
})
