import { ask, expect, phone, test } from '../support/test.ts'

test('the home page begins with the newest story and its picture, in the size that the screen needs', async ({
  page,
  visit,
}) => {
  const { blocks } = await ask('/cms/index/noLogin/home')
  const [lead] = blocks.find(({ kind }: { kind: string }) => kind === 'news').articles
  await visit('/admin/home')
  const story = page.getByRole('region', { name: '首页要闻图片' }).locator('li[data-shown]')
  await expect(story.getByRole('link')).toContainText(lead.title)
  await expect(story.locator('time')).toHaveText(lead.publishTime.slice(0, 10))
  const picture = story.getByRole('img', { name: lead.coverCaption })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((img: HTMLImageElement) => [img.currentSrc, img.naturalWidth])).toEqual([
    expect.stringMatching(/\?w=(800|1600)$/),
    expect.any(Number),
  ])
  await expect(page.locator('.hero-news').getByRole('link', { name: lead.title })).toHaveCount(0)
  await story.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lead.title)
})

test('the public notices are one band: a register at a time, by pointer and by key', async ({ page, visit }) => {
  await visit('/admin/home')
  const tabs = page.getByRole('tablist', { name: '公示' })
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveAccessibleName('单位能力评价公示')
  await tabs.getByRole('tab', { name: '新入会单位' }).click()
  await expect(panel).toHaveAccessibleName('新入会单位')
  await expect(panel.getByRole('link').first()).toHaveAttribute('href', /\/admin\/publicity\/member\/\d+$/)
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: '单位能力评价公示' })).toBeFocused()
  await expect(panel).toHaveAccessibleName('单位能力评价公示')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the home page ends within six screens, and what visitors come for is in the first', async ({ page, visit }) => {
    await visit('/admin/home')
    await expect(page.getByRole('navigation', { name: '快捷入口' }).getByRole('link').first()).toBeInViewport()
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
    expect(screens).toBeLessThanOrEqual(6)
  })
})
