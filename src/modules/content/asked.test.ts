import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { article, catalogue } from './server/tables.ts'

setUpSite({ demo: true })

test('an article says in which column it was come upon: its own, or the one above it', async () => {
  const [row] = await site.services.db
    .select({ id: article.id, own: catalogue.id, above: catalogue.parentId })
    .from(article)
    .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
    .where(and(eq(article.status, 'published'), isNotNull(catalogue.parentId)))
    .limit(1)
  const { id, own, above } = row!
  const cameFrom = async (from: { pa?: number }) => (await site.get('/catalog/a/info', { id, ...from })).data.parentId
  expect(await cameFrom({})).toBe(own)
  expect(await cameFrom({ pa: above! })).toBe(above)
  expect(await cameFrom({ pa: 1 })).toBe(own)
})

test('the words for search engines are those of the article that is asked for', async () => {
  const some = await site.services.db.select().from(article).where(eq(article.status, 'published')).limit(2)
  for (const { id, title } of some) expect((await site.get('/catalog/seo', { id })).data.title).toContain(title)
})

test('a column that leads elsewhere, for who is signed in, says so in the menu of its neighbours', async () => {
  const editor = await asStaff(site, 'editor')
  const form = { name: '会员资料', parentId: '2', type: '跳转', articleType: 'news', path: '/admin/user' }
  const { data } = await editor.post('/staff/record/save', {
    type: 'catalogue',
    form: { ...form, flags: ['needLogin'] },
  })
  const { list } = (await site.get('/catalog/2', { catalogId: 2 })).data
  expect(list).toContainEqual(expect.objectContaining({ catalogId: data.id, path: '/admin/user', needLogin: true }))
})

test('the history of one record has what was done to it, and to no other', async () => {
  const editor = await asStaff(site, 'editor')
  const add = async (name: string) => {
    const form = { name, url: 'https://example.com/', group: '行业媒体', kind: 'text' }
    return (await editor.post('/staff/record/save', { type: 'link', form })).data.id as number
  }
  const [one, two] = [await add('甲网'), await add('乙网')]
  const history = async (asked: object) =>
    (await editor.get('/staff/site/history', { objectType: 'link', pageSize: 50, ...asked })).data.list.map(
      ({ objectName }: { objectName: string }) => objectName,
    )
  expect(await history({})).toEqual(expect.arrayContaining(['甲网', '乙网']))
  expect(await history({ objectId: one })).toEqual(['甲网'])
  expect(await history({ objectId: two })).toEqual(['乙网'])
  expect(await history({ objectType: 'banner' })).not.toContain('甲网')
})
