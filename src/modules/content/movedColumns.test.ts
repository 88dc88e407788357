import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { findMoved } from './navigation/server/places.ts'
import { article } from './server/tables.ts'

setUpSite({ demo: true })

let editor: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  editor = await asStaff(site, 'editor')
})

type Row = { id: number; name: string; version: string }
const columns = async () => (await editor.get<{ list: Row[] }>('/staff/record/list', { type: 'catalogue' })).data.list
async function addColumn(name: string, parentId = 'top') {
  const form = { name, parentId, type: '列表', articleType: 'news', flags: [] }
  const made = await editor.post('/staff/record/save', { type: 'catalogue', form })
  expect(made.msg).toBe('ok')
  return (await columns()).find(row => row.name === name)!.id
}
const remove = async (id: number) => {
  const { version } = (await columns()).find(row => row.id === id)!
  expect((await editor.post('/staff/record/remove', { type: 'catalogue', id, version })).msg).toBe('ok')
}
const leadsTo = (address: string) => findMoved(site.services, address)

describe('the address of a deleted column', () => {
  test('leads for good to the column that took its articles, also after that one has gone the same way', async () => {
    const [first, second, third] = [
      await addColumn('旧栏目甲'),
      await addColumn('旧栏目乙'),
      await addColumn('新栏目丙'),
    ]
    const [any] = await site.services.db.select().from(article).limit(1)
    await site.services.db.update(article).set({ catalogueId: first }).where(eq(article.id, any!.id))
    expect((await editor.post('/staff/catalogue/moveArticles', { id: first, to: second })).data).toEqual({ moved: 1 })
    expect(await leadsTo(`/admin/news/list/${first}`)).toBeUndefined()
    await remove(first)
    const toSecond = { status: 301, location: `/admin/news/list/${second}` }
    expect(await leadsTo(`/admin/news/list/${first}`)).toEqual(toSecond)
    expect(await leadsTo(`/admin/news/list/${first}?pageNum=2`)).toEqual(toSecond)
    expect(await leadsTo(`/admin/news/list/${first}/rss.xml`)).toEqual(toSecond)
    await editor.post('/staff/catalogue/moveArticles', { id: second, to: third })
    await remove(second)
    for (const id of [first, second])
      expect(await leadsTo(`/admin/news/list/${id}`)).toEqual({ status: 301, location: `/admin/news/list/${third}` })
  })

  test('leads nowhere where the articles came back before, and is no obstacle to deleting', async () => {
    const [one, other] = [await addColumn('来回己'), await addColumn('来回庚')]
    await editor.post('/staff/catalogue/moveArticles', { id: one, to: other })
    await editor.post('/staff/catalogue/moveArticles', { id: other, to: one })
    await remove(other)
    expect(await leadsTo(`/admin/news/list/${other}`)).toEqual({ status: 301, location: `/admin/news/list/${one}` })
    await remove(one)
    for (const id of [one, other]) expect(await leadsTo(`/admin/news/list/${id}`)).toBeUndefined()
  })

  test('leads to the column above where it never had articles, and nowhere where there is none', async () => {
    const top = await addColumn('上级栏目丁')
    const child = await addColumn('子栏目戊', String(top))
    await remove(child)
    expect(await leadsTo(`/admin/news/list/${child}`)).toEqual({ status: 301, location: `/admin/news/list/${top}` })
    await remove(top)
    for (const id of [child, top]) expect(await leadsTo(`/admin/news/list/${id}`)).toBeUndefined()
  })
})

test('what links to a column is named before it is deleted: texts and menus, and of 12 not what links to 121', async () => {
  const id = await addColumn('将删的栏目')
  const [one, other] = await site.services.db.select().from(article).limit(2)
  const link = (to: string) => `<p><a href="/admin/news/list/${to}">看这里</a></p>`
  await site.services.db
    .update(article)
    .set({ content: link(String(id)) })
    .where(eq(article.id, one!.id))
  await site.services.db
    .update(article)
    .set({ content: link(`${id}1`) })
    .where(eq(article.id, other!.id))
  const form = {
    name: '直达',
    parentId: 'top',
    type: '跳转',
    path: `/admin/news/list/${id}`,
    articleType: 'news',
    flags: [],
  }
  expect((await editor.post('/staff/record/save', { type: 'catalogue', form })).msg).toBe('ok')
  expect((await editor.get('/staff/catalogue/links', { id })).data.list).toEqual([
    { where: '栏目', name: '直达' },
    { where: '文章', name: one!.title },
  ])
  const unlinked = await addColumn('没有人指向的栏目')
  expect((await editor.get('/staff/catalogue/links', { id })).data.list).toHaveLength(2)
  expect((await editor.get('/staff/catalogue/links', { id: unlinked })).data.list).toEqual([])
})
