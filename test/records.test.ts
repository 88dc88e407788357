import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { moving, movingInto, removing, saving } from '../src/modules/settings/records.ts'
import { setUpSite, site } from './setups/site.ts'
import { asStaff, staffWith } from './support/make.ts'

/** Tests what all site records have in common: columns, banners, levels, kinds and others. */
setUpSite({ demo: true })

/** An administrator for each test: nobody writes more than sixty times a minute. */
let admin: Awaited<ReturnType<typeof asStaff>>
beforeEach(async () => {
  admin = await asStaff(site, await staffWith(site, ['admin']))
})
/** Records of kinds that the demo association has none of. */
beforeAll(async () => {
  const by = await asStaff(site, 'admin')
  const add = (of: string, form: object) => by.post(`${of}/save`, { form })
  await add('/staff/branch', { name: '华东分会', provinces: ['310000', '320000'], status: 'open' })
  await add('/staff/branch', { name: '华南分会', provinces: ['440000'], status: 'open' })
  await add('/staff/escalation', { work: 'applications', daysOver: 3, role: 'admin' })
  await add('/staff/escalation', { work: 'articles', daysOver: 5, role: 'admin' })
  const series = { byYear: 'yes', digits: 6, firstNumber: 1, kinds: [], status: 'open' }
  await add('/staff/receiptSeries', { ...series, name: '培训收据', prefix: 'PX' })
  await add('/staff/announcement', { text: '本周六系统维护', level: 'info', startsAt: '2026-01-31 09:00' })
})

type Row = { id: number; name: string; values: Record<string, unknown>; version: string }
type Listed = { order: string; list: Row[] }

/** Values for another record, where the demo association already uses all that it has. */
const SPARE: Record<string, object> = {
  '/staff/dictionary': { name: '备用', code: 'spare' },
  '/staff/qualification/group': { name: '备用类', code: 'SP' },
  '/staff/receiptSeries': { name: '备用收据', prefix: 'BY' },
  '/staff/level': { name: '备用级别', code: 99, changes: [] },
  '/staff/personnel/group': { name: '备用人员', code: 'SP' },
}

/** Records whose lists contain no forms: their own tests check the same. */
const FORMLESS = ['/staff/qualification/kind', '/staff/certificate/design', '/staff/advert/position']

/** Records that need a second person: `src/modules/approvals/fourEyes.test.ts` changes and deletes them. */
const BY_TWO = ['/staff/branch']
const byOne = (of: string) => !BY_TWO.includes(of)

/** Base paths of such records, for instance `/staff/banner`: all calls with this input shape. */
const placesOf = (act: string, ...shapes: object[]) =>
  (Object.entries(contract) as [Key, Endpoint][])
    .filter(
      ([key, { input }]) => key.endsWith(`/${act}`) && shapes.some(shape => 'input' in shape && shape.input === input),
    )
    .map(([key]) => key.slice('POST '.length, -act.length - 1))
    .filter(of => !FORMLESS.includes(of))
const list = async (of: string) => (await admin.get<Listed>(`${of}/list`)).data
const idsOf = ({ list }: Listed) => list.map(({ id }) => id)

/** The field that says with which a record stands. */
const groups: Record<string, string> = {
  '/staff/banner': 'place',
  '/staff/catalogue': 'parentId',
  '/staff/quickLink': 'shownIn',
  '/staff/dictionary': 'dictionary',
}

describe.each(placesOf('move', moving, movingInto))('%s', of => {
  const by = groups[of]
  const groupOf = ({ values }: Row) => (by ? values[by] : null)

  test('one is put before another, and who saw the former order is told', async () => {
    const before = await list(of)
    const [first, second] = before.list.filter((row, _, all) => groupOf(row) === groupOf(all[0]!)) as [Row, Row]
    const moved = { id: second.id, position: 1, order: before.order }
    expect((await admin.post(`${of}/move`, moved)).code).toBe(200)
    const after = idsOf(await list(of))
    expect(after.indexOf(second.id)).toBeLessThan(after.indexOf(first.id))
    expect((await admin.post(`${of}/move`, { ...moved, id: first.id })).code).toBe(409)
  })
})

describe.each(placesOf('move', movingInto))('%s', of => {
  test('one is put into another group', async () => {
    const { list: rows, order } = await list(of)
    const by = groups[of]!
    const into = rows.at(-1)!.values[by]
    const outside = rows.filter(({ values }) => values[by] !== into)
    const answers = []
    for (const { id } of outside) {
      answers.push(await admin.post(`${of}/move`, { id, position: 1, into, order }))
      if (answers.at(-1)!.code === 200) break
    }
    expect(answers.at(-1), JSON.stringify(answers)).toMatchObject({ code: 200 })
    const moved = (await list(of)).list.find(({ id }) => id === outside[answers.length - 1]!.id)!
    expect(moved.values[by]).toBe(into)
  })
})

describe.each(placesOf('save', saving).filter(byOne))('%s', of => {
  test('one is saved as it is, and not by who saw another state of it', async () => {
    const [row] = (await list(of)).list
    const form = { id: row!.id, version: row!.version, form: row!.values }
    expect(await admin.post(`${of}/save`, form)).toMatchObject({ code: 200, data: { id: row!.id } })
    expect((await list(of)).list.find(({ id }) => id === row!.id)!.values).toEqual(row!.values)
    expect((await admin.post(`${of}/save`, { ...form, version: 'seen-before' })).code).toBe(409)
  })
})

describe.each(placesOf('remove', removing).filter(byOne))('%s', of => {
  test('one that nothing names is deleted, and is gone', async () => {
    const [like] = (await list(of)).list
    const spare = SPARE[of]
    if (spare)
      expect(await admin.post(`${of}/save`, { form: { ...like!.values, ...spare } })).toMatchObject({ code: 200 })
    const { list: rows } = await list(of)
    const answers = []
    const some = rows.toReversed().slice(0, 40)
    for (const { id, version } of some) {
      answers.push(await admin.post(`${of}/remove`, { id, version }))
      if (answers.at(-1)!.code === 200) break
    }
    expect(answers.at(-1), JSON.stringify(answers)).toMatchObject({ code: 200 })
    expect(idsOf(await list(of))).toEqual(idsOf({ list: rows, order: '' }).toSpliced(-answers.length, 1))
  })
})
