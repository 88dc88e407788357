import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownField } from '#modules/ownFields/server/tables.ts'
import { completed, setUpProfiles } from '#test/setups/profiles.ts'
import { site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, newCreditCode, signUp, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { organisation } from './server/tables.ts'

setUpProfiles()

type Row = {
  id: number
  code: string
  version: string
  values: Record<string, unknown>
  answers: number
  route: string | null
}
let admin: Awaited<ReturnType<typeof importer>>
/** Another one for each test: nobody writes more than sixty times a minute. */
beforeEach(async () => {
  admin = await importer(site, await staffWith(site, ['admin']))
})

const ABOUT = { recordType: 'organisation', filledBy: 'holder', required: 'no', shown: 'no', state: 'asked' }
const save = (form: object, more: object = {}) =>
  admin.post('/staff/record/save', { type: 'ownField', form: { ...ABOUT, ...form }, ...more })
const list = async (within = 'organisation'): Promise<Row[]> =>
  (await admin.get('/staff/record/list', { type: 'ownField', within })).data.list
const find = async (id: number, within?: string) => (await list(within)).find(row => row.id === id)!

/** Defines a field; answers it as it is listed. */
async function define(label: string, kind: string, more: object = {}) {
  const { code, data } = await save({ label, kind, ...more })
  expect(code, JSON.stringify(data)).toBe(200)
  return find(data.id, (more as { recordType?: string }).recordType)
}
const change = async (id: number, form: object) => {
  const { version, values } = await find(id)
  return admin.post('/staff/record/save', { type: 'ownField', id, version, form: { ...values, ...form } })
}
const options = (...names: string[]) => names.map(name => ({ name }))

/** A company of its own, by staff, with these own values. */
async function company(name: string, own: object = {}) {
  const form = { name, creditCode: newCreditCode(), provinceCode: '330000', ...own }
  const { code, data } = await admin.post('/staff/organisation/add', { form })
  expect(code, JSON.stringify(data)).toBe(200)
  return { id: Number(data.id), creditCode: form.creditCode, name }
}
const detail = async (id: number) => (await admin.get('/staff/organisation/detail', { id })).data
const factsOf = async (id: number) =>
  Object.fromEntries((await detail(id)).facts.map(({ label, text }: Record<string, string>) => [label, text]))
const edit = async (id: number, form: object) => {
  const { version } = await detail(id)
  return admin.post('/staff/organisation/edit', { id, version, form })
}
const namesBy = async (own: string, more: object = {}) => {
  const { code, data, msg } = await admin.get('/staff/organisation/list', { own, pageSize: 100, ...more })
  expect(code, msg).toBe(200)
  return data.list.map(({ name }: { name: string }) => name)
}

test('a field that is defined once is in the form, the register, its filters and the export', async () => {
  const vehicles = await define('自有货运车辆（辆）', 'number', { unit: '辆' })
  const grade = await define('信用等级', 'choice', { options: options('A', 'AA', 'AAA') })
  expect(vehicles.code).toMatch(/^own_ziyouhuoyuncheliang/)
  const [, , top] = grade.values.options as { code: string }[]
  const big = await company('甲运输有限公司', { [vehicles.code]: 120, [grade.code]: top!.code })
  await company('乙运输有限公司', { [vehicles.code]: 9 })
  expect(await factsOf(big.id)).toMatchObject({ '自有货运车辆（辆）': '120 辆', 信用等级: 'AAA' })
  expect(await namesBy(`${vehicles.code}=10..`)).toEqual(['甲运输有限公司'])
  expect(await namesBy(`${vehicles.code}=*`, { sort: vehicles.code })).toEqual(['乙运输有限公司', '甲运输有限公司'])
  expect(await namesBy(`${vehicles.code}=*&${grade.code}=!`)).toEqual(['乙运输有限公司'])
  const asked = { own: `${vehicles.code}=*`, columns: `name,${vehicles.code},${grade.code}`, sort: `-${vehicles.code}` }
  const rows = textsOf(await sheetOf(await admin.download('/staff/organisation/export', asked)))
  expect(rows).toEqual([
    ['单位名称', '自有货运车辆（辆）', '信用等级'],
    ['甲运输有限公司', '120', 'AAA'],
    ['乙运输有限公司', '9'],
  ])
  const larger = { ...asked, own: `${vehicles.code}=10..` }
  expect(textsOf(await sheetOf(await admin.download('/staff/organisation/export', larger)))).toEqual(rows.slice(0, 2))
})

test('what is wrong with an answer is told beside each field, and the change names the field in the history', async () => {
  const [area, since] = [await define('仓储面积', 'number', { unit: '平方米' }), await define('通过认证', 'day')]
  const { id } = await company('丙仓储有限公司', { [area.code]: '5,000平方米' })
  const wrong = await edit(id, { [area.code]: '很大', [since.code]: '去年' })
  expect(Object.keys(wrong.data.fields).toSorted()).toEqual([area.code, since.code].toSorted())
  expect(await edit(id, { [area.code]: 8000, [since.code]: '2026-03-01' })).toMatchObject({ code: 200 })
  const { data } = await admin.get('/staff/audit/list', { objectType: 'organisation', objectId: id })
  const { data: line } = await admin.get('/staff/audit/detail', { id: data.list[0].id })
  expect(line.changes).toEqual([
    { name: '仓储面积', before: '5000 平方米', after: '8000 平方米' },
    { name: '通过认证', before: '（空）', after: '2026-03-01' },
  ])
  expect(await edit(id, { [area.code]: null })).toMatchObject({ code: 200 })
  expect(await factsOf(id)).not.toHaveProperty('仓储面积')
})

describe('who fills a field in', () => {
  test('a company sees and changes what it fills in, and nothing of what staff alone do', async () => {
    const fleet = await define('冷藏车', 'number', { unit: '辆', required: 'yes' })
    const note = await define('走访记录', 'paragraph', { filledBy: 'staff' })
    const { api, orgName } = await completed({ [fleet.code]: 3, [note.code]: '自己填的' })
    const { data: own } = await api.get('/member/org/info')
    const [row] = await site.services.db.select().from(organisation).where(eq(organisation.name, orgName!))
    expect(row!.own).toEqual({ [fleet.code]: 3 })
    expect(await edit(row!.id, { [note.code]: '经营稳定' })).toMatchObject({ code: 200 })
    const { data: info } = await api.get('/member/org/info')
    expect(JSON.stringify(info)).not.toMatch(new RegExp(`${note.code}|经营稳定`))
    expect(own.fields.find(({ name }: { name: string }) => name === fleet.code)).toMatchObject({ required: true })
    const form = { [fleet.code]: 5, [note.code]: '改掉' }
    expect(await api.post('/member/edit', { version: info.version, form })).toMatchObject({ code: 200 })
    const [after] = await site.services.db.select().from(organisation).where(eq(organisation.id, row!.id))
    expect(after!.own).toEqual({ [fleet.code]: 5, [note.code]: '经营稳定' })
  })

  test('what is required is asked before the profile is complete', async () => {
    const docks = await define('装卸平台', 'number', { required: 'yes' })
    const { api } = await signUp(site)
    const { data } = await api.post('/member/complete', { form: {} })
    expect(data.fields).toMatchObject({ [docks.code]: '请填写装卸平台' })
    expect(await change(docks.id, { required: 'no' })).toMatchObject({ code: 200 })
    // Staff, who may not know it, need not fill it in.
    await company('丁装卸有限公司')
    const fleet = (await list()).find(({ values }) => values.label === '冷藏车')
    if (fleet) await change(fleet.id, { required: 'no' })
  })
})

describe('every kind of field', () => {
  const KINDS: [
    kind: string,
    answer: (codes: string[]) => unknown,
    shown: string,
    filter: (codes: string[]) => string,
  ][] = [
    ['text', () => '长春路 88 号（东门）', '长春路 88 号（东门）', () => '东门'],
    ['paragraph', () => '第一行\n第二行', '第一行\n第二行', () => '第二行'],
    ['number', () => 25.5, '25.5', () => '20..30'],
    ['day', () => '2026-02-28', '2026-02-28', () => '2026-01-01..2026-12-31'],
    ['choice', ([, second]) => second, '二级', ([first, second]) => `${first},${second}`],
    ['choices', ([first, , third]) => [first, third], '一级、三级', ([, , third]) => third!],
  ]

  test.each(KINDS)('%s survives form, record, export and import', async (kind, answer, shown, filter) => {
    const name = `往返${kind}`
    const isChoice = kind.startsWith('choice')
    const field = await define(name, kind, isChoice ? { options: options('一级', '二级', '三级') } : {})
    const codes = ((field.values.options ?? []) as { code: string }[]).map(({ code }) => code)
    const own = { [field.code]: answer(codes) }
    const { id, creditCode, name: company_ } = await company(`往返${kind}有限公司`, own)
    const stored = async () => {
      const [row] = await site.services.db.select().from(organisation).where(eq(organisation.id, id))
      return row?.own
    }
    expect(await stored()).toEqual(own)
    expect((await factsOf(id))[name]).toBe(shown)
    expect(await namesBy(new URLSearchParams({ [field.code]: filter(codes) }).toString())).toEqual([company_])
    const exported = textsOf(await sheetOf(await admin.download('/staff/import/export', { kind: 'organisations' })))
    const [heading] = exported
    const line = exported.find(row => row.includes(creditCode))!
    const wanted = ['单位名称', '统一社会信用代码', '所在省份', name]
    const cells = wanted.map(label => line[heading!.indexOf(label)] ?? '')
    expect(cells[3]).toBe(shown)
    // Comes back into a company that has lost its answer as it was, and is undone with the batch.
    expect(await edit(id, { [field.code]: null })).toMatchObject({ code: 200 })
    expect(await stored()).toEqual({})
    const batch = await admin.check('organisations', await workbookOf([wanted, cells]))
    expect(await admin.faults(batch.id)).toEqual([])
    expect(await admin.start(batch.id)).toMatchObject({ changed: 1 })
    expect(await stored()).toEqual(own)
    const same = await admin.check('organisations', await workbookOf([wanted, cells]))
    expect(same).toMatchObject({ same: 1, changed: 0 })
    await admin.post('/staff/import/undo', { id: batch.id })
    await admin.settled(batch.id)
    expect(await stored()).toEqual({})
  })

  test('tells what cannot be read in a sheet beside its cell', async () => {
    const field = await define('车位', 'number')
    const rows = [
      ['单位名称', '统一社会信用代码', '所在省份', '车位'],
      ['戊停车有限公司', newCreditCode(), '浙江', '许多'],
    ]
    const batch = await admin.check('organisations', await workbookOf(rows))
    expect(await admin.faults(batch.id)).toMatchObject([{ heading: '车位', message: '车位应为数字' }])
    expect(field.answers).toBe(0)
  })
})

describe('a field that is removed', () => {
  test('keeps its answers, is gone from forms and registers, and comes back with them', async () => {
    const field = await define('危化品车', 'number', { unit: '辆' })
    const { id } = await company('己危化品运输有限公司', { [field.code]: 7 })
    const listed = await find(field.id)
    expect(listed.answers).toBe(1)
    const [path, query] = listed.route!.split('?')
    expect(path).toBe('/staff/organisations')
    expect(await namesBy(new URLSearchParams(query).get('own')!)).toEqual(['己危化品运输有限公司'])
    expect(
      await admin.post('/staff/record/remove', { type: 'ownField', id: field.id, version: listed.version }),
    ).toMatchObject({ code: 200 })
    expect(await factsOf(id)).not.toHaveProperty('危化品车')
    expect(await admin.get('/staff/organisation/list', { own: `${field.code}=7..` })).toMatchObject({
      code: 400,
      data: { fields: { own: expect.stringContaining(field.code) } },
    })
    expect(await admin.get('/staff/organisation/list', { columns: `name,${field.code}` })).toMatchObject({ code: 400 })
    expect(await edit(id, { city: '宁波' })).toMatchObject({ code: 200 })
    expect(await change(field.id, { state: 'asked' })).toMatchObject({ code: 200 })
    expect(await factsOf(id)).toMatchObject({ 危化品车: '7 辆', 城市: '宁波' })
  })

  test('never lends its code to another, also when two define one of the same name at once', async () => {
    const first = await define('挂车', 'number')
    await admin.post('/staff/record/remove', { type: 'ownField', id: first.id, version: first.version })
    const again = await define('挂车', 'text')
    expect(again.code).not.toBe(first.code)
    const both = await Promise.all([
      save({ label: '牵引车', kind: 'number' }),
      save({ label: '牵引车（台）', kind: 'number' }),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
    const others = await Promise.all(['平板车', '平版车', '平阪车'].map(label => save({ label, kind: 'number' })))
    expect(others.map(({ code }) => code)).toEqual([200, 200, 200])
    const codes = (await site.services.db.select().from(ownField)).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })
})

describe('what answers have made definite', () => {
  test('an option is renamed everywhere, retired, and deleted only while nobody chose it', async () => {
    const field = await define('车型', 'choice', { options: options('厢式', '平板', '罐式') })
    const rows = field.values.options as { code: string; name: string }[]
    const { id } = await company('庚车队有限公司', { [field.code]: rows[0]!.code })
    expect(await change(field.id, { options: [{ ...rows[0], name: '厢式货车' }, rows[1], rows[2]] })).toMatchObject({
      code: 200,
    })
    expect(await factsOf(id)).toMatchObject({ 车型: '厢式货车' })
    const refused = await change(field.id, { options: [rows[1], rows[2]] })
    expect(refused.data.fields.options).toContain('已有 1 家选用，不能删除，可以停用')
    expect(await change(field.id, { options: [rows[0], rows[1], { name: '自卸' }] })).toMatchObject({ code: 200 })
    const now = (await find(field.id)).values.options as { code: string; name: string }[]
    expect(now.map(({ code }) => code)).toEqual(['o1', 'o2', 'o4'])
    const retired = [{ ...now[0], retired: true }, now[1], now[2]]
    expect(await change(field.id, { options: retired })).toMatchObject({ code: 200 })
    expect(await edit(id, { [field.code]: 'o1', city: '台州' })).toMatchObject({ code: 200 })
    const other = await company('辛车队有限公司')
    expect((await edit(other.id, { [field.code]: 'o1' })).data.fields).toHaveProperty(field.code)
  })

  test('the kind and the type of record stay, and no two fields are called the same', async () => {
    const field = await define('充电桩', 'number')
    await company('壬新能源有限公司', { [field.code]: 4 })
    expect((await change(field.id, { kind: 'text' })).data.fields.kind).toContain('已有 1 家填写')
    expect((await change(field.id, { recordType: 'person' })).data.fields).toHaveProperty('label')
    expect((await save({ label: '传真', kind: 'text' })).data.fields.label).toContain('程序已有')
    expect((await save({ label: '会员编号', kind: 'text' })).data.fields.label).toContain('程序已有')
    expect((await save({ label: '充电桩（个）', kind: 'text' })).data.fields.label).toContain('已有这个名称')
    expect((await save({ label: '只有一个', kind: 'choice', options: options('甲') })).data.fields).toHaveProperty(
      'options',
    )
  })
})

test('a saved view keeps a condition on an own field, and none on a field that there is not', async () => {
  const field = await define('分拨中心', 'number')
  const view = (own: string) =>
    admin.post('/staff/view/save', {
      register: 'organisation',
      name: '有分拨中心',
      query: new URLSearchParams({ own, columns: `name,${field.code}` }).toString(),
      isShared: false,
      isDefault: false,
    })
  expect(await view(`${field.code}=1..`)).toMatchObject({ code: 200 })
  expect(await view('own_nobody=1..')).toMatchObject({ code: 400, data: { fields: { query: expect.any(String) } } })
})

test('fields are defined by those who keep the registers, and the history puts them back', async () => {
  const editor = await asStaff(site, await staffWith(site, ['editor']))
  const sent = { type: 'ownField', form: { ...ABOUT, label: '越权', kind: 'text' } }
  expect(await editor.post('/staff/record/save', sent)).toMatchObject({ code: 403 })
  const field = await define('班线', 'text', { hint: '省内班线' })
  expect(await change(field.id, { hint: '跨省班线' })).toMatchObject({ code: 200 })
  const { data } = await admin.get('/staff/record/history', { type: 'ownField', objectId: field.id })
  const [line] = data.list
  expect(line.changes).toMatchObject(expect.arrayContaining([{ name: '说明', before: '省内班线', after: '跨省班线' }]))
  expect(await admin.post('/staff/record/restore', { type: 'ownField', id: line.id })).toMatchObject({ code: 200 })
  expect((await find(field.id)).values.hint).toBe('省内班线')
})
