import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { article } from '../server/tables.ts'
import { findMoved } from './server/places.ts'

type Site = Awaited<ReturnType<typeof startApp>>
type Editor = Awaited<ReturnType<typeof asStaff>>

let demo: Site
let fresh: Site
let editor: Editor
let first: Editor
beforeAll(async () => {
  demo = await startApp({ demo: true })
  editor = await asStaff(demo, 'editor')
  fresh = await startApp()
  first = await asStaff(fresh, await staffWith(fresh, ['editor']))
})
afterAll(async () => {
  await demo.close()
  await fresh.close()
})

type Navigation = {
  places: { code: string; route: string }[]
  links: { id: number; name: string; shownIn: string; route: string | null }[]
}
type Bound = { version: string; values: Record<string, unknown> }
type Row = { id: number; name: string; version: string; isShown: boolean; values: Record<string, string> }
const NAVIGATION = '/cms/index/noLogin/navigation'
const routeOf = async (site: Site, code: string) =>
  (await site.get<Navigation>(NAVIGATION)).data.places.find(place => place.code === code)?.route
const linked = async (site: Site, shownIn: string) =>
  (await site.get<Navigation>(NAVIGATION)).data.links
    .filter(link => link.shownIn === shownIn)
    .map(({ name, route }) => [name, route])
const bind = async (by: Editor, places: Record<string, unknown>) => {
  const { version, values } = (await by.get<Bound>('/staff/namedPlace')).data
  return by.post('/staff/namedPlace/save', { version, form: { ...values, ...places } })
}
const addColumn = async (by: Editor, form: Record<string, unknown>): Promise<number> =>
  (
    await by.post('/staff/record/save', {
      type: 'catalogue',
      form: { parentId: 'top', articleType: 'news', flags: [], ...form },
    })
  ).data.id
const linkList = async (by: Editor) =>
  (await by.get<{ order: string; list: Row[] }>('/staff/record/list', { type: 'quickLink' })).data

describe('on the demo site', () => {
  test('the joining form is told where the charter stands, and nothing where none is named', async () => {
    expect(await routeOf(demo, 'charter')).toMatch(/^\/admin\/news\/info\/\d+$/)
    expect(await routeOf(fresh, 'charter')).toBeUndefined()
  })

  test('the quick links lead to where spec.md says', async () => {
    expect(await linked(demo, 'side')).toEqual([
      ['入会申请', '/admin/news/list-info/3467?pa=26'],
      ['联系我们', '/admin/news/info/35'],
      ['官方微信', null],
      ['下载专区', '/admin/news/list/26'],
    ])
    expect(await linked(demo, 'home')).toEqual([
      ['入会申请', '/admin/news/list-info/3467?pa=26'],
      ['证书查验', '/admin/verify'],
      ['表格下载', '/admin/news/list/26'],
      ['联系协会', '/admin/news/info/35'],
    ])
  })

  test('who binds a place to another column moves every link to it, and back by the log', async () => {
    const id = await addColumn(editor, { name: '资料下载', type: '列表' })
    expect((await bind(editor, { downloads: String(id) })).code).toBe(200)
    expect(await routeOf(demo, 'downloads')).toBe(`/admin/news/list/${id}`)
    expect(await linked(demo, 'side')).toContainEqual(['下载专区', `/admin/news/list/${id}`])
    const admin = await asStaff(demo, 'admin')
    const [line] = (await admin.get('/staff/audit/list', { objectType: 'namedPlace' })).data.list
    expect((await admin.post('/staff/audit/restore', { id: line.id })).code).toBe(200)
    expect(await routeOf(demo, 'downloads')).toBe('/admin/news/list/26')
  })

  test('a place takes only what it can be, and the second of two is told who was first', async () => {
    const { version, values } = (await editor.get<Bound>('/staff/namedPlace')).data
    const wrong = await bind(editor, { downloads: '35', contact: '26', joining: 999_999 })
    expect(wrong.code).toBe(400)
    expect(Object.keys(wrong.data.fields).sort()).toEqual(['contact', 'downloads'])
    expect((await bind(editor, { joining: 999_999 })).data.fields.joining).toMatch(/没有这篇文章/)
    expect((await bind(editor, { trainingNotices: '41' })).code).toBe(200)
    const late = await editor.post('/staff/namedPlace/save', { version, form: values })
    expect(late).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 叶青禾 于/) })
    expect((await bind(editor, { trainingNotices: '101' })).code).toBe(200)
  })

  test('quick links are added, put in order and deleted; an address is needed where one is chosen', async () => {
    const form = { name: '证书', shownIn: 'side', icon: 'shield', target: 'address' }
    expect((await editor.post('/staff/record/save', { type: 'quickLink', form })).data.fields.url).toMatch(/请填写网址/)
    const qr = await editor.post('/staff/record/save', {
      type: 'quickLink',
      form: { ...form, shownIn: 'home', target: 'wechat' },
    })
    expect(qr.data.fields.target).toMatch(/右侧/)
    const { data } = await editor.post('/staff/record/save', {
      type: 'quickLink',
      form: { ...form, url: '/admin/verify' },
    })
    const { order } = await linkList(editor)
    expect((await editor.post('/staff/record/move', { type: 'quickLink', id: data.id, position: 1, order })).code).toBe(
      200,
    )
    expect((await linked(demo, 'side'))[0]).toEqual(['证书', '/admin/verify'])
    const { version } = (await linkList(editor)).list.find(({ id }) => id === data.id)!
    expect((await editor.post('/staff/record/remove', { type: 'quickLink', id: data.id, version })).code).toBe(200)
    expect((await linked(demo, 'side'))[0]![0]).toBe('入会申请')
  })
})

describe('on a new site', () => {
  test('nothing leads anywhere that is not there', async () => {
    expect((await fresh.get<Navigation>(NAVIGATION)).data).toEqual({
      places: [],
      links: [expect.objectContaining({ name: '证书查验', shownIn: 'home', route: '/admin/verify' })],
    })
    expect((await linkList(first)).list.filter(({ isShown }) => isShown).map(({ name }) => name)).toEqual(['证书查验'])
    expect(await findMoved(fresh.services, '/admin/news/list/26')).toBeUndefined()
  })

  test('the menu has no column whose page is not written yet; with its page it is there', async () => {
    const parentId = String(await addColumn(first, { name: '概况', type: '列表' }))
    const id = await addColumn(first, { name: '简介', type: '内容', parentId })
    const inMenu = async () => {
      const menu = (await fresh.get<{ name: string; list: { name: string }[] }[]>('/catalog')).data
      return menu.find(({ name }) => name === '概况')!.list.map(({ name }) => name)
    }
    expect(await inMenu()).toEqual([])
    await fresh.services.db.insert(article).values({
      catalogueId: id,
      title: '简介',
      content: '<p>成立于今年。</p>',
      plain: '成立于今年。',
      status: 'published',
      publishedAt: new Date(),
    })
    expect(await inMenu()).toEqual(['简介'])
  })

  test('the address of spec.md leads to the column that the site has for it', async () => {
    const id = await addColumn(first, { name: '下载', type: '列表' })
    expect((await bind(first, { downloads: String(id) })).code).toBe(200)
    const moved = { status: 302, location: `/admin/news/list/${id}` }
    expect(await findMoved(fresh.services, '/admin/news/list/26?pageNum=2')).toEqual(moved)
    expect(await findMoved(fresh.services, '/admin/news/list/27')).toBeUndefined()
  })

  test('a page that nobody has written yet is not linked', async () => {
    const id = await addColumn(first, { name: '联系方式', type: '内容' })
    expect((await bind(first, { contact: String(id) })).code).toBe(200)
    expect(await routeOf(fresh, 'contact')).toBeUndefined()
    expect(await linked(fresh, 'side')).toEqual([['下载专区', expect.stringMatching(/^\/admin\/news\/list\/\d+$/)]])
  })

  test('a column is kept as long as a place is bound to it', async () => {
    const [place] = (await fresh.get<Navigation>(NAVIGATION)).data.places
    const id = Number(place!.route.match(/\d+$/))
    const column = async () =>
      (await first.get<{ list: Row[] }>('/staff/record/list', { type: 'catalogue' })).data.list.find(
        row => row.id === id,
      )!
    const remove = async () =>
      first.post('/staff/record/remove', { type: 'catalogue', id, version: (await column()).version })
    expect(await remove()).toMatchObject({ code: 409, msg: expect.stringContaining('“下载专区”') })
    const { version, values } = await column()
    const hidden = await first.post('/staff/record/save', {
      type: 'catalogue',
      id,
      version,
      form: { ...values, flags: ['hidden'] },
    })
    expect(hidden.data.fields.type).toContain('“下载专区”')
    expect((await bind(first, { downloads: null })).code).toBe(200)
    expect(await routeOf(fresh, 'downloads')).toBeUndefined()
    expect((await remove()).code).toBe(200)
  })
})
