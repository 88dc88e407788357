import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { by, byName, expectSorted, openRegister } from '#test/support/registers.ts'
import { PERSON_HEADINGS, personRow, sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const ARTICLES = ['旧网址', '标题', '栏目', '发布时间', '正文']
const rowsIn = async (path: string, query: Record<string, string | number>) =>
  textsOf(await sheetOf(await admin.download(path, query))).slice(1)

test('imports are found by their kind and by how far they are, and saved as they are found', async () => {
  const people = await admin.check('persons', await workbookOf([PERSON_HEADINGS, personRow(1), personRow(2)]))
  const more = []
  for (let n = 0; n < 8; n++)
    more.push(await admin.check('persons', await workbookOf([PERSON_HEADINGS, personRow(9 + n)])))
  await admin.start(people.id)
  const articles = await admin.check(
    'articles',
    await workbookOf([ARTICLES, ['/a.html', '旧文', '没有的', '', '正文']]),
  )
  const found = async (asked: Record<string, string>) => {
    const { list } = (await admin.get('/staff/import/list', { ...asked, pageSize: 50 })).data
    expect(await rowsIn('/staff/import/list/export', asked)).toHaveLength(list.length)
    return list.map(({ id }: { id: number }) => id)
  }
  const waiting = more.map(({ id }) => id).toReversed()
  expect(await found({})).toEqual(expect.arrayContaining([articles.id, ...waiting, people.id]))
  expect(await found({ kind: 'articles' })).toEqual([articles.id])
  expect(await found({ kind: 'persons' })).toEqual([...waiting, people.id])
  expect(await found({ status: 'done' })).toEqual(expect.arrayContaining([people.id]))
  expect(await found({ status: 'checked' })).toEqual([articles.id, ...waiting])
  for (const { id, kind } of [people, articles])
    expect((await admin.get('/staff/import/item', { id })).data).toMatchObject({ id, kind })
})

test('the faults of an import are its own, by heading, cause and page, and come back in its own workbook', async () => {
  const wrong = (n: number) => [`/old/${n}.html`, '', '没有的栏目', '某日', '正文']
  const many = await admin.check(
    'articles',
    await workbookOf([ARTICLES, ...Array.from({ length: 12 }, (_, n) => wrong(n))]),
  )
  const one = await admin.check(
    'articles',
    await workbookOf([ARTICLES, ['/b.html', '有标题', '没有的栏目', '2020-01-02', '正文']]),
  )
  type Fault = { row: number; heading: string; message: string }
  const faults = async (asked: Record<string, string | number>) =>
    (await admin.get('/staff/import/faults', { pageSize: 100, ...asked })).data.list as Fault[]
  expect(new Set((await faults({ id: many.id })).map(({ heading }) => heading))).toEqual(new Set(['标题', '栏目']))
  expect((await faults({ id: one.id })).map(({ heading }) => heading)).toEqual(['栏目'])
  const { data: causes } = await admin.get('/staff/import/causes', { id: many.id })
  expect((await admin.get('/staff/import/causes', { id: one.id })).data).toHaveLength(1)
  const { heading, cause } = causes.find((each: Fault) => each.heading === '标题')
  expect((await faults({ id: many.id, heading })).map(({ row }) => row)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 2),
  )
  expect(await faults({ id: many.id, heading, cause })).toHaveLength(12)
  expect(await faults({ id: many.id, heading, cause: '另一个原因' })).toEqual([])
  const asked = { id: many.id, heading, pageSize: 5 }
  const pages = [1, 2, 3].map(pageNum => faults({ ...asked, pageNum }))
  expect((await Promise.all(pages)).map(list => list.length)).toEqual([5, 5, 2])
  expect(await faults({ ...asked, pageSize: 10, pageNum: 1 })).toHaveLength(10)
  expect(await rowsIn('/staff/import/errors', { id: many.id })).toHaveLength(12)
  expect(await rowsIn('/staff/import/errors', { id: one.id })).toHaveLength(1)
})

test('imports are sorted by a heading, and their workbook has those that were picked out', async () => {
  await admin.check('persons', await workbookOf([PERSON_HEADINGS, personRow(31), personRow(32)]))
  const articles = await admin.check(
    'articles',
    await workbookOf([ARTICLES, ['/c.html', '旧文', '没有的', '', '正文']]),
    {},
    '文章.xlsx',
  )
  const path = '/staff/import/list'
  const batches = await openRegister(site, path, 'admin', path)
  await expectSorted(
    batches,
    { columns: 'id,fileName,rows,added,bad,createTime' },
    {
      id: by(row => row.id),
      fileName: byName(row => row.fileName),
      rows: by(row => row.rows),
      added: by(row => row.added),
      bad: by(row => row.bad),
      createTime: by(row => Date.parse(row.createTime)),
    },
  )
  expect(await batches.workbook({ ids: String(articles.id) })).toMatchObject([
    { 编号: String(articles.id), 数据: '原网站文章', 状态: '待导入', 行数: '1', 有问题: '1' },
  ])
})
