import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'

let site: Awaited<ReturnType<typeof startApp>>
let clerk: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '1000' } })
  clerk = await asStaff(site, await staffWith(site, ['admin', 'trainer']))
})
afterAll(() => site.close())

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)

type Entry = { id: number; name: string; uses: number; traitNames: string[]; values: object; version: string }
const kinds = async () =>
  (await clerk.get<{ list: Entry[] }>('/staff/record/list', { type: 'dictionaryEntry', within: 'courseKind' })).data
    .list
const change = async (name: string, form: object) => {
  const { id, version, values } = (await kinds()).find(kind => kind.name === name)!
  return clerk.post('/staff/record/save', { type: 'dictionaryEntry', id, version, form: { ...values, ...form } })
}
const add = (form: object) =>
  clerk.post('/staff/record/save', {
    type: 'dictionaryEntry',
    form: { dictionary: 'courseKind', state: 'offered', ...form },
  })

async function openCourse(kind: string) {
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
  }
  const saved = await clerk.post('/staff/training/course/save', { form })
  if (saved.code === 200)
    await clerk.post('/staff/training/course/publish', { id: saved.data.id, version: saved.data.version })
  return saved
}
const shown = async (query: Record<string, string> = {}) =>
  (await site.get<{ list: { title: string; kindName: string }[] }>('/app/training/list', query)).data.list

test('a new site begins with a few kinds of courses', async () => {
  expect((await kinds()).map(({ name }) => name)).toEqual(['取证班', '换证复训', '继续教育', '专题研修'])
  const { data } = await clerk.get('/staff/training/course/blank')
  const { options } = data.fields.find(({ name }: { name: string }) => name === 'kind')
  expect(options.map(({ name }: { name: string }) => name)).toEqual(['取证班', '换证复训', '继续教育', '专题研修'])
})

test('a kind that the association adds is that of a course, narrows the lists, and is found by its new name', async () => {
  expect(await add({ name: '应急演练', code: 'drill' })).toMatchObject({ code: 200 })
  expect(await openCourse('drill')).toMatchObject({ code: 200 })
  expect(await shown({ kind: 'drill' })).toMatchObject([{ title: '电梯维保培训', kindName: '应急演练' }])
  expect(await shown({ kind: 'seminar' })).toEqual([])
  expect((await kinds()).find(({ name }) => name === '应急演练')!.uses).toBe(1)
  expect(await shown({ key: '救援' })).toEqual([])
  expect((await change('应急演练', { name: '应急救援' })).code).toBe(200)
  expect(await shown({ key: '救援' })).toMatchObject([{ kindName: '应急救援' }])
  const { data } = await clerk.get('/staff/training/course/list', { kind: 'drill' })
  expect(data.list).toMatchObject([{ kindName: '应急救援' }])
})

test('a kind that is retired is that of no new course, and stays that of the old ones', async () => {
  expect((await change('应急救援', { state: 'retired' })).code).toBe(200)
  expect((await openCourse('drill')).data.fields).toEqual({ kind: '请从列表中选择类别' })
  const [{ id }] = (await clerk.get('/staff/training/course/list', { kind: 'drill' })).data.list
  const { version } = (await clerk.get('/staff/training/course/detail', { id })).data
  const form = { title: '电梯维保培训（第1期）' }
  expect((await clerk.post('/staff/training/course/save', { id, version, form })).code).toBe(200)
  expect(await shown()).toMatchObject([{ title: '电梯维保培训（第1期）', kindName: '应急救援' }])
})

test('what those who enrol are asked follows from what is said of the kind, whatever its code', async () => {
  const columnsFor = async (trainingId: number) => {
    const { api } = await signUpComplete(site)
    const { data } = await api.get('/training/v2/detail', { trainingId })
    const { columns } = data.fields.find(({ name }: { name: string }) => name === 'participants')
    return columns.map(({ name }: { name: string }) => name)
  }
  const { data } = await openCourse('seminar')
  expect(await columnsFor(data.id)).not.toContain('oldCertificate')
  expect((await change('专题研修', { traits: ['renewal'] })).code).toBe(200)
  expect((await kinds()).find(({ name }) => name === '专题研修')!.traitNames).toEqual([
    '换证：学员填写报考类别和原证书编号',
  ])
  expect(await columnsFor(data.id)).toContain('oldCertificate')
})
