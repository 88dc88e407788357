import sharp from 'sharp'
import { film } from '#test/support/uploads.ts'
import { faultsOf } from '../support/axe.ts'
import { makeMember, newCompany } from '../support/company.ts'
import { begin, editor, htmlNow, saved } from '../support/styleEditor.ts'
import { expect, signInBy, test } from '../support/test.ts'

test.describe('a member writes its page', () => {
  // The address of a private film ends with the screen that plays it, while the browser may be reading on.
  test.use({ provokes: /^Failed to load resource: net::ERR_FILE_NOT_FOUND$/ })

  test.beforeEach(async ({ page }) => {
    const company = await newCompany(page)
    await makeMember(company)
    await signInBy(page, company.token)
  })

  test('by keyboard alone: tools, words and out again', { tag: '@night' }, async ({ page }) => {
    await begin(page)
    await page.keyboard.press('Alt+F10')
    await expect(page.getByRole('combobox', { name: '标题级别' })).toBeFocused()
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(editor(page)).toBeFocused()
    await page.keyboard.type('重点')
    await expect(page.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    await expect(editor(page)).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(editor(page)).toBeFocused()
    await saved(page)
    expect(await htmlNow(page)).toBe('<p><strong>重点</strong></p>')
  })

  test('what every tool makes is stored, and shown the same after a reload', async ({ page }) => {
    await begin(page)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const choose = (name: string, option: string) => page.getByRole('combobox', { name }).selectOption(option)
    const line = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await choose('标题级别', '2')
    await line('标题')
    for (const name of ['斜体', '下划线', '删除线', '上标']) {
      await press(name)
      await page.keyboard.type(name)
      await press(name)
    }
    await choose('文字颜色', '#b03505')
    await choose('字体', 'serif')
    await choose('字号', 'large')
    await line('彩色')
    await press('清除格式')
    await press('编号列表')
    await line('一')
    await press('增加缩进')
    await line('一之一')
    await press('减少缩进')
    await line('二')
    await press('编号列表')
    await choose('对齐', 'center')
    await line('居中')
    await choose('对齐', '')
    await press('代码块')
    await page.keyboard.type('if (a < b)')
    await saved(page)
    const html = await htmlNow(page)
    for (const part of [
      '<h2>标题</h2>',
      '<em>斜体</em>',
      '<u>下划线</u>',
      '<s>删除线</s>',
      '<sup>上标</sup>',
      'color:rgb(176, 53, 5)',
      'ql-font-serif',
      'ql-size-large',
      '<ol><li>一<ol><li>一之一</li></ol></li><li>二</li></ol>',
      '<p class="ql-align-center">居中</p>',
      '<pre>if (a &lt; b)</pre>',
    ])
      expect(html).toContain(part)
    await page.reload()
    await expect(editor(page)).toContainText('一之一')
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('；')
    // Ignore `span` tags: only the order of their attributes depends on the browser.
    const apart = (html: string) => html.replace(/<span [^>]*>/g, '<span>')
    await expect.poll(async () => apart(await htmlNow(page))).toBe(apart(html.replace('b)</pre>', 'b)；</pre>')))
    expect(await htmlNow(page)).toContain('color:rgb(176, 53, 5)')
  })

  /** spec.md section 5, item by item: bold … video. */
  test('the toolbar has each tool of the specification, and each does what it says', { tag: '@night' }, async ({
    page,
  }) => {
    await begin(page)
    const bar = page.getByRole('toolbar')
    const names = (role: 'button' | 'combobox') =>
      bar.getByRole(role).evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
    expect((await names('button')).join(' ')).toBe(
      '加粗 斜体 下划线 删除线 下标 上标 行内代码 引用 代码块 编号列表 项目列表 减少缩进 增加缩进 ' +
        '链接 图片 视频 插入表格 清除格式 撤销 重做',
    )
    expect(await names('combobox')).toEqual(['标题级别', '字体', '字号', '文字颜色', '背景颜色', '对齐', '文字方向'])
    const levels = bar.getByRole('combobox', { name: '标题级别' }).locator('option')
    await expect(levels).toHaveText(['正文', ...[1, 2, 3, 4, 5, 6].map(level => `标题 ${level}`)])

    const press = (name: string) => bar.getByRole('button', { name, exact: true }).click()
    const choose = (name: string, option: string) => bar.getByRole('combobox', { name }).selectOption(option)
    for (const name of ['加粗', '下标', '行内代码']) {
      await press(name)
      await page.keyboard.type(name)
      await press(name)
    }
    await choose('背景颜色', '#fff6e0')
    await page.keyboard.type('底色')
    await choose('背景颜色', '')
    await page.keyboard.press('Enter')
    const lines: [text: string, on: () => Promise<unknown>, off: () => Promise<unknown>][] = [
      ...[1, 3, 4, 5, 6].map((level): (typeof lines)[number] => [
        `标题${level}`,
        () => choose('标题级别', String(level)),
        () => choose('标题级别', ''),
      ]),
      ['引文', () => press('引用'), () => press('引用')],
      ['项目', () => press('项目列表'), () => press('项目列表')],
      ['靠右', () => choose('对齐', 'right'), () => choose('对齐', '')],
      ['从右', () => choose('文字方向', 'rtl'), () => choose('文字方向', '')],
    ]
    for (const [text, on, off] of lines) {
      await on()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await off()
    }
    await press('链接')
    expect(await faultsOf(page, { 'heading-order': { enabled: false } })).toEqual([])
    await page.keyboard.type('https://www.samr.gov.cn/')
    await page.keyboard.press('Enter')
    await saved(page)
    const html = await htmlNow(page)
    for (const part of [
      '<strong>加粗</strong>',
      '<sub>下标</sub>',
      '<code>行内代码</code>',
      'background-color:rgb(255, 246, 224)',
      '<h1>标题1</h1>',
      '<h3>标题3</h3>',
      '<h4>标题4</h4>',
      '<h5>标题5</h5>',
      '<h6>标题6</h6>',
      '<blockquote>引文</blockquote>',
      '<ul><li>项目</li></ul>',
      'class="ql-align-right">靠右</p>',
      '<p class="ql-direction-rtl">从右</p>',
      'href="https://www.samr.gov.cn/"',
    ])
      expect.soft(html).toContain(part)
  })

  test('its own picture is seen though it is private; pictures from elsewhere are told of and left out', {
    tag: '@night',
  }, async ({ page }) => {
    await begin(page)
    const background = { r: 20, g: 90, b: 160 }
    const buffer = await sharp({ create: { width: 240, height: 160, channels: 3, background } })
      .png()
      .toBuffer()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '图片', exact: true }).click(),
    ])
    await chooser.setFiles({ name: '现场.png', mimeType: 'image/png', buffer })
    const picture = editor(page).locator('img[data-url]')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await picture.click()
    await expect(page.getByRole('textbox', { name: '图片说明' })).toBeVisible()
    expect(await faultsOf(page, { 'image-alt': { enabled: false } })).toEqual([])
    await page.getByRole('textbox', { name: '图片说明' }).fill('清洗现场')
    await page.keyboard.press('Enter')
    await saved(page)
    await expect.poll(() => htmlNow(page)).toMatch(/<img src="\/api\/file\/\d+" alt="清洗现场" loading="lazy" \/>/)
    await editor(page).evaluate(root => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        '<p class="MsoNormal" style="mso-fareast-font-family:宋体;color:red;text-indent:24pt">来自<b>文档</b><img src="https://evil.example/a.png"></p>',
      )
      root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(page.getByText('1 张图片没有粘贴进来：a.png。文中已标出位置，请从原文件另存后上传')).toBeVisible()
    await expect.poll(() => htmlNow(page)).toContain('来自<strong>文档</strong>')
    expect(await htmlNow(page)).not.toMatch(/evil|mso|blob:|red/i)
  })

  test('a film goes through our own upload and is played from this site', { tag: '@night' }, async ({ page }) => {
    await begin(page)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '视频', exact: true }).click(),
    ])
    await chooser.setFiles({ name: '清洗.mp4', mimeType: 'video/mp4', buffer: film() })
    await expect(editor(page).locator('video')).toHaveAttribute('src', /^blob:/)
    await expect
      .poll(() => htmlNow(page))
      .toMatch(/<video src="\/api\/file\/\d+" controls preload="metadata"><\/video>/)
    await editor(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('重点')
    await expect.poll(() => htmlNow(page)).toContain('重点')
  })

  test('without a barrier that a tool finds, in large type and high contrast too', { tag: '@night' }, async ({
    page,
  }) => {
    await page.goto('/admin/user/style')
    await expect(editor(page)).toBeVisible()
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { contrast: 'high', size: '3' }))
    expect(await faultsOf(page)).toEqual([])
  })

  test('looked over, it is handed in', { tag: '@night' }, async ({ page }) => {
    await begin(page)
    await page.keyboard.type('从司炉到总工程师。')
    await page.getByRole('textbox', { name: '标题' }).fill('重点在清洗之前')
    await page.getByRole('button', { name: '下一步：核对并提交' }).click()
    await expect(page.getByRole('heading', { name: '提交前请核对' })).toBeVisible()
    await page.getByRole('button', { name: '确认提交审核' }).click()
    await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+/)
    await page.goto('/admin/user/style')
    await expect(page.getByText('待初审')).toBeVisible()
    await expect(page.getByRole('toolbar')).toHaveCount(0)
  })
})
