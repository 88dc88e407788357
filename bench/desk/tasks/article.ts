import sharp from 'sharp'
import { titleOf } from '../../../e2e/support/articles.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'

const TITLE = '关于公布年度检测结果的通知'
const PICTURES = ['#0b4a7f', '#d0430c', '#2f7d32']
const COLUMN = '通知公告 › 通知'

/** Clipboard content as Word writes it: HTML with a table of merged cells, and the pictures in RTF. */
async function copied() {
  const pictures = await Promise.all(
    PICTURES.map(background =>
      sharp({ create: { width: 320, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const rtf = `{\\rtf1\\ansi ${pictures.map(one => `{\\pict\\pngblip\\picw320\\pich200 ${one.toString('hex')}}`).join('\\par ')}}`
  const shown = PICTURES.map(
    (_, i) => `<p class=MsoNormal><img width=320 height=200 src="file:///C:/Temp/clip_image00${i + 1}.png"></p>`,
  )
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"></head>
<body><!--StartFragment--><p class=MsoNormal>现将年度检测结果公布如下。</p>
<table class=MsoTableGrid border=1><tr><td rowspan=2>地区</td><td colspan=2>合格</td></tr>
<tr><td>单位</td><td>人员</td></tr><tr><td>华东</td><td>12</td><td>34</td></tr></table>
${shown.join('\n')}<!--EndFragment--></body></html>`
  return { html, rtf }
}

export const article: Task = {
  code: 'article',
  as: 'editor',
  run: async hand => {
    const { page, press, write, type, click, choose, paste, see } = hand
    const dialog = page.getByRole('dialog')
    await press('Control+k')
    await write('新建文章')
    await see(page.getByRole('option', { name: '新建文章', selected: true }))
    await press('Enter')
    await see(page.locator('.rich-words'))
    await type(titleOf(page), TITLE)
    await page.waitForURL(/articles\/\d+$/)
    const { html, rtf } = await copied()
    await paste(html, rtf)
    await see(page.getByText(`已收取 ${PICTURES.length} 张图片`))
    await choose(page.getByRole('combobox', { name: /^栏目/ }), COLUMN)
    await click(page.getByRole('button', { name: '发布…' }))
    await click(dialog.getByRole('button', { name: '发布', exact: true }))
    await see(page.locator('.writing-said').getByText('已发布'))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select content from article where title = '${TITLE}' and status = 'published'`,
    )
    await database.end()
    const content: string = rows[0]?.content ?? ''
    const pictures = content.match(/<img[^>]+src="\/api\/file\/\d+/g)?.length ?? 0
    if (pictures !== PICTURES.length) throw new Error(`the article shows ${pictures} pictures`)
    if (!/rowspan="2"/.test(content) || !/colspan="2"/.test(content)) throw new Error('its table is not merged')
  },
}
