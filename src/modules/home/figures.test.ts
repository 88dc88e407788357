import { expect, test } from 'vitest'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'

setUpSite({ demo: true })

const editor = setUpStaff('editor')
const admin = setUpStaff('admin')

type Row = { id: number; name: string; num: number; values: Record<string, string>; version: string }
const list = async () =>
  (await editor.get<{ order: string; list: Row[] }>('/staff/record/list', { type: 'figure' })).data
const row = async (name: string) => (await list()).list.find(each => each.name === name)!
const shown = async () =>
  (await site.get<{ list: { name: string; num: number; unit: string }[] }>('/num/num')).data.list
const change = async (name: string, values: Record<string, string>, by = editor) => {
  const { id, version, values: now } = await row(name)
  return by.post('/staff/record/save', { type: 'figure', id, version, form: { ...now, ...values } })
}
const history = async (objectId: number) =>
  (await editor.get('/staff/site/history', { objectType: 'figure', objectId })).data.list

test('the desk shows the numbers that visitors see', async () => {
  expect((await list()).list.map(({ name, num }) => [name, num])).toEqual(
    (await shown()).map(({ name, num }) => [name, num]),
  )
  expect((await editor.get('/staff/figure/count', { source: 'member' })).data.num).toBe((await row('会员单位')).num)
})

test('the number of articles and of people trained open a list with exactly so many', async () => {
  const figures = (await site.get<{ list: { code: string; num: number; route: string }[] }>('/num/num')).data.list
  const figure = (code: string) => figures.find(one => one.code === code)!
  const articles = await site.get<{ total: number; list: object[] }>('/catalog/a', { pageSize: 100 })
  expect(figure('article')).toMatchObject({ route: '/admin/home/search', num: articles.data.total })
  const [, query] = figure('trained').route.split('?')
  type Courses = { list: { trained: number }[]; total: number }
  const courses = await site.get<Courses>('/app/training/list', {
    ...Object.fromEntries(new URLSearchParams(query)),
    pageSize: 100,
  })
  expect(courses.data.list.length).toBe(courses.data.total)
  expect(courses.data.list.reduce((sum, { trained }) => sum + trained, 0)).toBe(figure('trained').num)
})

test('who changed a figure is found, and what it was is put back', async () => {
  const before = (await shown())[1]!
  expect((await change('有效单位证书', { label: '持证单位', unit: '家', source: 'personMember' }, admin)).code).toBe(
    200,
  )
  expect((await shown())[1]).toMatchObject({ name: '持证单位', unit: '家' })
  const [line] = await history((await row('持证单位')).id)
  expect(line).toMatchObject({ actorName: '关毅', act: '修改', canRestore: true })
  expect(line.changes).toContainEqual({ name: '统计', before: '有效单位证书', after: '个人会员' })
  expect((await editor.post('/staff/site/restore', { id: line.id })).code).toBe(200)
  expect((await shown())[1]).toEqual(before)
})

test('a part of the records counts no more than all of them', async () => {
  const { data } = await editor.get<{ fields: { name: string; options?: { code: string; name: string }[] }[] }>(
    '/staff/record/list',
    { type: 'figure' },
  )
  const sources = data.fields.find(({ name }) => name === 'source')!.options!
  const count = async (source: string) => (await editor.get('/staff/figure/count', { source })).data.num
  for (const whole of ['member', 'qualification', 'personnel']) {
    const parts = sources.filter(({ code }) => code.startsWith(`${whole}:`))
    const counted = await Promise.all(parts.map(({ code }) => count(code)))
    expect(parts.length).toBeGreaterThan(1)
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(await count(whole))
  }
})

test('a number cannot be typed, and two figures cannot count the same', async () => {
  expect(await change('会员单位', { source: '500' })).toMatchObject({
    code: 400,
    data: { fields: { source: expect.any(String) } },
  })
  expect((await change('会员单位', { source: 'article' })).data.fields.source).toMatch(/公开信息/)
  expect((await change('会员单位', { label: '' })).data.fields.label).toMatch(/请填写名称/)
})

test('a hidden figure is gone from the home page, and its order is by the desk', async () => {
  await change('公开信息', { state: 'hidden' })
  expect((await shown()).map(({ name }) => name)).not.toContain('公开信息')
  const { order, list: rows } = await list()
  const first = await editor.post('/staff/record/move', { type: 'figure', id: rows[2]!.id, position: 1, order })
  expect(first.code).toBe(200)
  expect((await shown())[0]!.name).toBe(rows[2]!.name)
  const second = await admin.post('/staff/record/move', { type: 'figure', id: rows[1]!.id, position: 1, order })
  expect(second).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 叶青禾 于/) })
})

test('a figure is added at the end and deleted again', async () => {
  const form = { label: '个人会员', unit: '人', source: 'personMember', state: 'shown' }
  expect((await editor.post('/staff/record/save', { type: 'figure', form })).code).toBe(200)
  expect((await shown()).at(-1)).toMatchObject({ name: '个人会员', unit: '人' })
  const { id, version } = await row('个人会员')
  expect((await editor.post('/staff/record/remove', { type: 'figure', id, version })).code).toBe(200)
  expect((await shown()).map(({ name }) => name)).not.toContain('个人会员')
  expect((await editor.post('/staff/record/remove', { type: 'figure', id, version })).code).toBe(404)
})

test('a new installation counts the same records before anybody arranges them', async () => {
  const empty = await startApp()
  const { list } = (await empty.get('/num/num')).data as { list: { num: number }[] }
  expect(list.map(({ num }) => num)).toEqual([0, 0, 0, 0, 0, 0])
  await empty.close()
})
