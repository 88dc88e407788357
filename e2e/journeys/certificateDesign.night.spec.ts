import sharp from 'sharp'
import { faultsOf } from '../support/axe.ts'
import { open, summary, test } from '../support/ownSite.ts'
import { fits } from '../support/sound.ts'
import { expect, waitForHydration } from '../support/test.ts'

/** Removes the seal and all designs, so that the association has none of its own. */
test.beforeEach(async ({ context, own }) => {
  const headers = { origin: own.url }
  const send = async (path: string, data: object) => {
    const answer = await context.request.post(`${own.url}/api${path}`, { headers, data })
    expect((await answer.json()).code, path).toBe(200)
  }
  const read = async (path: string) =>
    (await (await context.request.get(`${own.url}/api${path}`, { headers })).json()).data
  await send('/staff/login', { account: 'admin', password: 'Hangxie-demo-2026' })
  const designs: { id: number; version: string }[] = (await read('/staff/record/list?type=certificateDesign')).list
  for (const { id, version } of designs) await send('/staff/record/remove', { type: 'certificateDesign', id, version })
  const { version } = await read('/staff/seal')
  await send('/staff/seal/save', { version, form: { seal: null } })
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const seal = () =>
  sharp(
    Buffer.from(
      '<svg width="600" height="600"><circle cx="300" cy="300" r="290" fill="none" stroke="#d5281e" stroke-width="20"/></svg>',
    ),
  )
    .png()
    .toBuffer()

test('an association uploads its seal and draws its own certificate up, seeing it before it is saved', async ({
  page,
}) => {
  await open(page, '/staff/settings#seal', '印章')
  const card = page.getByRole('region', { name: '印章', exact: true })
  await card
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '印章.png', mimeType: 'image/png', buffer: await seal() })
  await expect(card.locator('.upload-name')).toHaveText('印章.png')
  await expect(card.getByRole('button', { name: '取消 印章.png' })).toHaveCount(0)
  await card.getByRole('button', { name: '保存' }).click()
  await expect(card.getByRole('img', { name: '印章图片' })).toBeVisible()

  await page.goto('/staff/certificate-designs')
  await waitForHydration(page)
  await expect(page.getByText('现在都用程序自带的样式')).toBeVisible()
  await page.getByRole('button', { name: '新增版式' }).click()
  const shown = page.getByRole('img', { name: '证书样张' })
  await expect(shown).toBeVisible()
  await page.getByRole('textbox', { name: /^名称/ }).fill('清洗人员')
  const kinds = page.getByRole('combobox', { name: /^用于/ })
  await kinds.click()
  await page.getByTitle('人员证书：没有另设版式的种类').click()
  await kinds.press('Escape')
  await page.getByRole('radio', { name: 'A4 纵向' }).check()
  await page.getByRole('textbox', { name: /^标题/ }).fill('作业人员证书')
  await page.getByRole('textbox', { name: /^正文/ }).first().fill('准予从事{{工种}}工作。')
  await page.getByRole('radio', { name: '印出印章图片' }).check()
  await page.getByRole('textbox', { name: /^印章距左边/ }).fill('190')
  const preview = page.getByRole('region', { name: '预览' })
  await expect(preview.getByText('没有“{{工种}}”这一项')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('没有“{{工种}}”这一项')
  await expect(summary(page)).toContainText('印章会超出 A4 纵向')
  await page.getByRole('textbox', { name: /^正文/ }).first().fill('准予从事{{种类}}工作。')
  const before = await shown.getAttribute('src')
  await preview.getByRole('button', { name: '用这种纸的常用位置' }).click()
  await expect(shown).not.toHaveAttribute('src', before!)
  await expect(shown).not.toHaveAttribute('data-old')
  await fits(page, [375, 1440])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    preview.getByRole('button', { name: '下载样张 PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('证书样张.pdf')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('link', { name: '清洗人员', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await faultsOf(page)).toEqual([])
})
