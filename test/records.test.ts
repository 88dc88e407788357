import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { valuesOfRules } from '../src/modules/elections/ruleForm.ts'
import { defaultRules } from '../src/modules/elections/rules.ts'
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
  const add = (type: string, form: object) => by.post('/staff/record/save', { type, form })
  for (const [name, provinces] of [
    ['华东分会', ['310000', '320000']],
    ['华南分会', ['440000']],
  ])
    await by.post('/staff/branch/save', { form: { name, provinces, status: 'open' } })
  await add('escalationRule', { work: 'applications', daysOver: 3, role: 'admin' })
  for (const name of ['理事会月报', '理事会年报'])
    await add('councilReport', { name, blocks: [{ block: 'month' }], monthly: 'off' })
  await add('escalationRule', { work: 'articles', daysOver: 5, role: 'admin' })
  const series = { byYear: 'yes', digits: 6, firstNumber: 1, kinds: [], automatic: 'no', status: 'open' }
  await add('receiptSeries', { ...series, name: '培训收据', prefix: 'PX' })
  const own = {
    recordType: 'organisation',
    kind: 'text',
    filledBy: 'staff',
    required: 'no',
    shown: 'no',
    state: 'asked',
  }
  for (const label of ['自有车辆', '信用等级']) await add('ownField', { ...own, label })
  for (const body of ['council', 'standing']) await add('electionRule', { ...valuesOfRules(defaultRules), body })
  for (const [code, name] of [
    ['made', '产量'],
    ['sold', '销量'],
    ['spare', '备用'],
  ])
    await add('statisticsIndicator', {
      code,
      name,
      unit: '台',
      definition: name,
      decimals: 0,
      mayBeNegative: 'no',
      isOpen: 'yes',
    })
  for (const code of ['monthly', 'other'])
    await add('statisticsForm', {
      code,
      name: code,
      frequency: 'month',
      dueDays: 10,
      isOpen: 'yes',
      cells: [{ indicator: 'made', isRequired: 'yes' }],
      rules: [],
      minContributors: 3,
      maxShare: 75,
      margin: 10,
    })
  await add('statisticsBreak', { form: 'monthly', period: '2026-01', explanation: '范围扩大' })
  await add('announcement', { text: '本周六系统维护', level: 'info', startsAt: '2026-01-31 09:00' })
})

type Row = { id: number; name: string; values: Record<string, unknown>; version: string }
type Listed = { order: string; list: Row[] }

/** Values for another record, where the demo association already uses all that it has. */
const SPARE: Record<string, object> = {
  dictionaryEntry: { name: '备用', code: 'spare' },
  qualificationGroup: { name: '备用类', code: 'SP' },
  qualificationKind: { name: '备用种类', code: 'SP01' },
  receiptSeries: { name: '备用收据', prefix: 'BY' },
  memberLevel: { name: '备用级别', code: 99, changes: [] },
  personnelGroup: { name: '备用人员', code: 'SP' },
  body: { name: '备用机构', code: 'spare', kind: 'other' },
  term: { number: '备用届', fromDay: '2000-01-01', toDay: '2004-12-31' },
}

/** Types with calls of their own, since some changes of them require a second person. */
const OWN_CALLS: Record<string, string> = { memberLevel: '/staff/level', branch: '/staff/branch' }
const types = [...Object.keys(contract['GET /staff/record/list'].byType), ...Object.keys(OWN_CALLS)]
const send = (type: string, act: string, sent: object) =>
  admin.post(`${OWN_CALLS[type] ?? '/staff/record'}/${act}`, type in OWN_CALLS ? sent : { type, ...sent })
const list = async (type: string) =>
  (
    await (type in OWN_CALLS
      ? admin.get<Listed>(`${OWN_CALLS[type]}/list`)
      : admin.get<Listed>('/staff/record/list', { type }))
  ).data
const idsOf = ({ list }: Listed) => list.map(({ id }) => id)

/** Types that `src/modules/approvals/fourEyes.test.ts` changes and deletes, with a second person. */
const BY_TWO = ['branch']
/** Types whose records are one for each thing: changed, never added or deleted. */
const FIXED = ['advertPosition', 'meetingRule', 'confirmingRule', 'joiningRule', 'organisationProfile', 'personProfile']
/** Types whose deleted records stay behind the others, to be put back. */
const KEPT = ['ownField']
/** Types whose order follows from what they say. */
const UNORDERED = [
  ...FIXED,
  'announcement',
  'certificateDesign',
  'eInvoiceRule',
  'electionRule',
  'escalationRule',
  'receiptSeries',
  'statisticsBreak',
  'term',
]
const besides = (...others: string[][]) => types.filter(type => !others.flat().includes(type))

/** The field that says with which a record stands. */
const groups: Record<string, string> = {
  banner: 'place',
  catalogue: 'parentId',
  quickLink: 'shownIn',
  dictionaryEntry: 'dictionary',
  qualificationKind: 'groupId',
  personnelKind: 'groupId',
  post: 'bodyId',
}

describe.each(besides(UNORDERED))('%s', type => {
  const by = groups[type]
  const groupOf = ({ values }: Row) => (by ? values[by] : null)

  test('one is put before another, and who saw the former order is told', async () => {
    const before = await list(type)
    const [first, second] = before.list.filter((row, _, all) => groupOf(row) === groupOf(all[0]!)) as [Row, Row]
    const moved = { id: second.id, position: 1, order: before.order }
    expect((await send(type, 'move', moved)).code).toBe(200)
    const after = idsOf(await list(type))
    expect(after.indexOf(second.id)).toBeLessThan(after.indexOf(first.id))
    expect((await send(type, 'move', { ...moved, id: first.id })).code).toBe(409)
  })
})

test.each(UNORDERED)('%s has no order to be changed', async type => {
  const { list: rows, order } = await list(type)
  const moved = { id: rows[0]!.id, position: 1, order }
  expect(await send(type, 'move', moved)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('没有可以调整的先后'),
  })
})

/** Banners are cut for their place, and an entry belongs to its dictionary for good. */
const STAY = ['banner', 'dictionaryEntry']
describe.each(Object.keys(groups).filter(type => !STAY.includes(type)))('%s', type => {
  test('one is put into another group', async () => {
    const { list: rows, order } = await list(type)
    const by = groups[type]!
    const into = rows.at(-1)!.values[by]
    const outside = rows.filter(({ values }) => values[by] !== into)
    const answers = []
    for (const { id } of outside) {
      answers.push(await send(type, 'move', { id, position: 1, into, order }))
      if (answers.at(-1)!.code === 200) break
    }
    expect(answers.at(-1), JSON.stringify(answers)).toMatchObject({ code: 200 })
    const moved = (await list(type)).list.find(({ id }) => id === outside[answers.length - 1]!.id)!
    expect(moved.values[by]).toBe(into)
  })
})

describe.each(besides(BY_TWO))('%s', type => {
  test('one is saved as it is, and not by who saw another state of it', async () => {
    const [row] = (await list(type)).list
    const form = { id: row!.id, version: row!.version, form: row!.values }
    expect(await send(type, 'save', form)).toMatchObject({ code: 200, data: { id: row!.id } })
    expect((await list(type)).list.find(({ id }) => id === row!.id)!.values).toEqual(row!.values)
    expect((await send(type, 'save', { ...form, version: 'seen-before' })).code).toBe(409)
  })
})

describe.each(besides(BY_TWO, FIXED, KEPT))('%s', type => {
  test('one that nothing names is deleted, and is gone', async () => {
    const [like] = (await list(type)).list
    const spare = SPARE[type]
    if (spare) expect(await send(type, 'save', { form: { ...like!.values, ...spare } })).toMatchObject({ code: 200 })
    const { list: rows } = await list(type)
    const answers = []
    const some = rows.toReversed().slice(0, 40)
    for (const { id, version } of some) {
      answers.push(await send(type, 'remove', { id, version }))
      if (answers.at(-1)!.code === 200) break
    }
    expect(answers.at(-1), JSON.stringify(answers)).toMatchObject({ code: 200 })
    expect(idsOf(await list(type))).toEqual(idsOf({ list: rows, order: '' }).toSpliced(-answers.length, 1))
  })
})

describe.each(FIXED)('%s', type => {
  test('none is deleted, and none is added', async () => {
    const [{ id, version, values }] = (await list(type)).list as [Row]
    expect(await send(type, 'remove', { id, version })).toMatchObject({ code: 409 })
    expect([404, 409]).toContain((await send(type, 'save', { form: values })).code)
    expect((await list(type)).list.map(row => row.id)).toContain(id)
  })
})
