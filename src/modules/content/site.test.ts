import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, minute, startOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffSession } from '#test/support/make.ts'
import { uploadPicture } from '#test/support/uploads.ts'
import { expireTimedPages } from './server/timedPages.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let editor: Awaited<ReturnType<typeof asStaff>>
let admin: typeof editor
let cookie: string
beforeAll(async () => {
  cookie = (await staffSession(site, 'editor')).cookie
  editor = site.as({ cookie })
  admin = await asStaff(site, 'admin')
})

type Row = { id: number; name: string; values: Record<string, unknown>; version: string; parentId: number | null }
const list = async (type: string) =>
  (await editor.get<{ order: string; list: Row[] }>('/staff/record/list', { type })).data
const row = async (type: string, id: number) => (await list(type)).list.find(each => each.id === id)!
const change = async (type: string, id: number, values: Record<string, unknown>, by = editor) => {
  const { version, values: now } = await row(type, id)
  return by.post('/staff/record/save', { type, id, version, form: { ...now, ...values } })
}
const add = (type: string, form: Record<string, unknown>) => editor.post('/staff/record/save', { type, form })
const remove = async (type: string, id: number) =>
  editor.post('/staff/record/remove', { type, id, version: (await row(type, id)).version })

const picture = (width: number, height: number) => uploadPicture(site, cookie, { width, height })

/** Shanghai time `minutes` from now. */
const moment = (minutes: number) =>
  new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

describe('the columns', () => {
  type Entry = { catalogId: number; name: string; list: Entry[] }
  const menu = async () => (await site.get<Entry[]>('/catalog')).data

  test('change their order, and the public menu with them', async () => {
    const { order } = await list('catalogue')
    expect((await editor.post('/staff/record/move', { type: 'catalogue', id: 11, position: 2, order })).code).toBe(200)
    expect((await menu()).slice(0, 3).map(({ name }) => name)).toEqual(['首页', '科技奖励', '协会概况'])
    const late = await admin.post('/staff/record/move', { type: 'catalogue', id: 12, position: 1, order })
    expect(late).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 叶青禾 于/) })
  })

  test('move into another column and out to the top level', async () => {
    const move = async (id: number, into: string, position: number) =>
      editor.post('/staff/record/move', {
        type: 'catalogue',
        id,
        into,
        position,
        order: (await list('catalogue')).order,
      })
    expect((await move(122, '3', 1)).code).toBe(200)
    expect((await menu()).find(({ catalogId }) => catalogId === 3)!.list[0]!.catalogId).toBe(122)
    expect((await move(122, 'top', 3)).code).toBe(200)
    expect((await menu())[2]!.catalogId).toBe(122)
    expect((await move(3, '4', 1)).data.fields.parentId).toMatch(/两级/)
    expect((await move(122, '12', 2)).code).toBe(200)
  })

  test('are added, hidden and renamed; visitors see it at once', async () => {
    const form = { name: '年报公开', parentId: '2', type: '列表', articleType: 'news', flags: [] }
    const { data } = await add('catalogue', form)
    expect(JSON.stringify(await menu())).toContain('年报公开')
    await change('catalogue', data.id, { flags: ['hidden'] })
    expect(JSON.stringify(await menu())).not.toContain('年报公开')
    await change('catalogue', data.id, { name: '年度报告', flags: [] })
    expect(JSON.stringify(await menu())).toContain('年度报告')
    expect((await remove('catalogue', data.id)).code).toBe(200)
  })

  test.each(['//evil.example', 'http://example.com', 'javascript:alert(1)', '/\\evil.example', 'admin/verify', ''])(
    'lead nowhere but into this site or to https: %j is refused',
    async path => {
      const { code, data } = await add('catalogue', {
        name: '去',
        parentId: 'top',
        type: '跳转',
        articleType: 'news',
        path,
      })
      expect([code, typeof data.fields.path]).toEqual([400, 'string'])
    },
  )

  test('whoever must sign in is not sent to another site', async () => {
    const form = { name: '外站', parentId: 'top', type: '跳转', articleType: 'news', path: 'https://example.com/' }
    expect((await add('catalogue', { ...form, flags: ['needLogin'] })).data.fields.path).toMatch(/本站/)
  })

  test('are deleted only when empty, which says what is in them; their articles can go to another', async () => {
    const refused = await remove('catalogue', 73)
    expect(refused).toMatchObject({ code: 409, msg: expect.stringMatching(/“团体标准”里还有 \d+ 篇文章/) })
    const before = (await site.get('/catalog/a', { catalogId: 72 })).data.total
    const { data } = await editor.post('/staff/catalogue/moveArticles', { id: 73, to: 72 })
    expect(data.moved).toBeGreaterThan(0)
    expect((await site.get('/catalog/a', { catalogId: 72 })).data.total).toBe(before + data.moved)
    expect((await remove('catalogue', 73)).code).toBe(200)
    expect((await editor.post('/staff/catalogue/moveArticles', { id: 72, to: 84 })).code).toBe(400)
    expect((await remove('catalogue', 7)).msg).toMatch(/子栏目/)
  })

  test.each([26, 35])('column %i, to which every page leads, stays as it is', async id => {
    expect(await remove('catalogue', id)).toMatchObject({ code: 409, msg: expect.stringMatching(/常用位置/) })
    expect((await change('catalogue', id, { flags: ['hidden'] })).data.fields.type).toMatch(/常用位置/)
    expect((await change('catalogue', 2, { flags: ['hidden'] })).data.fields.flags).toMatch(/协会章程/)
  })

  test('a change of two at once is refused to the second, until that one has seen it', async () => {
    const { version, values } = await row('catalogue', 36)
    await change('catalogue', 36, { description: '各分会。' }, admin)
    const form = { ...values, description: '各专业分会。' }
    expect((await editor.post('/staff/record/save', { type: 'catalogue', id: 36, version, form })).msg).toMatch(
      /^已由 关毅 于/,
    )
    expect((await change('catalogue', 36, { description: '各专业分会。' })).code).toBe(200)
  })
})

describe('the banners', () => {
  const shown = async () => (await site.get('/cms/index/noLogin/banner')).data

  test('show a new picture at once, in the copies that fit the screen', async () => {
    const [file, mobileFile] = [await picture(1920, 640), await picture(750, 600)]
    const form = {
      place: 'home',
      title: '新年快乐',
      alt: '雪中的锅炉房',
      file,
      mobileFile,
      linkUrl: '/admin/news/list/21',
    }
    expect((await add('banner', form)).code).toBe(200)
    const last = (await shown()).at(-1)
    expect(last).toMatchObject({ title: '新年快乐', imgUrl: `/api/file/${file}?w=1600` })
    const { headers } = await site.app.inject({ url: last.imgUrl })
    expect(headers['content-type']).toBe('image/webp')
  })

  test('whose picture was exchanged get it back from the history, by whomever', async () => {
    const { id, name } = (await list('banner')).list[1]!
    const before = (await shown()).find((each: Row) => each.id === id)
    await change('banner', id, { file: await picture(1800, 600), mobileFile: await picture(800, 640) })
    expect((await shown()).find((each: Row) => each.id === id).imgUrl).not.toBe(before.imgUrl)
    const { data } = await admin.get('/staff/site/history', { objectType: 'banner', objectId: id })
    expect(data.list[0]).toMatchObject({ objectName: name, actorName: '叶青禾', canRestore: true })
    expect(await admin.post('/staff/site/restore', { id: data.list[0].id })).toMatchObject({ code: 200 })
    expect((await shown()).find((each: Row) => each.id === id)).toEqual(before)
  })

  test('of a wrong size are refused with the size that fits', async () => {
    const [file, mobileFile] = [await picture(800, 800), await picture(300, 240)]
    const { data } = await add('banner', { place: 'home', title: '方', alt: '方', file, mobileFile })
    expect(data.fields).toEqual({
      file: '图片是 800 × 800 像素，应接近 1920 × 640，宽至少 1600',
      mobileFile: '图片是 300 × 240 像素，应接近 750 × 600，宽至少 640',
    })
  })

  test('are shown between their moments only', async () => {
    const { id } = (await list('banner')).list[0]!
    const count = (await shown()).length
    await change('banner', id, { startsAt: moment(10), endsAt: moment(20) })
    expect(await shown()).toHaveLength(count - 1)
    expect((await change('banner', id, { startsAt: moment(10), endsAt: moment(5) })).data.fields.endsAt).toMatch(/晚于/)
    await change('banner', id, { startsAt: moment(-10), endsAt: moment(20) })
    expect(await shown()).toHaveLength(count)
  })
})

test('links change at once, and one shown as a picture needs one', async () => {
  const form = { name: '演示媒体', url: 'example.com/media', group: '行业媒体', kind: 'text' }
  expect((await add('link', { ...form, kind: 'picture' })).data.fields.logo).toMatch(/请上传图片/)
  await add('link', form)
  const { data } = await site.get<{ name: string; url: string }[]>('/link')
  expect(data.at(-1)).toMatchObject({ name: '演示媒体', url: 'https://example.com/media' })
})

describe('announcements', () => {
  const shown = async () => (await site.get<{ text: string }[]>('/cms/index/noLogin/announcement')).data
  const texts = async () => (await shown()).map(({ text }) => text)

  test('stand above every page between their moments, the urgent first', async () => {
    const of = (text: string, level: string, startsAt: string, endsAt?: string) =>
      add('announcement', { text, level, startsAt, endsAt })
    expect((await of('系统维护', 'info', moment(-5), moment(60))).code).toBe(200)
    await of('暴雨停课', 'urgent', moment(-10))
    await of('明天的事', 'info', moment(60))
    await of('昨天的事', 'info', moment(-60), moment(-30))
    expect(await texts()).toEqual(['暴雨停课', '系统维护'])
    const { list: rows } = await list('announcement')
    expect(rows.map(each => [each.name, (each as unknown as { stateName: string }).stateName])).toContainEqual([
      '明天的事',
      '未开始',
    ])
    for (const { id } of rows) await remove('announcement', id)
    expect(await texts()).toEqual([])
  })

  test('without words or with a foreign address are refused', async () => {
    const { data } = await add('announcement', { level: 'info', startsAt: '明天', linkUrl: '//example.com' })
    expect(Object.keys(data.fields).sort()).toEqual(['linkUrl', 'startsAt', 'text'])
  })
})

test('the emblem and the pictures to be scanned are exchanged, and can be put back', async () => {
  const { data: before } = await editor.get('/staff/pictures')
  const shown = async () => (await site.get('/config/public')).data.association
  const old = await shown()
  const [logo, share, picture1] = [await picture(200, 200), await picture(1200, 630), await picture(300, 300)]
  const form = { ...before.values, logo, share, name1: '协会视频号', picture1 }
  const flat = await picture(500, 100)
  const wrong = { ...form, logo: flat, share: logo, picture1: flat, name2: '' }
  const refused = await editor.post('/staff/pictures/save', { version: before.version, form: wrong })
  expect(Object.keys(refused.data.fields).sort()).toEqual(['logo', 'name2', 'picture1', 'share'])
  expect((await editor.post('/staff/pictures/save', { version: before.version, form })).code).toBe(200)
  const now = await shown()
  expect(now.qr[0]).toEqual({ name: '协会视频号', imgUrl: `/api/file/${picture1}` })
  expect(now).toMatchObject({ logo: `/api/file/${logo}`, share: `/api/file/${share}` })
  const { data } = await editor.get('/staff/site/history', { objectType: 'setting', pageSize: 1 })
  expect((await editor.post('/staff/site/restore', { id: data.list[0].id })).code).toBe(200)
  expect(await shown()).toEqual(old)
})

test('a wide logo is accepted and marked as too wide for icons, until a square one takes its place', async () => {
  const { version, values } = (await editor.get('/staff/pictures')).data
  const logo = await picture(480, 120)
  const { data } = await editor.post('/staff/pictures/save', { version, form: { ...values, logo } })
  const { association } = (await site.get('/config/public')).data
  expect(association).toMatchObject({ logo: `/api/file/${logo}`, logoIsWide: true })
  const form = { ...values, logo: await picture(200, 200) }
  expect((await editor.post('/staff/pictures/save', { version: data.version, form })).code).toBe(200)
  expect((await site.get('/config/public')).data.association.logoIsWide).toBe(false)
})

test('kept pages are told when something begins or ends by the clock, once for all processes', async () => {
  // Stays within one day, because every midnight invalidates all pages.
  const noon = startOf(addDays(dayOf(new Date()), 1)).getTime() + 12 * 3_600_000
  const at = (minutes: number) => ({ ...site.services, now: new Date(noon + minutes * 60_000) })
  const written = (minutes: number) => minute(at(minutes).now.toISOString())
  await expireTimedPages(at(0))
  await add('announcement', { text: '即将开始', level: 'info', startsAt: written(10), endsAt: written(20) })
  expect(await expireTimedPages(at(5))).toBe(false)
  const both = await Promise.all([expireTimedPages(at(12)), expireTimedPages(at(12))])
  expect(both.sort()).toEqual([false, true])
  expect(await expireTimedPages(at(15))).toBe(false)
  expect(await expireTimedPages(at(25))).toBe(true)
  expect(await expireTimedPages(at(3))).toBe(false)
  expect(await expireTimedPages(at(13 * 60))).toBe(true)
})
