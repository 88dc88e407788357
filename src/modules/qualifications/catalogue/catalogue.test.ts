import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  admin,
  change,
  keeper,
  level,
  numberRule,
  type Row,
  setUpCatalogue,
  show,
} from '#test/setups/qualifications/catalogue.ts'
import { site } from '#test/setups/site.ts'
import { qualificationCase } from '../server/tables.ts'
import { feeOf } from './server/assessmentFee.ts'
import { extraFields, materialsFor, readKind } from './server/kindSettings.ts'

setUpCatalogue()

const CLEANING = 101
/** Types of record. */
const types = { group: 'qualificationGroup', kind: 'qualificationKind' } as const
const list = async (of: 'group' | 'kind') => (await keeper.get('/staff/record/list', { type: types[of] })).data
const settings = async (id: number) => (await readKind(site.services, id))!
const basics = (over: Row = {}) => ({
  code: 'QX09',
  name: '凝汽器清洗单位',
  groupId: '1',
  validYears: 4,
  renewAheadMonths: 6,
  flags: [],
  annualFrom: '01-01',
  annualTo: '03-31',
  numberRule,
  ...over,
})

describe('the catalogue', () => {
  test('shows each kind with its valid certificates and the applications under way', async () => {
    const { list: kinds } = await list('kind')
    expect(kinds).toHaveLength(17)
    expect((await list('group')).list.map(({ code, kinds }: Row) => [code, kinds])[0]).toEqual(['QX', 3])
    const today = dayOf(new Date())
    const { rows } = await site.services.db.execute<{ n: number }>(sql`
      select count(*)::int n from certificate where register = 'qualification' and kind_code = 'QX01'
        and published_at is not null and status = 'valid' and ${today} between valid_from and valid_to`)
    expect(rows[0]!.n).toBeGreaterThan(0)
    expect(kinds[0]).toMatchObject({ code: 'QX01', levels: 4, certificates: rows[0]!.n })
    expect(kinds[0].values.flags).toContain('isOpen')
  })

  test('takes a new group, and a kind in it, in the order that staff give them; both go again while unused', async () => {
    const group = { code: 'ZT', name: '专题类', intro: '试点', rules: '' }
    const { id } = (await keeper.post('/staff/record/save', { type: types.group, form: group })).data
    const added = await keeper.post('/staff/record/save', {
      type: types.kind,
      form: basics({ code: 'ZT01', groupId: String(id) }),
    })
    expect(added.code).toBe(200)
    const { order } = await list('group')
    expect((await keeper.post('/staff/record/move', { type: types.group, id, position: 1, order })).code).toBe(200)
    const { data: shown } = await site.get('/app/publicity/qualification/group/list')
    expect(shown[0]).toMatchObject({ groupCode: 'ZT', count: 0 })

    const [version] = (await list('group')).list.flatMap((row: Row) => (row.id === id ? row.version : []))
    const full = await keeper.post('/staff/record/remove', { type: types.group, id, version })
    expect(full).toMatchObject({ code: 409, msg: expect.stringContaining('还有 1 个种类') })
    const before = await list('kind')
    const { groupId } = before.list.find(({ code }: Row) => code === 'QX01')
    const moved = { id: added.data.id, position: 1, into: String(groupId), order: before.order }
    expect((await keeper.post('/staff/record/move', { type: types.kind, ...moved })).code).toBe(200)
    expect((await keeper.post('/staff/record/move', { type: types.kind, ...moved, position: 2 })).code).toBe(409)
    const after: Row[] = (await list('kind')).list
    expect(after.filter((row: Row) => row.groupId === groupId).map(({ code }) => code)).toEqual([
      'ZT01',
      'QX01',
      'QX02',
      'QX03',
    ])
    expect((await keeper.post('/staff/record/remove', { type: types.group, id, version })).code).toBe(200)
    const kind = await show(added.data.id)
    expect(
      (await keeper.post('/staff/record/remove', { type: types.kind, id: kind.id, version: kind.version })).code,
    ).toBe(200)
  })

  test('refuses codes that are taken, articles that do not exist, and a kind that nobody could apply for', async () => {
    const faults = async (of: 'group' | 'kind', form: object) =>
      (await keeper.post('/staff/record/save', { type: types[of], form })).data?.fields
    expect(await faults('group', { code: 'QX', name: '又一个', rules: '99999999' })).toEqual({
      code: '代号 QX 已用于“清洗类”',
      rules: '没有编号为 99999999 的文章',
    })
    expect(await faults('kind', basics({ code: 'QX01', annualFrom: '13-01', flags: ['isOpen'] }))).toMatchObject({
      code: '代号 QX01 已用于“锅炉化学清洗单位”',
      annualFrom: '应为月和日，例如 01-01',
      flags: '接受申请的种类至少要有一个接受申请的级别',
    })
  })
})

describe('a kind', () => {
  test('is shown with all that it asks, and what it asks is what applications read', async () => {
    const changed = await change(CLEANING, ({ levels, materials, fields }) => ({
      initialShare: 50,
      renewalShare: 0,
      levels: levels.map(row => (row.code === 'D' ? { ...row, fee: 5000, works: 2 } : row)),
      materials: [...materials, { code: 'M20', name: '腐蚀试验报告', required: true, only: ['initial'] }],
      fields: [...fields, { code: 'F09', label: '是否自有药剂', kind: 'choice', options: '是、否', required: true }],
    }))
    expect(changed.msg).toBe('ok')
    const kind = await settings(CLEANING)
    expect([feeOf(kind, 'D', 'initial'), feeOf(kind, 'D', 'renewal'), feeOf(kind, 'Z', 'initial')]).toEqual([
      2500, 0, 0,
    ])
    expect(kind.levels.map(({ code }) => code)).toEqual(['A', 'B', 'C', 'D'])
    expect(kind.levels[3]).toMatchObject({ id: 1014, requirement: { middle: 1, certified: 4, works: 2 } })
    const codes = (type: 'initial' | 'renewal' | 'change') => materialsFor(kind, type).map(({ code }) => code)
    expect(codes('initial')).toContain('M20')
    expect(codes('renewal')).not.toContain('M20')
    expect(codes('change')).toEqual(['M02', 'M03', 'M11', 'M12', 'M13'])
    expect(extraFields(kind).at(-1)).toEqual({
      name: 'F09',
      label: '是否自有药剂',
      section: '专项信息',
      kind: 'choice',
      required: true,
      options: [
        { code: '是', name: '是' },
        { code: '否', name: '否' },
      ],
    })
  })

  test('saved as it is shown stays as it was', async () => {
    const before = await settings(201)
    expect((await change(201, () => ({}))).msg).toBe('ok')
    expect(await settings(201)).toEqual({ ...before, version: before.version + 1 })
  })

  test('says at which row what is wrong', async () => {
    const { data } = await change(CLEANING, ({ levels, materials, fields }) => ({
      levels: [...levels, { code: 'A', name: '又一个', fee: 1 }],
      materials: [...materials, { code: '材料', name: '别的' }],
      fields: [{ code: 'F01', label: '单选', kind: 'choice', options: '只有一项' }, ...fields],
    }))
    expect(data.fields).toEqual({
      'levels.4.code': '代号 A 与第 1 行重复',
      [`materials.${(await show(CLEANING)).values.materials.length}.code`]: '代号应为 M 加数字，例如 M04',
      'fields.0.options': '单选、多选至少要有两个选项，用顿号隔开',
      'fields.1.code': '代号 F01 与第 1 行重复',
    })
  })

  test('keeps its code and the levels that certificates name, and cannot be deleted once there are any', async () => {
    const { data } = await change(CLEANING, ({ levels }) => ({ code: 'QX08', levels: levels.slice(1) }))
    const issued = await site.services.db.$count(certificate, eq(certificate.kindCode, 'QX01'))
    expect(data.fields.code).toBe(`已有 ${issued} 张证书，代号不能再改`)
    expect(data.fields.levels).toMatch(/^A级（A）已有 \d+ 张证书.*，不能删除/)
    const { id, version } = await show(CLEANING)
    const removed = await keeper.post('/staff/record/remove', { type: types.kind, id, version })
    expect(removed).toMatchObject({ code: 409, msg: expect.stringMatching(/已有 \d+ 张证书.*不能删除/) })
    const closed = await change(CLEANING, ({ flags }) => ({ flags: flags.filter(flag => flag !== 'isOpen') }))
    expect(closed.code).toBe(200)
    expect((await settings(CLEANING)).isOpen).toBe(false)
    await change(CLEANING, ({ flags }) => ({ flags: [...flags, 'isOpen'] }))
  })

  test('that applications name is kept, and its level while one of them is open', async () => {
    const { db } = site.services
    const levels = [level, { ...level, code: 'B', name: 'B级' }]
    const added = await keeper.post('/staff/record/save', {
      type: types.kind,
      form: { ...basics(), name: '试点单位', levels },
    })
    const kindId: number = added.data.id
    const apply = async (state: 'submitted' | 'approved', levelCode: string) => {
      const of = { kind: 'qualificationInitial', subjectId: kindId, title: '试点', state, form: { levelCode } }
      const [row] = await db.insert(application).values(of).returning()
      await db.insert(qualificationCase).values({ applicationId: row!.id, type: 'initial', kindId })
    }
    await apply('submitted', 'A')
    await apply('approved', 'B')
    expect((await change(kindId, ({ levels }) => ({ levels: levels.slice(1) }))).data.fields).toEqual({
      levels: 'A级（A）已有 1 份在办申请，不能删除或改代号；不再办理的，请取消它的“接受申请”',
    })
    expect((await change(kindId, ({ levels }) => ({ levels: levels.slice(0, 1) }))).code).toBe(200)
    const { version } = await show(kindId)
    expect(await keeper.post('/staff/record/remove', { type: types.kind, id: kindId, version })).toMatchObject({
      code: 409,
      msg: '“试点单位”已有 1 份在办申请、1 份办结的申请，不能删除，不再办理的请在办理方式中取消“接受申请”',
    })
  })

  test('of two who change it at once the second is told who was first, and when', async () => {
    const { values, version } = await show(102)
    const save = (who: typeof keeper, name: string) =>
      who.post('/staff/record/save', { type: types.kind, id: 102, version, form: { ...values, name } })
    expect((await save(keeper, '工业设备化学清洗单位')).code).toBe(200)
    expect(await save(admin, '工业清洗单位')).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^已由 工作人员\d+ 于 \d\d:\d\d 修改/),
    })
    expect((await settings(102)).name).toBe('工业设备化学清洗单位')
  })

  test('leaves a line of each change in the words of its form, from which it comes back', async () => {
    const before = await settings(103)
    await change(103, ({ levels }) => ({ validYears: 5, levels: [...levels, { ...level, code: 'D', name: 'D级' }] }))
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, 103))
      .orderBy(auditEvent.id)
    const line = lines.findLast(({ objectType }) => objectType === 'qualificationKind')!
    expect(line).toMatchObject({ action: 'qualificationKind.change', before: { 证书有效年数: 4 } })
    expect(JSON.stringify(line.after)).toContain('"名称":"D级"')
    expect((await show(103)).changed).toMatchObject({ actorName: expect.stringMatching(/^工作人员\d+$/) })
    const restored = await admin.post('/staff/audit/restore', { id: line.id })
    expect(restored.msg).toBe('ok')
    const { version: _, ...after } = await settings(103)
    expect({ ...after, version: before.version }).toEqual(before)
  })
})
