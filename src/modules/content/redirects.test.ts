import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffSession } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { findRedirect } from './server/redirects.ts'

setUpSite({ demo: true })

let editor: Awaited<ReturnType<typeof asStaff>>
let ids: number[]
beforeAll(async () => {
  editor = await asStaff(site, 'editor')
  const { list } = (await site.get<{ list: { id: number }[] }>('/catalog/a', { catalogId: 21 })).data
  ids = list.map(({ id }) => id)
})

const save = (sent: object) => editor.post('/staff/redirect/save', sent)
const leadsTo = (address: string) => findRedirect(site.services, address)
const page = (id: number) => `/admin/news/list-info/${id}`
const OLD = 'http://www.old.example/News/Show.asp?id=9'

test('an old address leads to its article from when staff enter it, then to another, then nowhere', async () => {
  const [first, second] = ids
  expect((await save({ address: OLD, articleId: first })).data).toEqual({ address: '/news/show.asp?id=9' })
  expect(await leadsTo('/news/show.asp?id=9')).toBe(page(first!))
  const again = await save({ address: '/NEWS/show.asp?id=9', articleId: second })
  expect(again).toMatchObject({ code: 400, data: { fields: { address: expect.stringContaining('已转到') } } })
  expect((await save({ address: OLD, articleId: second, seen: first })).code).toBe(200)
  expect(await leadsTo(OLD)).toBe(page(second!))
  const late = await save({ address: OLD, articleId: ids[2], seen: first })
  expect(late).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 叶青禾 于 \d\d:\d\d 修改/) })
  const gone = { address: '/news/show.asp?id=9', seen: second }
  expect((await editor.post('/staff/redirect/remove', gone)).code).toBe(200)
  expect(await leadsTo(OLD)).toBeUndefined()
  expect((await editor.post('/staff/redirect/remove', gone)).code).toBe(404)
})

test('an address of this site, or an article that is not there, is refused at its field', async () => {
  for (const [sent, field] of [
    [{ address: '/admin/home', articleId: ids[0] }, 'address'],
    [{ address: '/', articleId: ids[0] }, 'address'],
    [{ address: '/x.htm', articleId: 999_999 }, 'articleId'],
  ] as const)
    expect(await save(sent)).toMatchObject({ code: 400, data: { fields: { [field]: expect.any(String) } } })
})

test('they are found by address or title, and leave as a workbook with the same rows', async () => {
  await save({ address: '/a/1.htm', articleId: ids[0] })
  await save({ address: '/a/2.htm', articleId: ids[1] })
  for (let n = 1; n <= 12; n++) await save({ address: `/older/${n}/${n * n}.htm`, articleId: ids[n % 2] })
  const find = async (key: string) => (await editor.get('/staff/redirect/list', { key })).data.list
  const [row] = await find('/A/1')
  expect(row).toMatchObject({ address: '/a/1.htm', articleId: ids[0], isPublic: true, route: page(ids[0]!) })
  expect((await find(row.title)).map(({ address }: { address: string }) => address)).toContain('/a/1.htm')
  expect(await find('%')).toEqual([])
  const headers = { cookie: (await staffSession(site, 'editor')).cookie, 'sec-fetch-site': 'same-origin' }
  const { rawPayload } = await site.app.inject({ url: '/api/staff/redirect/export?key=/a/', headers })
  const rows = textsOf(await sheetOf(rawPayload))
  expect(rows.map(([address]) => address)).toEqual(['旧网址', '/a/1.htm', '/a/2.htm'])
  const all = await site.app.inject({ url: '/api/staff/redirect/export', headers })
  const { total } = (await editor.get('/staff/redirect/list')).data
  expect(textsOf(await sheetOf(all.rawPayload))).toHaveLength(1 + total)
})
