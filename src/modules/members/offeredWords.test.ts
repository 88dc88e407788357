import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { newPhone, staffSession, staffWith } from '#test/support/make.ts'
import { residentId, sheetOf, textsOf } from '#test/support/workbooks.ts'

/** A new association: what its forms offer for words that people write themselves. */
let site: Awaited<ReturnType<typeof startApp>>
let session: { cookie: string }
let clerk: ReturnType<Awaited<ReturnType<typeof startApp>>['as']>
beforeAll(async () => {
  site = await startApp()
  session = await staffSession(site, await staffWith(site, ['admin']))
  clerk = site.as(session)
})
afterAll(() => site.close())

type Entry = { id: number; name: string; uses: number; route: string | null; values: object; version: string }
const desk = async (dictionary: string) =>
  (
    await clerk.get<{ list: Entry[]; fields: { name: string; hint?: string }[] }>('/staff/record/list', {
      type: 'dictionaryEntry',
      within: dictionary,
    })
  ).data
const entry = async (dictionary: string, name: string) =>
  (await desk(dictionary)).list.find(each => each.name === name)!
const change = async (dictionary: string, name: string, form: object) => {
  const { id, version, values } = await entry(dictionary, name)
  return clerk.post('/staff/record/save', { type: 'dictionaryEntry', id, version, form: { ...values, ...form } })
}
let people = 0
const enter = (form: object) =>
  clerk.post('/staff/person/add', {
    form: {
      name: '柳如是',
      idType: 'resident',
      idNumber: residentId(7000 + ++people),
      provinceCode: '110000',
      mobile: newPhone(),
      ...form,
    },
  })
const bytesOf = async (path: string) => (await site.app.inject({ url: `/api${path}`, headers: session })).rawPayload
const template = async (kind: string) =>
  textsOf(await sheetOf(await bytesOf(`/staff/import/template?kind=${kind}`), '填写说明'))

describe('a title', () => {
  test('is offered by the form, which names its dictionary, and may be another', async () => {
    const { id } = (await enter({ jobTitle: '高级工程师', position: '维保班组长' })).data
    const { fields } = (await clerk.get('/staff/person/detail', { id })).data
    expect(fields.find(({ name }: { name: string }) => name === 'jobTitle')).toMatchObject({ suggests: 'jobTitle' })
    const { data } = await site.get<{ name: string }[]>('/dictionary/list', { dictionary: 'jobTitle' })
    expect(data.map(({ name }) => name)).toContain('高级工程师')
    expect(await enter({ jobTitle: '电梯首席专家' })).toMatchObject({ code: 200 })
  })

  test('is counted where it is kept, and the count leads to those who have it, in the list and its workbook', async () => {
    const { uses, route } = await entry('jobTitle', '高级工程师')
    expect(uses).toBe(1)
    const query = Object.fromEntries(new URLSearchParams(route!.split('?')[1]))
    const listed = async (asked: Record<string, string>) => (await clerk.get('/staff/person/list', asked)).data.total
    expect([await listed(query), await listed({})]).toEqual([1, 2])
    const exported = async (asked: Record<string, string>) =>
      textsOf(await sheetOf(await bytesOf(`/staff/person/export?${new URLSearchParams(asked)}`))).length
    expect((await exported({})) - (await exported(query))).toBe(1)
  })

  test('that is in use keeps its name and stays; retired it is offered no more, and stands where it is written', async () => {
    const { id, version } = await entry('jobTitle', '高级工程师')
    expect((await clerk.post('/staff/record/remove', { type: 'dictionaryEntry', id, version })).msg).toMatch(
      /不能删除，可以停用/,
    )
    const renamed = await change('jobTitle', '高级工程师', { name: '高工' })
    expect(renamed).toMatchObject({ code: 400, data: { fields: { name: expect.stringMatching(/名称不能再改/) } } })
    expect((await template('persons')).flat().join()).toContain('高级工程师')
    expect(await change('jobTitle', '高级工程师', { state: 'retired' })).toMatchObject({ code: 200 })
    const offered = (await template('persons')).find(([label]) => label === '职称')!
    expect(offered[3]).toMatch(/^正高级工程师、工程师、/)
    expect((await entry('jobTitle', '高级工程师')).uses).toBe(1)
  })

  test('that nobody has is renamed and deleted', async () => {
    expect(await change('jobTitle', '高级技师', { name: '特级技师', code: 'chief' })).toMatchObject({ code: 200 })
    const { id, version } = await entry('jobTitle', '特级技师')
    expect(await clerk.post('/staff/record/remove', { type: 'dictionaryEntry', id, version })).toMatchObject({
      code: 200,
    })
  })
})

test('a post is counted wherever somebody has it', async () => {
  await clerk.post('/staff/record/save', {
    type: 'dictionaryEntry',
    form: { dictionary: 'position', name: '维保班组长', state: 'offered' },
  })
  expect((await entry('position', '维保班组长')).uses).toBe(1)
})

test('what is to be handed in is counted by the kinds that ask for it', async () => {
  expect((await entry('material', '身份证明')).uses).toBe(1)
  expect((await entry('material', '劳动合同')).uses).toBe(0)
  const { list, fields } = (await clerk.get('/staff/record/list', { type: 'joiningRule' })).data
  const { columns } = fields.find(({ name }: { name: string }) => name === 'materials')
  expect(columns.find(({ name }: { name: string }) => name === 'name')).toMatchObject({ suggests: 'material' })
  expect(list.length).toBe(2)
})

test('what is said of the code is what it is for', async () => {
  const hintOf = async (dictionary: string) => (await desk(dictionary)).fields.find(({ name }) => name === 'code')!.hint
  expect(await hintOf('jobTitle')).toMatch(/配置包按它认出条目/)
  expect(await hintOf('nature')).toMatch(/有记录使用后不能再改/)
})
