import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { residentId, workbookOf } from '#test/support/workbooks.ts'
import { importFault, importMend } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const PERSONS = ['姓名', '证件号码', '所在省份', '学历']
const row = (n: number, over: { id?: string; province?: string } = {}) => [
  `补正${'甲乙丙丁戊己庚辛'[n % 8]}`,
  over.id ?? residentId(7000 + n),
  over.province ?? '山东',
  '本科',
]
type Unknown = {
  name: string
  heading: string
  value: string
  count: number
  options: { code: string; name: string }[]
}
const unknownIn = async (id: number): Promise<Unknown[]> => (await admin.get('/staff/import/unknown', { id })).data

test('words that are no choice are said once to mean one, for all rows and for the next sheet; a wrong one is taken back', async () => {
  const rows = [row(0, { province: '鲁' }), row(1, { province: '鲁' }), row(2, { province: '苏' }), row(3)]
  const { id, bad } = await admin.check('persons', await workbookOf([PERSONS, ...rows]))
  expect(bad).toBe(3)
  const unknown = await unknownIn(id)
  expect((await admin.get('/staff/import/unknown', { id: 999_999 })).code).toBe(404)
  expect(unknown.map(({ heading, value, count }) => [heading, value, count])).toEqual([
    ['所在省份', '鲁', 2],
    ['所在省份', '苏', 1],
  ])
  expect(unknown[0]!.options).toContainEqual({ code: '370000', name: expect.stringContaining('山东') })
  const mean = (meanings: object[]) => admin.post('/staff/import/mean', { id, meanings })
  const name = unknown[0]!.name
  expect(await mean([{ name, value: '鲁', code: '999999' }])).toMatchObject({ code: 400 })
  expect(
    await mean([
      { name, value: '鲁', code: '370000' },
      { name, value: '苏', code: '320000' },
    ]),
  ).toMatchObject({ code: 200 })
  expect(await admin.settled(id)).toMatchObject({ status: 'checked', added: 4, bad: 0 })

  const next = await admin.check('persons', await workbookOf([PERSONS, row(4, { province: '鲁' })]))
  expect(next).toMatchObject({ added: 1, bad: 0 })
  await admin.start(next.id)
  const [entered] = await site.services.db
    .select()
    .from(person)
    .where(eq(person.name, row(4)[0]!))
  expect(entered!.provinceCode).toBe('370000')

  const meanings = (await admin.get('/staff/import/meanings', { kind: 'persons' })).data
  expect(meanings).toMatchObject([{ heading: '所在省份', said: '鲁', meant: expect.stringContaining('山东') }, {}])
  expect((await admin.get('/staff/import/meanings', { kind: 'personnel' })).data).toEqual([])
  expect(await admin.post('/staff/import/forget', { id: meanings[0].id })).toMatchObject({ code: 200 })
  expect((await admin.check('persons', await workbookOf([PERSONS, row(5, { province: '鲁' })]))).bad).toBe(1)
})

test('cells are mended where they stand, and the same sheet is checked again; what it says is sealed', async () => {
  const wrong = residentId(7010).replace(/.$/, last => (last === '1' ? '2' : '1'))
  const rows = [row(0, { id: wrong }), row(6)]
  const { id } = await admin.check('persons', await workbookOf([PERSONS, ...rows]))
  const [fault] = await admin.faults(id)
  expect(fault).toMatchObject({ cell: 'B2', heading: '证件号码', name: 'idNumber', said: wrong, who: rows[0]![0] })
  const { db } = site.services
  const mend = (value: string, name = 'idNumber') =>
    admin.post('/staff/import/mend', { id, cells: [{ row: 2, name, value }] })
  expect(await mend('x', 'nothing')).toMatchObject({ code: 400 })
  await mend('还是不对')
  expect(await admin.settled(id)).toMatchObject({ status: 'checked', bad: 1 })
  expect((await admin.faults(id))[0]).toMatchObject({ said: '还是不对' })
  await mend(residentId(7010))
  expect(await admin.settled(id)).toMatchObject({ status: 'checked', added: 2, bad: 0 })
  const kept = [
    ...(await db.select().from(importFault)).map(({ cellSealed }) => cellSealed),
    ...(await db.select().from(importMend)).map(({ valueSealed }) => valueSealed),
  ].join()
  expect(kept).not.toContain(residentId(7010))

  expect(await admin.start(id)).toMatchObject({ status: 'done', added: 2 })
  const hash = site.services.encryption.hash(residentId(7010))
  expect(await db.select().from(person).where(eq(person.idNumberHash, hash))).toHaveLength(1)
  expect(await mend('再改')).toMatchObject({ code: 409, msg: expect.stringContaining('不能再更正') })
})

test('certificates bring people with them whom nobody has entered, each once, where their number is one', async () => {
  const headings = ['证书编号', '姓名', '证件号码', '工作单位', '证书种类', '发证日期', '有效期至']
  const company = '北京清源锅炉清洗有限公司'
  const [id, other] = [residentId(7020), residentId(7021)]
  const kind = ['清洗项目负责人', '2024-05-06', '2028-05-05']
  const certificateOf = (number: string, name: string, idNumber: string) =>
    [number, name, idNumber, company].concat(kind)
  const sheet = [
    headings,
    certificateOf('旧随-1', '随证甲', id),
    certificateOf('旧随-2', '随证甲', id),
    certificateOf('旧随-3', '随证乙', id),
    certificateOf(
      '旧随-4',
      '随证丙',
      other.replace(/.$/, last => (last === '1' ? '2' : '1')),
    ),
  ]
  const batch = await admin.check('personnel', await workbookOf(sheet))
  expect(batch).toMatchObject({ added: 2, bad: 2 })
  expect((await admin.faults(batch.id)).map(({ message }: { message: string }) => message)).toEqual([
    '同一证件号码在表中有两个姓名，请核对',
    expect.stringMatching(/尚未登记，也不能随证书登记：/),
  ])
  await admin.start(batch.id)
  const { db, encryption } = site.services
  const people = await db
    .select()
    .from(person)
    .where(eq(person.idNumberHash, encryption.hash(id)))
  expect(people).toMatchObject([{ name: '随证甲', employer: company, organisationId: expect.any(Number) }])
  const theirs = and(inArray(certificate.number, ['旧随-1', '旧随-2']), eq(certificate.personId, people[0]!.id))
  expect(await db.$count(certificate, theirs)).toBe(2)
})
