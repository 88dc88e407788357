import { expect } from '@playwright/test'
import { ask, lookInto } from '../../../e2e/support/test.ts'
import { task } from '../task.ts'

const NOTICE = '关于召开第六届理事会第四次会议的通知'
const onlyInSight = 'visible=true'

/** Code of a valid certificate, as its QR code contains it. */
async function validCode(): Promise<string> {
  const database = await lookInto()
  const { rows } = await database.query(
    `select token from certificate where status = 'valid' and look_id is null limit 1`,
  )
  await database.end()
  return `/admin/verify?token=${rows[0].token}`
}

/** Pages that visitors come to read, starting from the home page. */
export const reading = [
  task({
    name: '1 找一份通知',
    before: 3,
    least: 2,
    walk: async walker => {
      const search = walker.page.getByRole('combobox', { name: '全站搜索' }).locator(onlyInSight).first()
      await walker.type(search, '理事会第四次会议')
      await walker.press(walker.page.getByRole('option', { name: NOTICE }).locator(onlyInSight))
      await expect(walker.page.getByRole('heading', { level: 1, name: NOTICE })).toBeVisible()
    },
  }),
  task({
    name: '2 按编号查验证书',
    before: 2,
    least: 2,
    prepare: async () => (await ask('/app/publicity/qualification/list?status=valid')).list[0].certNo as string,
    walk: async (walker, number) => {
      await walker.fill(walker.main().getByRole('textbox', { name: '证书查验' }), number)
      await walker.key('Enter')
      await expect(walker.page.locator('.verdict')).toContainText('有效')
    },
  }),
  task({
    name: '2 扫二维码查验',
    before: 1,
    least: 1,
    prepare: validCode,
    walk: async (walker, address) => {
      await walker.open(address)
      await expect(walker.page.locator('.verdict')).toContainText('有效')
    },
  }),
  task({
    name: '2 查被撤销的证书',
    before: 2,
    least: 2,
    prepare: async () => (await ask('/app/publicity/qualification/list?status=revoked')).list[0].certNo as string,
    walk: async (walker, number) => {
      await walker.fill(walker.main().getByRole('textbox', { name: '证书查验' }), number)
      await walker.key('Enter')
      await expect(walker.page.locator('.verdict')).toContainText('已撤销')
    },
  }),
  task({
    name: '3 某省的会员',
    before: 4,
    least: 3,
    walk: async walker => {
      await walker.press(walker.link(/^会员单位/).first())
      // On a phone the filters are folded.
      const filters = walker.button('筛选')
      if (await filters.isVisible()) await walker.press(filters)
      await walker.choose(walker.field('地区'), '江苏省')
      await expect(walker.page).toHaveURL(/320000/)
      await expect(walker.link(/苏州恒蓝/).first()).toBeVisible()
    },
  }),
  task({
    name: '4 某清洗单位的等级',
    before: 4,
    least: 2,
    walk: async walker => {
      const search = walker.page.getByRole('combobox', { name: '全站搜索' }).locator(onlyInSight).first()
      await walker.fill(search, '北京清源')
      await walker.key('Enter')
      await expect(walker.main().getByText('A级').first()).toBeVisible()
    },
  }),
  task({
    name: '5 进入长者版',
    before: 1,
    least: 1,
    walk: async walker => {
      await walker.press(walker.page.getByRole('banner').getByRole('button', { name: '长者版' }).locator(onlyInSight))
      await expect(walker.page.locator('html')).toHaveAttribute('data-elder', 'on')
    },
  }),
  task({
    name: '5 长者版里放大字号',
    before: 1,
    least: 1,
    prepare: page => page.addInitScript(() => localStorage.setItem('reading', '{"elder":"on"}')),
    walk: async walker => {
      await walker.press(walker.page.getByRole('region', { name: '长者版' }).getByRole('button', { name: /^字号/ }))
      await expect(walker.page.locator('html')).toHaveAttribute('data-size', '2')
    },
  }),
  task({
    name: '5 长者版里开高对比',
    before: 1,
    least: 1,
    prepare: page => page.addInitScript(() => localStorage.setItem('reading', '{"elder":"on"}')),
    walk: async walker => {
      await walker.press(walker.page.getByRole('region', { name: '长者版' }).getByRole('button', { name: '高对比' }))
      await expect(walker.page.locator('html')).toHaveAttribute('data-contrast', 'high')
    },
  }),
  task({
    name: '5 退出长者版',
    before: 2,
    least: 1,
    prepare: page =>
      page.addInitScript(() => localStorage.getItem('reading') ?? localStorage.setItem('reading', '{"elder":"on"}')),
    walk: async walker => {
      await walker.press(walker.page.getByRole('button', { name: '退出长者版' }))
      await expect(walker.page.locator('html')).not.toHaveAttribute('data-elder')
    },
  }),
  task({
    name: '5 打印一篇文章',
    before: 1,
    least: 1,
    from: '/admin/news/list-info/3467?pa=26',
    prepare: page =>
      page.addInitScript(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) })),
    walk: async walker => {
      await walker.press(walker.main().getByRole('button', { name: '打印' }))
      await walker.page.waitForFunction(() => 'printed' in window)
    },
  }),
  task({
    name: '7 下载一份表格',
    before: 3,
    least: 2,
    walk: async walker => {
      const way = walker.page.getByRole('link', { name: /^(下载专区|表格下载)$/ }).locator(onlyInSight)
      await walker.press(way.first())
      expect(await walker.download(walker.link(/^单位会员入会申请表\.docx/))).toMatch(/^单位会员入会申请表/)
    },
  }),
  task({
    name: '8 联系协会',
    before: 2,
    least: 1,
    walk: async walker => {
      await walker.press(
        walker.page
          .getByRole('link', { name: /^联系(我们|协会)$/ })
          .locator(onlyInSight)
          .first(),
      )
      await expect(walker.link('010-5550 0126').first()).toHaveAttribute('href', /^tel:/)
    },
  }),
]
