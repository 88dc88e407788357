import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { defineForm, fieldsIn } from '../../form/form.ts'
import type { RegisterFilters } from '../../register/register.ts'
import type { Ctx } from '../api/context.ts'
import { defineRegister } from './register.ts'

setUpSite()

type Member = { id: number; name: string }
const MANY = 12_000
/** Count above the rows that are sorted without an index. */
const TOO_MANY = 200_500

const filters = {
  key: { kind: 'text', label: '名称' },
  upTo: { kind: 'number', label: '编号不大于' },
  isEven: { kind: 'flag', label: '偶数' },
} as const satisfies RegisterFilters

/** Register of members numbered from 1, two of whom always share a rank. */
function makeRegister(members = MANY) {
  const from = sql`(select n as id, 'M' || n as name, n / 2 as rank from generate_series(1, ${sql.raw(`${members}`)}) n) m`
  const id = sql`m.id`
  return defineRegister({
    name: '名册',
    filters,
    from,
    id,
    newest: id,
    where: {
      key: typed => sql`m.name = ${typed}`,
      upTo: most => sql`m.id <= ${most}`,
      isEven: () => undefined,
    },
    read: async (_: Ctx, ids: number[]): Promise<Member[]> =>
      ids.toReversed().map(one => ({ id: one, name: `M${one}` })),
    row: ({ id, name }: Member) => ({ id, name, rank: null as string | null }),
    columns: {
      name: { heading: '名称', value: ({ name }) => name },
      rank: { heading: '名次', value: ({ id }) => Math.floor(id / 2), sort: sql`m.rank` },
      joined: { heading: '先后', value: ({ id }) => id, sort: sql`(m.id + 0)`, indexed: true, exported: false },
      salary: { heading: '工资', value: () => 100, sort: sql`m.id`, permission: 'staff:fees' },
    },
    listed: ['name', 'rank'],
  })
}
const register = makeRegister()

const as = (permissions: string[] = []): Ctx =>
  ({
    ...site.services,
    now: new Date(),
    actor: { kind: 'staff', accountId: 1, userName: 'a', tokenHash: '', permissions },
  }) as never
const page = { pageNum: 1, pageSize: 3 }

const workbook = async (of: ReturnType<typeof makeRegister>, ctx: Ctx, asked: object) => {
  const { body } = await of.export(ctx, asked)
  const chunks: Buffer[] = []
  for await (const chunk of typeof body === 'function' ? await body() : body) chunks.push(Buffer.from(chunk))
  return textsOf(await sheetOf(Buffer.concat(chunks)))
}

describe('a register', () => {
  test('shows one page in its order and counts the rest up to 10,000', async () => {
    const { list, total, more, columns } = await register.list(as(), { ...page, pageNum: 2 })
    expect(list).toMatchObject([{ name: 'M11997' }, { name: 'M11996' }, { name: 'M11995' }])
    expect([total, more]).toEqual([10_000, true])
    const { total: few, more: none } = await register.list(as(), { ...page, upTo: 9_999 })
    expect([few, none]).toEqual([9_999, undefined])
    expect(list[0]!.cells).toEqual({ name: 'M11997', rank: '5998' })
    expect(columns).toEqual([
      { key: 'name', heading: '名称', sortable: false, nowrap: false, isFigure: false },
      { key: 'rank', heading: '名次', sortable: true, nowrap: false, isFigure: false },
    ])
  })

  test('leaves as a workbook with every row once, batch after batch, in the same order', async () => {
    const rows = await workbook(register, as(), { upTo: 2500, sort: 'rank' })
    expect(rows[0]).toEqual(['名称', '名次'])
    const ranks = rows.slice(1).map(([, rank]) => Number(rank))
    expect(new Set(rows.map(([name]) => name)).size).toBe(2501)
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  })

  test('is sorted without an index up to 200,000 rows; beyond them when it is narrowed', async () => {
    const long = makeRegister(TOO_MANY)
    const refusal = { code: 400, message: expect.stringMatching(/超过 200,000 条，请先缩小筛选范围/) }
    await expect(long.list(as(), { ...page, sort: 'rank' })).rejects.toMatchObject(refusal)
    await expect(long.export(as(), { sort: 'rank' })).rejects.toMatchObject(refusal)
    const { list, total } = await long.list(as(), { ...page, sort: '-rank', upTo: 199_000 })
    expect(list).toMatchObject([{ name: 'M199000' }, { name: 'M198999' }, { name: 'M198998' }])
    expect(total).toBe(199_000)
    const all = await long.list(as(), { ...page, sort: '-joined' })
    expect(all.list).toMatchObject([{ name: `M${TOO_MANY}` }, {}, {}])
  })

  test('keeps a column from who may not read it: on the screen, in the workbook and as an order', async () => {
    const asked = { upTo: 2, sort: '-salary' }
    expect(await workbook(register, as(['staff:fees']), asked)).toEqual([
      ['名称', '名次', '工资'],
      ['M2', '1', '100'],
      ['M1', '0', '100'],
    ])
    await expect(register.export(as(), asked)).rejects.toMatchObject({ code: 400 })
    expect((await workbook(register, as(), { upTo: 2 }))[0]).toEqual(['名称', '名次'])
  })

  test('takes columns, fields and answers to filters from a later module', async () => {
    const extended = makeRegister()
    extended.extend({
      read: async (_: Ctx, ids: number[]) => new Map(ids.filter(id => id % 2 === 0).map(id => [id, `第 ${id} 名`])),
      where: { isEven: wanted => sql`(m.id % 2 = 0) = ${wanted === 'yes'}` },
      row: rank => ({ rank: rank ?? null }),
      columns: { place: { heading: '排位', value: rank => rank } },
      listed: [],
    })
    const { list } = await extended.list(as(), { ...page, isEven: 'yes', upTo: 3 })
    expect(list).toMatchObject([{ id: 2, rank: '第 2 名' }])
    expect(await workbook(extended, as(), { upTo: 2 })).toEqual([
      ['名称', '名次', '排位'],
      ['M2', '1', '第 2 名'],
      ['M1', '0'],
    ])
  })
})

test('a filter without a condition, a column on the screen that is none, a field that is forgotten: none compiles', () => {
  const given = {
    name: '名册',
    filters,
    from: sql`m`,
    id: sql`m.id`,
    newest: sql`m.id`,
    read: async (): Promise<Member[]> => [],
    row: (of: Member) => of,
    columns: { name: { heading: '名称', value: (of: Member) => of.name } },
  }
  const where = { key: () => undefined, upTo: () => undefined, isEven: () => undefined }
  expect(defineRegister({ ...given, where, listed: ['name'] })).toBeDefined()
  // @ts-expect-error Nothing answers `isEven`.
  defineRegister({ ...given, where: { key: () => undefined, upTo: () => undefined }, listed: ['name'] })
  // @ts-expect-error There is no such column.
  defineRegister({ ...given, where, listed: ['nickname'] })
  const field = fieldsIn('')
  const form = defineForm([field('name', '名称'), field('fax', '传真')])
  const register = defineRegister({ ...given, where, listed: ['name'] })
  expect(register.besides(form, { fax: true })).toBeDefined()
  // @ts-expect-error Nobody has said what becomes of `fax`.
  register.besides(form, {})
  // @ts-expect-error A column is no field that is left out.
  register.besides(form, { fax: true, name: true })
})
