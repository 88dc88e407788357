import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { oldSiteDesk } from '#test/support/oldSite/desk.ts'
import { zip } from '#test/support/uploads.ts'

setUpSite({ demo: true })

let desk: Awaited<ReturnType<typeof oldSiteDesk>>
beforeAll(async () => {
  desk = await oldSiteDesk(site, 'editor')
})

const page = (title: string, author: string) =>
  Buffer.from(`<html><head><meta charset="utf-8"><title>${title}</title></head><body>
    <div class="crumb">首页 &gt; 协会动态</div><h1>${title}</h1><div class="date">2015-06-07</div>
    <span class="by">作者：${author}</span>
    <div class="text"><p>${title}在北京举行，来自各地的会员单位代表参加了会议，讨论了下一年的工作。</p></div></body></html>`)

test('who wrote an old page and in which column is found, and the import is listed with its state', async () => {
  const authors = ['周以宁', '江晚舟', '沈怀瑾']
  const titles = ['年会纪要第一篇', '年会纪要第二篇', '年会纪要第一篇']
  const parts = Object.fromEntries(authors.map((author, i) => [`a/${i}.html`, page(titles[i]!, author)]))
  const { id, rules } = await desk.begin(zip(parts), '带作者的旧网站.zip')
  expect(rules[0].author).toBe('span.by')
  const asked = { id, rules: [{ ...rules[0], column: '.crumb' }], index: 0 }
  const { samples, candidates } = await desk.must('/staff/old-site/try', asked)
  expect(samples.map(({ author }: { author: string }) => author)).toEqual(authors)
  expect(samples[0].column).toContain('协会动态')
  expect(candidates.author[0]).toMatchObject({ selector: 'span.by', finds: authors })
  await desk.check(id, rules, { catalogueId: 21 })
  const doubles = await desk.pages(id)
  expect(doubles.map(({ isDouble }: { isDouble: boolean }) => isDouble)).toEqual([true, false, true])
  await desk.start(id)
  const { data } = await desk.get('/staff/old-site/list')
  expect(data).toMatchObject({ total: 1, pages: 1 })
  const [row] = data.list
  const state = { state: 'done', stateName: '已导入', pages: 3, imported: 3, createdBy: '叶青禾' }
  expect(row).toMatchObject({ id, fileName: '带作者的旧网站.zip', ...state })
  expect(row.createTime.slice(0, 10)).toBe(dayOf(new Date()))
})
