import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { articleAt, COLUMN, desk, setUpOldSite } from '#test/setups/oldSite.ts'
import { site } from '#test/setups/site.ts'
import { newsPage as page, newsRule as rule } from '#test/support/oldSite/pages.ts'
import { hostileHtml } from '#test/support/richText/hostileHtml.ts'
import { docx, oldOffice, zip } from '#test/support/uploads.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { findRedirect } from '../server/redirects.ts'
import { article, articleDraft, redirect } from '../server/tables.ts'

setUpOldSite()

describe('what stands in old pages', { timeout: 120_000 }, () => {
  test('hostile HTML does nothing: scripts, handlers and addresses that run are gone', async () => {
    const parts = Object.fromEntries(
      hostileHtml.map((html, i) => [`h/${i}.html`, page(`第 ${i} 个坏页面`, `<p>正文开始</p>${html}<p>正文结束</p>`)]),
    )
    const { state, counts } = await desk.importAll(parts)
    expect(state).toBe('done')
    expect(counts.done).toBeGreaterThan(hostileHtml.length * 0.9)
    const rows = await site.services.db.select().from(article).innerJoin(redirect, eq(redirect.articleId, article.id))
    expect(rows.length).toBe(counts.done)
    for (const { article: made } of rows) {
      expect(made.content).not.toMatch(/<(script|iframe|object|embed|svg|math|form|style|base|link|meta)\b/i)
      expect(made.content).not.toMatch(/<[^>]*\s(on\w+|srcdoc|ping|formaction)\s*=/i)
      expect(made.content).not.toMatch(/(href|src)="\s*(javascript|vbscript|data|blob):/i)
      expect(made.content).not.toMatch(/<img[^>]+src="(?!\/api\/file\/)/)
    }
  })

  test('dates are read as old sites write them, a wrong or missing one is a fault with its reason', async () => {
    const days = [
      '2019-03-04',
      '2019年3月4日',
      '2019/3/4',
      '2019.3.4',
      '发布时间：2019-3-4 08:05　点击：12',
      '２０１９-０３-０４',
    ]
    const parts = Object.fromEntries(days.map((day, i) => [`d/${i}.html`, page(`日期 ${i}`, '<p>正文</p>', day)]))
    const odd = {
      'd/x.html': page('没有日期', '<p>正文</p>', '昨天'),
      'd/y.html': page('不存在的日子', '<p>正文</p>', '2019-02-31'),
    }
    const { id, counts } = await desk.importAll({
      ...parts,
      ...odd,
      'd/z.html': page('将来', '<p>正文</p>', '2099-01-01'),
    })
    expect(counts).toMatchObject({ done: days.length, bad: 3 })
    for (const i of days.keys()) expect((await articleAt(`/d/${i}.html`)).publishTime.slice(0, 10)).toBe('2019-03-04')
    const faults = (await desk.pages(id, 'bad')).map(({ address, fault }: Record<string, string>) => [address, fault])
    expect(faults).toEqual([
      ['/d/x.html', '找不到发布日期（日期处写的是“昨天”）'],
      ['/d/y.html', '找不到发布日期（日期处写的是“2019-02-31”）'],
      ['/d/z.html', '发布日期晚于今天'],
    ])
    const { rawPayload } = await site.app.inject({
      url: `/api/staff/old-site/export?id=${id}&show=bad`,
      headers: desk.headers,
    })
    const rows = textsOf(await sheetOf(rawPayload))
    expect(rows.slice(1).map(([address]) => address)).toEqual(faults.map(([address]) => address))
    expect(rows[1]).toContain('找不到发布日期（日期处写的是“昨天”）')
  })

  test('pages are found by their words and how they fared, page by page, each site having its own', async () => {
    const good = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`f/${i}.html`, page(`年会通知 ${i}`, '<p>正文</p>')]),
    )
    const one = await desk.importAll({ ...good, 'f/x.html': page('没有日期', '<p>正文</p>', '昨天') })
    const other = await desk.importAll({ 'g/1.html': page('另一个网站', '<p>正文</p>') })
    const found = async (asked: Record<string, string | number>) =>
      (await desk.get('/staff/old-site/pages', asked)).data.list.map(({ address }: { address: string }) => address)
    const saved = async (asked: Record<string, string>) => {
      const url = `/api/staff/old-site/export?${new URLSearchParams(asked)}`
      const { rawPayload } = await site.app.inject({ url, headers: desk.headers })
      return textsOf(await sheetOf(rawPayload)).length - 1
    }
    expect(await found({ id: one.id, pageSize: 5 })).toHaveLength(5)
    expect(await found({ id: one.id, pageSize: 5, pageNum: 3 })).toHaveLength(3)
    expect(await found({ id: one.id, pageSize: 50 })).toHaveLength(13)
    expect(await found({ id: one.id, pageSize: 50, key: '年会通知 11' })).toEqual(['/f/11.html'])
    expect(await found({ id: one.id, pageSize: 50, show: 'bad' })).toEqual(['/f/x.html'])
    expect(await found({ id: other.id, pageSize: 50 })).toEqual(['/g/1.html'])
    for (const { id } of [one, other]) expect((await desk.get('/staff/old-site/item', { id })).data.id).toBe(id)
    const [id, otherId] = [String(one.id), String(other.id)]
    const counts = [await saved({ id }), await saved({ id: otherId }), await saved({ id, show: 'bad' })]
    expect([...counts, await saved({ id, key: '年会通知 11' })]).toEqual([13, 1, 1, 1])
  })

  test('pages with faults are left out, or taken up by another rule, after the import, too', async () => {
    const other = Buffer.from(
      '<html><body><h2>另一种版式</h2><i>2012-01-02</i><td class="t">它的正文在这里</td></body></html>',
    )
    const first = await desk.importAll({
      'm/1.html': page('第一种', '<p>正文一</p>'),
      'm/2.html': other,
      'm/3.html': Buffer.from('<p>不是文章'),
    })
    expect(first).toMatchObject({ state: 'done', counts: { done: 1, bad: 2 } })
    const [, useless] = await desk.pages(first.id, 'bad')
    await desk.must('/staff/old-site/leave-out', { id: first.id, pages: [useless.id], leave: true })
    const more = [
      { ...rule, has: 'h1' },
      { name: '旧版', title: 'h2', date: 'i', body: '.t' },
    ]
    const checked = await desk.check(first.id, more, { catalogueId: COLUMN })
    expect(checked.counts).toMatchObject({ new: 1, done: 1, bad: 0, left: 1 })
    expect((await desk.start(first.id)).counts).toMatchObject({ done: 2, left: 1 })
    expect(await articleAt('/m/2.html')).toMatchObject({ title: '另一种版式' })
  })

  test('pictures and papers that are not there, or not what they say, are told of and stop nothing', async () => {
    const text =
      '<p>图<img src="a.png"><img src="b.png"> <a href="c.pdf">章程</a> <a href="d.docx">申请表</a> <a href="/e.doc">老表</a> <a href="f.doc">旧式文档</a> <a href="g.xls">带宏的表</a></p>'
    const { id, counts } = await desk.importAll({
      'n/1.html': page('附件不全', text),
      'n/b.png': Buffer.from('no picture'),
      'n/c.pdf': Buffer.from('no pdf'),
      'n/d.docx': docx(),
      'n/f.doc': oldOffice('WordDocument'),
      'n/g.xls': oldOffice('Workbook', '_VBA_PROJECT'),
    })
    expect(counts).toMatchObject({ done: 1, noted: 1 })
    const made = await articleAt('/n/1.html')
    expect(made.files.map(({ name }: { name: string }) => name)).toEqual(['申请表.docx', '旧式文档.doc'])
    expect(made.content).not.toContain('<img')
    expect(made.content).toContain('图【缺图：a.png】【缺图：b.png】')
    const [{ notes }] = await desk.pages(id, 'noted')
    expect(notes).toEqual([
      '图片没有带入：a.png',
      '图片没有带入：b.png',
      '附件没有带入：章程',
      '附件不在 ZIP 文件中：/e.doc',
      '附件没有带入：带宏的表',
    ])
  })

  test('a second ZIP file of the same site links to the articles of the first, titles that are there are marked', async () => {
    await desk.importAll({ 'o/1.html': page('第一批的通知', '<p>先来的</p>') })
    const parts = {
      'urls.txt': Buffer.from(
        'http://www.o.example/o/1.html\r\nhttp://www.o.example/o/2.asp?id=5\r\nhttp://www.o.example/o/9.html\r\n',
      ),
      'o/1.html': page('第一批的通知', '<p>先来的</p>'),
      'o/2.asp@id=5.html': page('第一批的通知', '<p><a href="1.html">见前文</a> <a href="7.html">还没有的</a></p>'),
    }
    const { id } = await desk.begin(zip(parts))
    const checked = await desk.check(id, [rule], { catalogueId: COLUMN })
    expect(checked.counts).toMatchObject({ new: 1, known: 1, bad: 1, double: 1 })
    const [lost] = await desk.pages(id, 'bad')
    expect(lost).toMatchObject({
      address: 'http://www.o.example/o/9.html',
      fault: expect.stringContaining('没有这个网址的页面'),
    })
    await desk.start(id)
    const [first, second] = [await articleAt('/o/1.html'), await articleAt('/o/2.asp?ID=5')]
    expect(second.content).toContain(`<a href="/admin/news/list-info/${first.id}">见前文</a>`)
    expect(second.content).toContain('<a href="/o/7.html">还没有的</a>')
  })

  test('the column is what the page says, then what its address says, then the one for all others', async () => {
    const { list } = (await site.get('/catalog/2', { catalogId: COLUMN })).data
    const [first, second] = list.filter(({ catalogId }: { catalogId: number }) => catalogId !== COLUMN)
    const way = `<div class="way">您的位置：首页 &gt; 动态 &gt; ${first.name}</div>`
    const { counts } = await desk.importAll(
      {
        'k/1.html': Buffer.concat([page('页面写明栏目', '<p>正文</p>'), Buffer.from(way)]),
        'k/2.html': page('网址写明栏目', '<p>正文</p>'),
        'l/3.html': page('都没有写', '<p>正文</p>'),
      },
      { byPath: [{ paths: '/k/*', catalogueId: second.catalogId }] },
      [{ ...rule, column: '.way' }],
    )
    expect(counts.done).toBe(3)
    const columns = []
    for (const address of ['/k/1.html', '/k/2.html', '/l/3.html']) columns.push((await articleAt(address)).catalogId)
    expect(columns).toEqual([first.catalogId, second.catalogId, COLUMN])
  })

  test('as drafts they wait for who publishes them, and go out under their old date', async () => {
    const { id } = await desk.importAll({ 'p/1.html': page('草稿一', '<p>草稿正文</p>') }, { publish: false })
    expect(await findRedirect(site.services, '/p/1.html')).toBeUndefined()
    const [row] = await site.services.db.select().from(redirect).where(eq(redirect.path, '/p/1.html'))
    const [draft] = await site.services.db.select().from(articleDraft).where(eq(articleDraft.articleId, row!.articleId))
    expect(draft!.values).toMatchObject({ title: '草稿一', catalogId: COLUMN })
    const { data } = await desk.get('/staff/article/detail', { id: row!.articleId })
    expect((await desk.post('/staff/article/publish', { id: row!.articleId, version: data.version })).code).toBe(200)
    expect((await articleAt('/p/1.html')).publishTime.slice(0, 10)).toBe('2015-06-07')
    expect(await desk.must('/staff/old-site/undo', { id })).toMatchObject({
      undone: false,
      obstacles: [{ title: '草稿一' }],
    })
    const other = await desk.importAll({ 'p/2.html': page('草稿二', '<p>草稿正文</p>') }, { publish: false })
    expect(await desk.must('/staff/old-site/undo', { id: other.id })).toMatchObject({ undone: true, removed: 1 })
  })
})
