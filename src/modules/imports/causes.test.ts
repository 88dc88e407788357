import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { residentId, workbookOf } from '#test/support/workbooks.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const CERTIFICATES = ['证书编号', '姓名', '证件号码', '证书种类', '级别', '发证日期', '有效期至']
const ARTICLES = ['旧网址', '标题', '栏目', '发布时间', '正文']

test('five hundred certificates of a kind that nobody knows are one cause, with its count and its list', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => [
    `旧-${i}`,
    '王明',
    residentId(3000 + i),
    '没有的种类',
    '',
    '2024-05-06',
    '2028-05-05',
  ])
  rows[7]![5] = '2024-13-01'
  const { id } = await admin.check('personnel', await workbookOf([CERTIFICATES, ...rows]))
  const { data: causes } = await admin.get('/staff/import/causes', { id })
  expect(causes[0]).toMatchObject({
    heading: '证书种类',
    cause: expect.stringMatching(/^“…”不在可选值之中/),
    firstRow: 2,
  })
  const total = causes.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  expect(total).toBe((await admin.get('/staff/import/faults', { id })).data.total)
  for (const { heading, cause, count } of causes)
    expect((await admin.get('/staff/import/faults', { id, heading, cause })).data.total).toBe(count)
  expect(causes[0].count).toBeGreaterThan(490)
})

test('a column that there is once is found by its own name; of two that are called alike the ones above are asked for', async () => {
  const row = (n: number, column: string) => [`/old/${n}.html`, `旧文 ${n}`, column, '2020-01-02', '正文']
  const { id, added } = await admin.check(
    'articles',
    await workbookOf([ARTICLES, row(1, '法律法规'), row(2, '没有的栏目')]),
  )
  expect(added).toBe(1)
  const faults = await admin.faults(id)
  expect(faults).toMatchObject([{ heading: '栏目', message: expect.stringMatching(/“没有的栏目”不在可选值之中/) }])
  const { data } = await admin.get('/staff/record/list', { type: 'catalogue' })
  const other = data.list.find(({ name }: { name: string }) => name === '协会动态')
  const saved = await admin.post('/staff/record/save', {
    type: 'catalogue',
    id: other.id,
    version: other.version,
    form: { ...other.values, name: '法律法规' },
  })
  expect(saved.code, saved.msg).toBe(200)
  const again = await admin.check(
    'articles',
    await workbookOf([ARTICLES, row(3, '法律法规'), row(4, '政策法规 › 法律法规')]),
  )
  expect(again.added).toBe(1)
  expect((await admin.faults(again.id))[0].message).toMatch(/有 2 个“法律法规”，请写明上级：.*政策法规 › 法律法规/)
})
