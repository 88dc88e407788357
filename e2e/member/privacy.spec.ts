import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { openPart, partsOf } from '../../src/lib/server/sheets/zipReader.ts'
import { newPerson, newPhone, OWN_PASSWORD } from '../support/company.ts'
import { expect, signInBy, test } from '../support/test.ts'

test('whoever wants all that is kept of them presses once, and has it to read and for programs', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn('qingyuan')
  await visit('/admin/user/privacy')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载我的全部信息' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^我的信息-qingyuan-.+\.zip$/)
  const path = await download.path()
  const parts = await partsOf(path)
  expect(parts.map(({ name }) => name)).toEqual(['我的信息.html', '我的信息.xlsx', '我的信息.json'])
  const [html, , json] = parts
  expect(JSON.parse(await text(await openPart(path, json!))).account.rows[0]).toMatchObject({ userName: 'qingyuan' })
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
  // The page opens by itself, as from a disk.
  await page.setContent(await text(await openPart(path, html!)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('北京清源锅炉清洗有限公司的全部信息')
  await expect(page.getByRole('heading', { level: 2, name: /^证书（\d+）$/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'qingyuan', exact: true })).toBeVisible()
})

test('whoever closes the account is told what that has ended, and can only begin anew', async ({ page, visit }) => {
  const { token } = await newPerson(page, newPhone())
  await signInBy(page, token)
  await visit('/admin/user/privacy')
  await page.getByRole('main').getByRole('button', { name: '注销账号' }).click()
  const dialog = page.getByRole('dialog', { name: '确认注销账号' })
  await dialog.getByLabel(/登录密码/).fill(OWN_PASSWORD)
  await dialog.getByRole('button', { name: '注销', exact: true }).click()
  await expect(page).toHaveURL('/admin/login/closed')
  await expect(page.getByRole('heading', { level: 1, name: '账号已注销' })).toBeFocused()
  await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true })).toBeVisible()
})
