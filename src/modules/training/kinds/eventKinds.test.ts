import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'
import { newKind } from './kindForm.ts'

let site: Awaited<ReturnType<typeof startApp>>
let clerk: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '1000' } })
  clerk = await asStaff(site, await staffWith(site, ['admin', 'trainer']))
})
afterAll(() => site.close())

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)

type Kind = { id: number; name: string; code: string; uses: number; values: Record<string, unknown>; version: string }
const kinds = async () => (await clerk.get<{ list: Kind[] }>('/staff/record/list', { type: 'eventKind' })).data.list
const named = async (name: string) => (await kinds()).find(kind => kind.name === name)!
const change = async (name: string, form: object) => {
  const { id, version, values } = await named(name)
  return clerk.post('/staff/record/save', { type: 'eventKind', id, version, form: { ...values, ...form } })
}
const add = (form: object) => clerk.post('/staff/record/save', { type: 'eventKind', form: { ...newKind, ...form } })

async function openEvent(kind: string, more: object = {}) {
  const form = {
    title: '电梯维保培训',
    kind,
    mode: 'online',
    quota: 20,
    feeMember: 0,
    feeOther: 0,
    applyFrom: `${inDays(-3)}T09:00`,
    applyDeadline: inDays(10),
    startsOn: inDays(20),
    endsOn: inDays(22),
    contactName: '江晚舟',
    contactPhone: '010-55500135',
    syllabus: '<p>维护保养</p>',
    ...more,
  }
  const saved = await clerk.post('/staff/training/course/save', { form })
  if (saved.code === 200)
    await clerk.post('/staff/training/course/publish', { id: saved.data.id, version: saved.data.version })
  return saved
}
const shown = async (query: Record<string, string> = {}) =>
  (await site.get<{ list: { title: string; kindName: string }[] }>('/app/training/list', query)).data.list
const saveEvent = async (id: number, form: object) => {
  const { version } = (await clerk.get('/staff/training/course/detail', { id })).data
  return clerk.post('/staff/training/course/save', { id, version, form })
}

test('a new site begins with a few kinds of courses, which ask for the identity number', async () => {
  const all = await kinds()
  expect(all.map(({ name }) => name)).toEqual(['取证班', '换证复训', '继续教育', '专题研修'])
  expect(all.map(({ values }) => [values.requires, values.isAdultsOnly, values.isRenewal])).toEqual([
    [['idNumber'], 'yes', 'no'],
    [['idNumber'], 'no', 'yes'],
    [['idNumber'], 'no', 'no'],
    [['idNumber'], 'no', 'no'],
  ])
  const { data } = await clerk.get('/staff/training/course/blank')
  const { options } = data.fields.find(({ name }: { name: string }) => name === 'kind')
  expect(options.map(({ name }: { name: string }) => name)).toEqual(['取证班', '换证复训', '继续教育', '专题研修'])
  expect((await site.get('/app/training/kinds')).data).toEqual(all.map(({ code, name }) => ({ code, name })))
})

test('a kind that the association adds is that of an event, narrows the lists, and is found by its new name', async () => {
  expect(await add({ name: '应急演练', code: 'drill' })).toMatchObject({ code: 200 })
  expect(await openEvent('drill')).toMatchObject({ code: 200 })
  expect(await shown({ kind: 'drill' })).toMatchObject([{ title: '电梯维保培训', kindName: '应急演练' }])
  expect(await shown({ kind: 'seminar' })).toEqual([])
  expect((await named('应急演练')).uses).toBe(1)
  expect(await shown({ key: '救援' })).toEqual([])
  expect((await change('应急演练', { name: '应急救援' })).code).toBe(200)
  expect(await shown({ key: '救援' })).toMatchObject([{ kindName: '应急救援' }])
  const { data } = await clerk.get('/staff/training/course/list', { kind: 'drill' })
  expect(data.list).toMatchObject([{ kindName: '应急救援' }])
  const { id, version } = await named('应急救援')
  const removed = await clerk.post('/staff/record/remove', { type: 'eventKind', id, version })
  expect([removed.code, removed.msg]).toEqual([409, expect.stringContaining('已有 1 个活动')])
})

test('a kind that is closed is that of no new event, and stays that of the old ones', async () => {
  await add({ name: '沙龙', code: 'salon' })
  const { id } = (await openEvent('salon')).data
  expect((await change('沙龙', { isOpen: 'no' })).code).toBe(200)
  expect((await openEvent('salon')).data.fields).toEqual({ kind: '请从列表中选择类别' })
  expect((await saveEvent(id, { title: '第 1 期沙龙' })).code).toBe(200)
  expect(await shown({ kind: 'salon' })).toMatchObject([{ title: '第 1 期沙龙', kindName: '沙龙' }])
})

test('what those who enrol are asked follows from the kind, in the form and in its Excel template', async () => {
  const columnsFor = async (trainingId: number) => {
    const { api } = await signUpComplete(site)
    const { data } = await api.get('/training/v2/detail', { trainingId })
    return data.fields.find(({ name }: { name: string }) => name === 'participants').columns as Column[]
  }
  type Column = { name: string; label: string; required?: boolean }
  const fields = [{ label: '餐食', kind: 'choice', options: '清真、素食', required: true }]
  await add({
    name: '年会',
    code: 'annual',
    noun: '年会',
    asks: ['mobile', 'position'],
    requires: ['position'],
    fields,
  })
  const { data } = await openEvent('annual')
  const columns = await columnsFor(data.id)
  expect(columns.map(({ label, required = false }) => [label, required])).toEqual([
    ['本单位人员', false],
    ['姓名', true],
    ['手机', false],
    ['职务', true],
    ['餐食', true],
  ])
  const course = await openEvent('seminar')
  expect((await columnsFor(course.data.id)).map(({ name }) => name)).not.toContain('oldCertificate')
  expect((await change('专题研修', { isRenewal: 'yes' })).code).toBe(200)
  expect((await columnsFor(course.data.id)).map(({ name }) => name)).toContain('oldCertificate')
})

test('a new event begins with what its kind has and with the refund rule of the kind', async () => {
  const refundSteps = [{ days: 7, percent: 100 }]
  await add({ name: '论坛', code: 'forum', agenda: '议程', refundRule: '会刊工本费不退。', refundSteps })
  const { fields, values } = (await clerk.get('/staff/training/course/blank', { kind: 'forum' })).data
  const names = fields.map(({ name }: { name: string }) => name)
  expect(names).not.toEqual(expect.arrayContaining(['hasExam']))
  expect(names).not.toEqual(expect.arrayContaining(['hours']))
  expect(names).not.toEqual(expect.arrayContaining(['certificate']))
  expect(fields.find(({ name }: { name: string }) => name === 'syllabus').label).toBe('议程')
  expect(values).toMatchObject({ kind: 'forum', refundRule: '会刊工本费不退。', refundSteps, payDays: 7 })
  expect(values).not.toHaveProperty('hasExam')
  const saved = await openEvent('forum', { hasExam: 'yes', passScore: 60, hours: 8 })
  const { data } = await site.get('/app/training/detail', { id: saved.data.id })
  expect(data).toMatchObject({ hasExam: false, hours: 0, mayHaveExam: false, asksNumber: false, noun: '活动' })
})

test('an event does not change to a kind that lacks what it has, or whose number its people have not given', async () => {
  await add({ name: '交流会', code: 'meetup', asks: ['mobile'], requires: [] })
  const course = (await openEvent('continuing', { hasExam: 'yes', passScore: 60, hours: 8 })).data
  const refused = await saveEvent(course.id, { kind: 'meetup' })
  expect(refused.data.fields.kind).toBe('“交流会”没有考核、学时，请先去掉这些设置，再换类别')
  const { id } = (await openEvent('meetup')).data
  const { api } = await signUpComplete(site)
  const org = { provinceCode: '110000', contactName: '王芳', contactMobile: '13900000902', agree: true }
  const form = { org, participants: [{ name: '李晓明' }], invoice: { invoiceKind: 'none' } }
  const done = await api.post('/training/v2/submit', { trainingId: id, action: 'submit', ...form })
  expect(done.data).toMatchObject({ status: 'submitted' })
  const numbered = await saveEvent(id, { kind: 'continuing', passScore: 60 })
  expect(numbered.data.fields.kind).toBe('已报名的 1 人没有登记证件号码，不能改为“继续教育”')
})

test('a kind with certificates, hours or an age limit has to require the identity number; all faults are told at once', async () => {
  const { data } = await add({
    name: '取证班',
    code: 'renewal',
    hasHours: 'yes',
    isAdultsOnly: 'yes',
    isRenewal: 'yes',
    fields: [{ label: '餐食', kind: 'choice', options: '清真' }],
    refundSteps: [
      { days: 3, percent: 100 },
      { days: 10, percent: 50 },
    ],
  })
  expect(data.fields).toEqual({
    name: '已有“取证班”',
    code: '另一个种类已用这个代码',
    requires: '记学时、核对年龄要凭证件号码，须询问并必填',
    isRenewal: '不对应人员证书的，不能用于换证',
    'fields.0.options': '单选、多选至少要有两个选项，用顿号隔开',
    refundSteps: '离开班越近，退还的比例不能越高',
  })
  const unasked = await add({ name: '参观', asks: ['mobile'], requires: ['mobile', 'position'] })
  expect(unasked.data.fields).toEqual({ requires: '职务没有询问，不能必填' })
})
