import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lastDay } from '#modules/certificates/status.ts'
import {
  add,
  addKind,
  addPerson,
  admin,
  change,
  clerk,
  colleague,
  find,
  groupForm,
  issue,
  kindForm,
  listOf,
  remove,
  setUpEmptyCatalogue,
  site,
  YEAR,
} from '#test/setups/personnelCatalogue.ts'
import { today } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpEmptyCatalogue()

const verified = async (by: object) => (await site.get('/cert/verify', by as Record<string, string>)).data
const numberBy = async (rule: string, code = 'DT1', more: object = {}) =>
  (await clerk.get('/staff/certificate/number', { rule, code, ...more })).data

describe('an association that certifies nobody yet', () => {
  test('has no kinds, shows none, and issues none', async () => {
    expect((await listOf('group')).list).toEqual([])
    expect((await site.get('/app/publicity/person/group/list')).data).toEqual([])
    const refused = await issue(await addPerson('程初初'))
    expect(refused.data.fields).toEqual({ kindCode: '请从列表中选择种类' })
  })

  test('adds a group and a kind, after all that is wrong was said at once', async () => {
    const group = await add('group', { code: 'dt', name: '', state: 'open' })
    expect(Object.keys(group.data.fields).sort()).toEqual(['code', 'name'])
    const { id } = (await add('group', groupForm)).data
    const wrong = {
      ...kindForm,
      groupId: String(id),
      code: '电梯',
      name: '',
      levels: [
        { code: '1', name: '初级' },
        { code: '1', name: '初级' },
        { code: '低', name: '' },
      ],
      validYears: 0,
      numberRule: '{kind}-{month}-{serial:5}',
    }
    const { data } = await add('kind', wrong)
    expect(data.fields).toMatchObject({
      code: expect.stringContaining('大写字母'),
      name: expect.any(String),
      'levels.1.code': '代号 1 与第 1 行重复',
      'levels.1.name': '与第 1 行重名',
      'levels.2.code': expect.stringContaining('大写字母或数字'),
      'levels.2.name': expect.any(String),
      validYears: expect.any(String),
      numberRule: expect.stringContaining('没有 {month} 这一段'),
    })
    await addKind()
    expect((await site.get('/app/publicity/person/group/list')).data).toMatchObject([
      {
        groupCode: 'DT',
        groupName: '电梯作业人员',
        count: 0,
        kinds: [
          {
            kindCode: 'DT1',
            validYears: 3,
            renewHours: 16,
            requirement: '高中以上学历，两年以上电梯维保经历',
            isRetired: false,
          },
        ],
      },
    ])
  })

  test('issues a certificate of it, under the number of its rule, that anybody checks by number and by QR code', async () => {
    expect(await numberBy(kindForm.numberRule)).toEqual({ number: `DT1-${YEAR}-11-00001`, fault: '' })
    const { data } = await issue(await addPerson('程梯梯'))
    expect(data.number).toBe(`DT1-${YEAR}-32-00001`)
    const checked = await verified({ number: data.number })
    expect(checked).toMatchObject({
      registerName: '人员证书',
      kindName: '电梯维保员',
      levelName: '初级',
      validTo: lastDay(today, 3),
      today: { certStatus: 'valid' },
    })
    const printed = (await clerk.get('/staff/certificate/detail', { id: data.id })).data.verifyUrl
    const token = new URL(printed).searchParams.get('token')!
    expect((await verified({ token })).certNo).toBe(data.number)
    expect(await find('kind', '电梯维保员')).toMatchObject({ uses: 1, certificates: 1, usedBy: '1 张证书' })
  })
})

describe('a kind', () => {
  test('of two clerks who change it at once the second is told who was first', async () => {
    const { id, version, values } = await find('kind', '电梯维保员')
    const save = (by: typeof clerk, renewHours: number) =>
      by.post('/staff/record/save', { type: 'personnelKind', id, version, form: { ...values, renewHours } })
    expect((await save(clerk, 20)).code).toBe(200)
    expect(await save(colleague, 24)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^已由 工作人员\d+ 于 \d\d:\d\d 修改/),
    })
    expect(await find('kind', '电梯维保员')).toMatchObject({ values: { renewHours: 20 } })
  })

  test('numbers the next certificate by its rule as it is now; what was issued keeps its number', async () => {
    const rule = '电梯{level}字-{province}-{kind}-{serial:4}'
    expect((await numberBy('{year}-{serial:4}')).fault).toContain('应包含 {kind}')
    const next = [await numberBy(rule), await numberBy(rule, 'DT2'), await numberBy(rule, 'DT1', { level: '1' })]
    expect(next.map(({ number }) => number)).toEqual([
      '电梯字-11-DT1-0001',
      '电梯字-11-DT2-0001',
      '电梯1字-11-DT1-0001',
    ])
    expect((await change('kind', '电梯维保员', { numberRule: rule })).code).toBe(200)
    const holder = await addPerson('程号号')
    const numbers = [(await issue(holder)).data.number, (await issue(holder)).data.number]
    expect(numbers).toEqual(['电梯1字-32-DT1-0001', '电梯1字-32-DT1-0002'])
    expect(await verified({ number: `DT1-${YEAR}-32-00001` })).toMatchObject({ certNo: `DT1-${YEAR}-32-00001` })
    await change('kind', '电梯维保员', { numberRule: kindForm.numberRule })
    const { data } = await issue(holder, { number: `DT1-${YEAR}-32-00002` })
    expect(data.number).toBe(`DT1-${YEAR}-32-00002`)
    // A number that was given by hand is passed over.
    expect((await issue(holder)).data.number).toBe(`DT1-${YEAR}-32-00003`)
  })

  test('that never ends makes certificates without an end', async () => {
    await addKind({ code: 'DT2', name: '电梯专家', levels: [], validYears: null })
    const { data } = await issue(await addPerson('程长长'), { kindCode: 'DT2', levelCode: undefined })
    expect(await verified({ number: data.number })).toMatchObject({ validTo: null, today: { certStatus: 'valid' } })
  })

  test('has a code and a name of its own, also beside the certificates of companies', async () => {
    const { id } = await find('group', groupForm.name)
    const again = await add('kind', { ...kindForm, groupId: String(id) })
    expect(again.data.fields).toMatchObject({
      code: '代号 DT1 已用于“电梯维保员”',
      name: expect.stringContaining('已在使用'),
    })
    const form = { code: 'AZ', name: '安装单位', intro: '', rules: '' }
    const group = await clerk.post('/staff/record/save', { type: 'qualificationGroup', form })
    const company = (code: string) =>
      clerk.post('/staff/record/save', {
        type: 'qualificationKind',
        form: {
          code,
          name: '电梯安装单位',
          groupId: String(group.data.id),
          validYears: 4,
          renewAheadMonths: 6,
          flags: [],
          annualFrom: '01-01',
          annualTo: '03-31',
          numberRule: '{kind}-{year}-{serial:4}',
        },
      })
    expect((await company('DT1')).data.fields).toEqual({ code: '代号 DT1 已用于“电梯维保员”' })
    expect((await company('AZ01')).code).toBe(200)
    const taken = await add('kind', { ...kindForm, code: 'AZ01', groupId: String(id), name: '安装员' })
    expect(taken.data.fields).toEqual({ code: '代号 AZ01 已用于“电梯安装单位”' })
  })

  test('keeps its code, its levels and its issuer once certificates name them, and is not deleted', async () => {
    const refused = await change('kind', '电梯维保员', { code: 'DT9', levels: [], issuer: 'state' })
    expect(refused.data.fields).toMatchObject({
      code: expect.stringMatching(/已有 \d+ 张证书，代号不能再改/),
      levels: expect.stringMatching(/初级（1）已有 \d+ 张证书，不能删除/),
      issuer: expect.stringContaining('已发过'),
    })
    expect(await remove('kind', '电梯维保员')).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/不能删除，可以停用/),
    })
    expect(await remove('group', groupForm.name)).toMatchObject({ code: 409, msg: expect.stringMatching(/不能删除/) })
    expect((await change('group', groupForm.name, { code: 'DX' })).data.fields.code).toContain('不能再改')
    const fewer = await change('kind', '电梯维保员', { levels: [{ code: '1', name: '初级维保员' }] })
    expect(fewer.code).toBe(200)
  })

  test('that nobody uses is deleted; groups and kinds stand in the order that staff give them', async () => {
    const first = await add('group', { code: 'ZT', name: '起重人员', state: 'open' })
    await addKind({ code: 'ZT1', name: '试点种类', groupId: String(first.data.id) })
    const { order } = await listOf('group')
    const moved = { id: first.data.id, position: 1, order }
    expect((await clerk.post('/staff/record/move', { type: 'personnelGroup', ...moved })).code).toBe(200)
    expect((await colleague.post('/staff/record/move', { type: 'personnelGroup', ...moved })).code).toBe(409)
    const shown = (await site.get('/app/publicity/person/group/list')).data
    expect(shown.map(({ groupCode }: { groupCode: string }) => groupCode)).toEqual(['ZT', 'DT'])
    expect((await remove('kind', '试点种类')).code).toBe(200)
    expect((await remove('group', '起重人员')).code).toBe(200)
  })

  test('leaves a line of each change in the words of its form, from which it comes back', async () => {
    const { id } = await find('kind', '电梯维保员')
    await change('kind', '电梯维保员', { validYears: 5, state: 'retired', requirement: '大专以上' })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, id))
      .orderBy(auditEvent.id)
    const line = lines.findLast(({ objectType }) => objectType === 'personnelKind')!
    expect(line).toMatchObject({
      action: 'personnelKind.change',
      before: { 有效年数: 3, 状态: '使用' },
      after: { 有效年数: 5, 状态: '停用' },
    })
    expect((await admin.post('/staff/audit/restore', { id: line.id })).msg).toBe('ok')
    expect(await find('kind', '电梯维保员')).toMatchObject({
      isRetired: false,
      values: { validYears: 3, requirement: kindForm.requirement },
    })
  })

  test('is kept by those who keep certificates, and by nobody else', async () => {
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect(await cashier.get('/staff/record/list', { type: 'personnelKind' })).toMatchObject({ code: 403 })
    expect(await cashier.post('/staff/record/save', { type: 'personnelKind', form: kindForm })).toMatchObject({
      code: 403,
    })
    expect(await site.services.db.$count(certificate, eq(certificate.register, 'personnel'))).toBeGreaterThan(3)
  })
})
