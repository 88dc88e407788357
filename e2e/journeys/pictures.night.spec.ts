import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Picture, pictures } from '../support/pictures.ts'
import { expect, lookInto, phone, test } from '../support/test.ts'

/** `npm run pictures` writes them into the handbooks; else they are taken and thrown away. */
const folder = process.env.PICTURES ?? (await mkdtemp(join(tmpdir(), 'hangxie-pictures-')))
test.afterAll(async () => {
  if (!process.env.PICTURES) await rm(folder, { recursive: true, force: true })
})

for (const on of ['desktop', 'phone'] as const)
  test.describe(`on a ${on}`, () => {
    test.use(on === 'phone' ? phone : { viewport: { width: 1280, height: 800 } })

    test('the handbooks show the screens as they are', async ({ page, visit, signIn, signInStaff }) => {
      test.setTimeout(120_000)
      await signInStaff('admin')
      for (const picture of pictures.filter(one => (one.on ?? 'desktop') === on)) {
        if (picture.as && picture.as !== 'admin') await signIn(picture.as)
        await visit(await addressOf(picture))
        await expect(page.getByRole('heading', { level: 1 }), picture.name).toBeVisible()
        await expect(page.locator('main :is(h2, table, [role=tablist])').first(), picture.name).toBeAttached()
        await expect(page.locator('.loading, .desk-opening, .ant-spin-spinning'), picture.name).toHaveCount(0)
        await expect(page.getByText('正在打开'), picture.name).toHaveCount(0)
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
        const { size } = await sharp(png)
          .webp({ quality: 78 })
          .toFile(join(folder, `${picture.name}.webp`))
        expect(size, picture.name).toBeGreaterThan(4_000)
      }
    })
  })

async function addressOf({ path, record }: Picture): Promise<string> {
  if (!record) return path
  const database = await lookInto()
  const { rows } = await database.query(record)
  await database.end()
  expect(rows, path).toHaveLength(1)
  return path.replace(':id', String(rows[0].id))
}
