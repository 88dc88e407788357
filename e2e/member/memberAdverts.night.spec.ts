import type { Page } from '@playwright/test'
import { schemes } from '../../src/modules/adverts/pages/placeSchemes.ts'
import { positions as positionSizes } from '../../src/modules/adverts/positions.ts'
import { newAdvert } from '../support/advertising.ts'
import { faultsOf } from '../support/axe.ts'
import { newCompany } from '../support/company.ts'
import { fits } from '../support/sound.ts'
import { expect, lookInto, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const WIDTHS = [1680, 1280, 900, 600, 375]

async function advertOf(userName: string, title: string): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query(
    'select advert.id from advert join account on account.id = advert.account_id where user_name = $1 and advert.title = $2',
    [userName, title],
  )
  await database.end()
  return rows[0].id
}

for (const [name, title] of [
  ['choosing a position', 'new'],
  ['one that runs', '清源锅炉化学清洗'],
  ['one to be paid', '清源换热器清洗'],
  ['one that was returned', '清源水垢快速检测'],
] as const)
  test(`${name}: no barrier, and nothing wider than the screen`, async ({ page, signIn }) => {
    await signIn('qingyuan')
    const end = title === 'new' ? title : await advertOf('qingyuan', title)
    await visit(page, `/admin/user/adverts/${end}`)
    await expect(main(page).locator('.centre-card').first()).toBeVisible()
    await expect(page.locator('.loading')).toHaveCount(0)
    if (end === 'new')
      for (const where of ['电脑', '手机'])
        await expect(
          main(page).getByRole('img', { name: new RegExp(`在${where}上的位置：.+第 \\d+ 屏$`) }),
        ).toHaveCount(6)
    for (const width of WIDTHS) {
      await fits(page, [width])
      expect(await faultsOf(page)).toEqual([])
    }
  })

test('a position is drawn where it stands on its page, at both widths', async ({ page }) => {
  for (const [where, width] of [
    ['desktop', 1440],
    ['phone', 375],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, positions] of [
      ['/admin/home', ['P2', 'P3']],
      ['/admin/news/list/21', ['P4']],
    ] as const) {
      await visit(page, path)
      for (const position of positions) {
        const [left, , wide] = schemes[position][where]
        const { width: high, height } = positionSizes[position]
        const shown = main(page)
          .locator(`.advert img[width="${high}"][height="${height}"]`)
          .locator('visible=true')
          .first()
        // The frame of an advert is a pixel or two.
        await expect(async () => {
          const box = (await shown.boundingBox())!
          expect(Math.abs(box.x - left), `${position} at ${width} px`).toBeLessThanOrEqual(2)
          expect(Math.abs(box.width - wide), `${position} at ${width} px`).toBeLessThanOrEqual(4)
        }).toPass({ timeout: 20_000 })
      }
    }
  }
})

test('a draft is removed, and a change of one that runs is handed in while it goes on', async ({ page }) => {
  const { token } = await newCompany(page)
  await signInBy(page, token)
  await visit(page, '/admin/user/adverts/new')
  await main(page)
    .getByRole('button', { name: /^选这里\s*：正文底部通栏$/ })
    .click()
  await page.waitForURL(/\/adverts\/\d+$/)
  await visit(page, '/admin/user/adverts')
  await main(page).getByRole('button', { name: /^删除/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '删除' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(main(page).getByText('还没有广告')).toBeVisible()

  const { id } = await newAdvert(page, token, { position: 'P5', title: '变更前的标题' })
  const database = await lookInto()
  await database.query(
    `update application set state = 'approved' where id = (select application_id from advert where id = $1)`,
    [id],
  )
  await database.query(`update advert set status = 'approved' where id = $1`, [id])
  await database.end()
  await visit(page, `/admin/user/adverts/${id}`)
  await main(page).getByRole('button', { name: '变更广告内容' }).click()
  await main(page)
    .getByLabel(/^广告标题/)
    .fill('变更后的标题')
  await main(page).getByRole('button', { name: '下一步：核对并提交' }).click()
  await main(page).getByRole('button', { name: '确认提交' }).click()
  await expect(main(page).getByRole('heading', { name: /已提交$/ })).toBeFocused()
  await visit(page, '/admin/user/adverts')
  const row = main(page).getByRole('row').filter({ hasText: '变更前的标题' })
  await expect(row).toContainText('通过前原内容照常投放')
})

test('P6 stands in the member centre, marked 广告', async ({ page, signIn }) => {
  await signIn('qingyuan')
  await visit(page, '/admin/user')
  const advert = main(page).getByRole('complementary', { name: /^广告：/ })
  await expect(advert.first()).toContainText('广告')
})
