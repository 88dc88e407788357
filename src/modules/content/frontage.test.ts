import { expect, test } from 'vitest'
import { setUpSite, site } from '../../../test/setups/site.ts'

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
  for (const cover of covers.slice(0, 5)) expect(await opens(cover)).toEqual([200, 'image/svg+xml'])
})
