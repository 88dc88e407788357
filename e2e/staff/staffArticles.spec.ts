import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { begin, COLUMN, named, paste, saved, titleOf } from '../support/articles.ts'
import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { ask, expect, phone, test, visit } from '../support/test.ts'

/** Real clipboard content of Word, kept outside of the repository. */
const REAL = new URL('../../../shared/data/msword_paste.html', import.meta.url)
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/**
 * HTML as Word writes a heading, a list of two levels, a table and two pictures, the second of which only the RTF
 * contains.
 */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>
@list l0:level1 {mso-level-number-format:bullet;} @list l0:level2 {mso-level-number-format:bullet;}</style></head><body>
<!--StartFragment--><h2 style='color:red'>一、采购内容<o:p></o:p></h2>
<p class=MsoNormal style='font-family:宋体'>供水泵<b>两台</b>，<a href="https://example.com/spec">规格书</a>。</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span>卧式</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp;</span>不锈钢</p>
<table class=MsoTableGrid><tr><td>流量</td><td>20 t/h</td></tr></table>
<p class=MsoNormal><img src="data:image/png;base64,${PIXEL}" alt="现场照片"></p>
<p class=MsoNormal><img src="file:///C:/Users/a/clip_image002.png" alt="示意图"></p><!--EndFragment--></body></html>`
const RTF = `{\\rtf1{\\*\\shppict{\\pict\\picw1\\pich1\\pngblip ${Buffer.from(PIXEL, 'base64').toString('hex')}}}{\\nonshppict{\\pict\\wmetafile8 0100}}}`
const news = (page: Page) => page.locator('.writing-said')

test('an editor pastes from Word, publishes by the keyboard alone, and visitors see it at once', async ({
  page,
  context,
  signInStaff,
}) => {
  await signInStaff('editor')
  const title = named('供水泵采购公告')
  const id = await begin(page, title)
  const list = await context.newPage()
  await visit(list, `/admin/news/list/${COLUMN}`)
  await expect(list.getByText(title)).toHaveCount(0)

  await paste(page, WORD, RTF)
  const editor = page.locator('.rich-words')
  await expect(editor.locator('h2')).toHaveText('一、采购内容')
  await expect(editor.locator('img[data-url]')).toHaveCount(2)
  await expect(page.getByText('已收取 2 张图片')).toBeVisible()
  await page.getByRole('button', { name: '从正文提取' }).click()
  await expect(page.getByLabel(/^摘要/)).toHaveValue(/供水泵两台/)
  await page.getByLabel(/^来源/).fill('本会')
  await saved(page)
  expect((await (await fetch(`${process.env.SITE_URL}/api/catalog/a/info?id=${id}`)).json()).code).toBe(404)

  await titleOf(page).focus()
  await page.keyboard.press('Control+s')
  await expect(news(page)).toHaveText('已保存为一个版本')
  await tabTo(page, /^发布…$/)
  await page.keyboard.press('Enter')
  expect(await faultsOf(page)).toEqual([])
  await expect(page.getByRole('dialog').getByRole('button', { name: '发布', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(news(page)).toHaveText('已发布')
  await expect(news(page)).toBeFocused()

  await visit(list, `/admin/news/list/${COLUMN}`)
  await list.getByRole('link', { name: title }).first().click()
  const article = list.locator('.prose')
  await expect(article.locator('h2')).toHaveText('一、采购内容')
  await expect(article.locator('h2')).not.toHaveAttribute('style', /red/)
  await expect(article.locator('strong')).toHaveText('两台')
  await expect(article.locator('ul > li').first()).toContainText('卧式')
  await expect(article.locator('ul ul > li')).toHaveText('不锈钢')
  await expect(article.locator('td')).toHaveText(['流量', '20 t/h'])
  await expect(article.locator('img')).toHaveCount(2)
  for (const picture of await article.locator('img').all())
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  await expect(article.getByRole('img', { name: '现场照片' })).toBeVisible()
  await list.close()
})

test('the real clipboard of Word leaves nothing of Word in the text', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  test.skip(!existsSync(REAL), 'the sample is not on this machine')
  await signInStaff('editor')
  const id = await begin(page, named('真实的剪贴板'))
  await paste(page, readFileSync(REAL, 'utf8'))
  await expect(page.locator('.rich-words')).toHaveText('Foo BOLD')
  await saved(page)
  const kept = await page.request.get(`/api/staff/article/detail?id=${id}`)
  expect((await kept.json()).data.values.content).toBe('<p>Foo <strong>BOLD</strong></p>')
})

test('pictures of a site that is not trusted stay outside, and the writer is told', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('editor')
  await begin(page, named('外站图片'))
  await paste(page, '<p>前<img data-src="https://pictures.example.com/a.png" src="data:image/svg+xml,x">后</p>')
  await expect(page.getByText(/1 张图片没有粘贴进来：a\.png。只能收取允许的网站上的图片/)).toBeVisible()
  await expect(page.locator('.rich-words img')).toHaveCount(0)
  await expect(page.locator('.rich-words')).toHaveText('前【缺图：a.png】后')
})

test('a time is set for it, called off, and the trash gives it back', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('editor')
  await begin(page, named('定时发布'))
  await paste(page, '<p>正文</p>')
  await saved(page)
  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('没有摘要：列表和搜索结果里只会显示标题')).toBeVisible()
  await dialog.getByLabel('定时').check()
  await dialog.getByRole('button', { name: '定时发布' }).click()
  await expect(dialog.getByText('请选择以后的时间')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel(/^发布时间/).fill('2036-01-31T09:00')
  await dialog.getByRole('button', { name: '定时发布' }).click()
  await expect(news(page)).toHaveText('已设为定时发布')
  await expect(page.getByText('将于 2036-01-31 09:00 发布')).toBeVisible()
  await expect(titleOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: '取消定时' }).click()
  await expect(news(page)).toHaveText('已取消定时')
  await page.getByRole('button', { name: '删除…' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(news(page)).toHaveText('已放入回收站')
  await page.getByRole('button', { name: '恢复' }).click()
  await expect(news(page)).toHaveText('已从回收站恢复')
})

test('what is missing is said beside its field', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
  await signInStaff('editor')
  await visit('/staff/articles/new')
  await page.getByLabel(/^外部链接/).fill('javascript:alert(1)')
  await saved(page)
  await page.getByRole('button', { name: '发布…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: '请填写标题' })).toBeVisible()
  await expect(page.getByText('外部链接应以 https:// 或 http:// 开头').last()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('several articles at once: published, with a result for each', { tag: '@night' }, async ({
  page,
  signInStaff,
}) => {
  await signInStaff('editor')
  const name = named('批量')
  for (const [i, text] of ['<p>正文</p>', ''].entries()) {
    await begin(page, `${name}${i}`)
    if (text) await paste(page, text)
    await saved(page)
  }
  await visit(page, `/staff/articles?key=${name}`)
  await page.getByLabel('选择本页全部').check()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog).toContainText('已处理 1 篇，1 篇没有处理')
  await expect(dialog).toContainText(`${name}1：请填写正文，或填写外部链接`)
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '知道了' }).click()
  const { list } = await ask(`/catalog/a?catalogId=${COLUMN}&pageSize=100`)
  expect(list.map(({ title }: { title: string }) => title)).toContain(`${name}0`)
})

test('the preview shows the text in a frame as wide as a phone', { tag: '@night' }, async ({ page, signInStaff }) => {
  await signInStaff('editor')
  await visit(page, '/staff/articles/3467')
  await page.getByRole('tab', { name: '预览' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/入会申请须知/)
  await expect.poll(() => page.locator('iframe').evaluate(one => one.clientWidth)).toBe(375 - 2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByText('电脑', { exact: true }).click()
  await expect.poll(() => page.locator('iframe').evaluate(one => one.clientWidth)).toBeGreaterThan(1000)
  expect(await faultsOf(page)).toEqual([])
})

for (const device of [{}, phone]) {
  const where = 'viewport' in device ? 'on a phone' : 'at a desk'
  test.describe(where, () => {
    test.use(device)
    test('the list, the statistics and the editor have no barriers', { tag: '@night' }, async ({
      page,
      signInStaff,
    }) => {
      await signInStaff('editor')
      for (const path of ['/staff/articles', '/staff/articles?view=statistics', '/staff/articles/3467']) {
        await visit(page, path)
        await expect(page.locator('.ant-table-row, .writing-months, .rich-words h2').first()).toBeVisible()
        expect(await faultsOf(page), path).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wide, path).toBeLessThanOrEqual(0)
      }
    })
  })
}
