import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { uploadPicture } from '#test/support/uploads.ts'

setUpSite({ demo: true })

const opens = async (url: string) => {
  const { statusCode, headers } = await site.app.inject({ url })
  return [statusCode, headers['content-type']]
}

test.each([
  ['/cms/index/noLogin/banner', 4],
  ['/cms/index/noLogin/banner/party', 2],
])('%s shows %i banners, each with a picture for wide and for narrow screens', async (path, count) => {
  const { data } = await site.get<{ imgUrl: string; mobileImgUrl: string; alt: string }[]>(path)
  expect(data).toHaveLength(count)
  for (const { imgUrl, mobileImgUrl, alt } of data) {
    expect(imgUrl).not.toBe(mobileImgUrl)
    expect(await opens(imgUrl)).toEqual([200, 'image/svg+xml'])
    expect(await opens(mobileImgUrl)).toEqual([200, 'image/svg+xml'])
    expect(alt).not.toBe('')
  }
})

test('the articles and pages that banners lead to exist', async () => {
  const { data } = await site.get<{ linkUrl: string }[]>('/cms/index/noLogin/banner')
  const ids = data.flatMap(({ linkUrl }) => linkUrl.match(/list-info\/(\d+)/)?.[1] ?? [])
  const pages = data.flatMap(({ linkUrl }) => linkUrl.match(/news\/info\/(\d+)/)?.[1] ?? [])
  expect([ids.length, pages.length]).toEqual([1, 1])
  expect((await site.get('/catalog/a/info', { id: ids[0]! })).code).toBe(200)
  expect((await site.get('/catalog/b', { catalogId: pages[0]! })).code).toBe(200)
})

test('the links stand in three groups and lead to secure addresses', async () => {
  const { data } = await site.get<{ group: string; url: string }[]>('/link')
  expect(data).toHaveLength(16)
  expect([...new Set(data.map(({ group }) => group))]).toEqual(['政府部门', '技术机构', '行业媒体'])
  for (const { url } of data) expect(url).toMatch(/^https:\/\//)
})

test('articles beside one another in a list have different covers that open', async () => {
  const { data } = await site.get<{ list: { coverUrl: string | null }[] }>('/catalog/a', {
    catalogId: 3,
    pageSize: 100,
  })
  const covers = data.list.flatMap(({ coverUrl }) => coverUrl ?? [])
  expect(covers.length).toBeGreaterThan(20)
  expect(new Set(covers).size).toBe(covers.length)
  for (const cover of covers.slice(0, 5))
    expect(await opens(cover)).toEqual([200, expect.stringMatching(/^image\/(svg\+xml|webp)$/)])
})

test('a link shown as a picture stands with it on the home page, too', async () => {
  const { cookie } = await staffSession(site, 'editor')
  const logo = await uploadPicture(site, cookie, { width: 240, height: 80 })
  const form = { name: '图片媒体', url: 'example.com/media', group: '行业媒体', kind: 'picture', logo }
  expect((await site.as({ cookie }).post('/staff/record/save', { type: 'link', form })).code).toBe(200)
  const last = { name: '图片媒体', type: 'picture', logo: `/api/file/${logo}` }
  expect((await site.get('/link')).data.at(-1)).toMatchObject(last)
  expect((await site.get('/cms/index/noLogin/home')).data.links.at(-1)).toMatchObject(last)
})

test('a column for who is signed in says so in the menu', async () => {
  const editor = site.as(await staffSession(site, 'editor'))
  const form = { name: '会员专区', parentId: 'top', type: '跳转', articleType: 'news', path: '/admin/user' }
  const { data } = await editor.post('/staff/record/save', {
    type: 'catalogue',
    form: { ...form, flags: ['needLogin'] },
  })
  const menu = (await site.get<{ catalogId: number }[]>('/catalog')).data
  expect(menu.find(({ catalogId }) => catalogId === data.id)).toMatchObject({ path: '/admin/user', needLogin: true })
})

test('a hidden column takes articles still, and says to writers that it is hidden', async () => {
  const editor = site.as(await staffSession(site, 'editor'))
  const form = { name: '年报公开', parentId: '2', type: '列表', articleType: 'news', flags: ['hidden'] }
  const { data } = await editor.post('/staff/record/save', { type: 'catalogue', form })
  const columns = (await editor.get('/staff/article/columns')).data
  expect(columns).toContainEqual({ id: data.id, name: expect.stringMatching(/ › 年报公开$/), hidden: true })
})
