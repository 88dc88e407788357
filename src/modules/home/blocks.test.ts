import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'
import { homeBlock } from './server/tables.ts'

setUpSite({ demo: true })
const editor = setUpStaff('editor')

type Block = { id: number; kind: string; heading: string; catalogId: number | null; articles: { title: string }[] }
type Page = { blocks: Block[]; courses: object[]; members: object[] }
type Row = { id: number; name: string; lacks: string; values: Record<string, unknown>; version: string }
const page = async (of = site) => (await of.get<Page>('/cms/index/noLogin/home')).data
const list = async () =>
  (await editor.get<{ order: string; list: Row[] }>('/staff/record/list', { type: 'homeBlock' })).data
const change = async (name: string, values: Record<string, unknown>) => {
  const row = (await list()).list.find(each => each.name === name)!
  return editor.post('/staff/record/save', {
    type: 'homeBlock',
    id: row.id,
    version: row.version,
    form: { ...row.values, ...values },
  })
}

const AT_FIRST = [
  ['news', '新闻动态', 3, 9],
  ['quickLinks', '', null, 0],
  ['figures', '', null, 0],
  ['notices', '通知公告', 4, 4],
  ['courses', '培训报名', null, 0],
  ['qualificationRoll', '单位能力评价公示', null, 0],
  ['personRoll', '人员证书公示', null, 0],
  ['memberRoll', '新入会单位', null, 0],
  ['advert', '', null, 0],
  ['documents', '政策法规', 6, 4],
  ['documents', '标准化', 7, 4],
  ['faces', '会员风采', 24, 3],
  ['party', '党建工作', 5, 4],
  ['links', '友情链接', null, 0],
]
/** Numbers of articles that a site of that version showed. */
const ROWS_BEFORE = { news: 8, notices: 7, documents: 6, faces: 3, party: 5 }
const shape = ({ blocks }: Page) =>
  blocks.map(({ kind, heading, catalogId, articles }) => [kind, heading, catalogId, articles.length])

describe('the home page', () => {
  test('is made of the blocks that staff arrange, each with the articles of its column', async () => {
    expect(shape(await page())).toEqual(AT_FIRST)
    const { data } = await site.get('/catalog/a', { catalogId: 4, pageSize: 4 })
    expect((await page()).blocks[3]!.articles).toEqual(data.list)
  })

  test('shows another column under another heading, as many rows as staff say', async () => {
    expect((await change('通知公告', { heading: '公示', column: '42', rows: 3 })).code).toBe(200)
    const { heading, catalogId, articles } = (await page()).blocks[3]!
    expect([heading, catalogId, articles.length]).toEqual(['公示', 42, 3])
    expect((await change('公示', { heading: '通知公告', column: '4', rows: 4 })).code).toBe(200)
  })

  test('leaves out a part that the association does not use, and does not even ask for it', async () => {
    expect((await page()).courses).toHaveLength(4)
    expect((await change('培训报名', { state: 'hidden' })).code).toBe(200)
    const without = await page()
    expect(without.blocks.map(({ kind }) => kind)).not.toContain('courses')
    expect(without.courses).toEqual([])
    expect((await change('培训报名', { state: 'shown' })).code).toBe(200)
  })

  test('changes the order of its blocks', async () => {
    const { order, list: rows } = await list()
    expect(
      (await editor.post('/staff/record/move', { type: 'homeBlock', id: rows[12]!.id, position: 2, order })).code,
    ).toBe(200)
    expect((await page()).blocks[1]!.kind).toBe('party')
    const { order: now } = await list()
    expect(
      (await editor.post('/staff/record/move', { type: 'homeBlock', id: rows[12]!.id, position: 13, order: now })).code,
    ).toBe(200)
    expect(shape(await page())).toEqual(AT_FIRST)
  })

  test('draws no block whose column is hidden, and the desk says why', async () => {
    await site.services.db.execute(sql`update catalogue set hidden = true where id = 5`)
    expect((await page()).blocks.map(({ kind }) => kind)).not.toContain('party')
    expect((await list()).list.find(({ name }) => name === '党建工作')!.lacks).toBe('栏目未公开')
    await site.services.db.execute(sql`update catalogue set hidden = false where id = 5`)
  })

  test('a block is refused without its heading, column or number of rows, and a second of most kinds', async () => {
    const save = async (form: Record<string, unknown>) =>
      (await editor.post('/staff/record/save', { type: 'homeBlock', form: { state: 'shown', ...form } })).data.fields
    expect(Object.keys(await save({ kind: 'documents' })).sort()).toEqual(['column', 'heading', 'rows'])
    expect(await save({ kind: 'party', heading: '党建', column: '5', rows: 5 })).toEqual({
      kind: expect.stringMatching(/只能有一个/),
    })
    expect((await save({ kind: 'documents', heading: '文件', column: '35', rows: 21 })).rows).toMatch(/20/)
  })

  test('a block is added and deleted again', async () => {
    const form = { kind: 'documents', heading: '团体标准', column: '73', rows: 2, state: 'shown' }
    const { data } = await editor.post('/staff/record/save', { type: 'homeBlock', form })
    expect((await page()).blocks.at(-1)).toMatchObject({ heading: '团体标准', catalogId: 73 })
    const { version } = (await list()).list.find(({ id }) => id === data.id)!
    expect((await editor.post('/staff/record/remove', { type: 'homeBlock', id: data.id, version })).code).toBe(200)
    expect(shape(await page())).toEqual(AT_FIRST)
  })
})

test('a new site has the certificate check and nothing that leads nowhere', async () => {
  const fresh = await startApp()
  expect((await page(fresh)).blocks.map(({ kind }) => kind)).toEqual(['quickLinks', 'figures'])
  await fresh.close()
})

test('a site of the version before keeps its home page and its side panel', async () => {
  const { db } = site.services
  const before = [await page(), (await site.get('/cms/index/noLogin/navigation')).data] as const
  await db.delete(homeBlock)
  await db.execute(sql`delete from quick_link`)
  await db.execute(sql`delete from named_place`)
  const migration = readFileSync('drizzle/0013_own_records.sql', 'utf8').split('--> statement-breakpoint')
  const carried = migration.filter(statement =>
    /^\s*(--.*\n)?insert into (named_place|quick_link|home_block)/m.test(statement),
  )
  expect(carried).toHaveLength(4)
  for (const statement of carried) await db.execute(sql.raw(statement))
  const after = [await page(), (await site.get('/cms/index/noLogin/navigation')).data] as const
  const blocks = shape(after[0]).map(([kind, heading, column]) => [kind, heading, column])
  expect(blocks.toSorted()).toEqual(AT_FIRST.map(([kind, heading, column]) => [kind, heading, column]).toSorted())
  for (const [kind, rows] of Object.entries(ROWS_BEFORE))
    expect(after[0].blocks.find(block => block.kind === kind)!.articles).toHaveLength(rows)
  const links = ({ links }: { links: { id: number }[] }) => links.map(link => ({ ...link, id: 0 }))
  // The charter became a named place later.
  const known = before[1].places.filter(({ code }: { code: string }) => code !== 'charter')
  expect([after[1].places, links(after[1])]).toEqual([known, links(before[1])])
})
