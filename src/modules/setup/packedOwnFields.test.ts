import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admin, adminOf } from '#test/setups/packs.ts'
import { startApp } from '#test/support/app.ts'

type Site = Awaited<ReturnType<typeof startApp>>
let [from, to]: Site[] = []
let admin: Admin
let newcomer: Admin
beforeAll(async () => {
  ;[from, to] = [await startApp(), await startApp()]
  admin = await adminOf(from!)
  newcomer = await adminOf(to!)
})
afterAll(async () => {
  await from!.close()
  await to!.close()
})

type Row = { id: number; code: string; version: string; values: Record<string, unknown>; isRemoved: boolean }
const list = async (by: Admin): Promise<Row[]> =>
  (await by.get('/staff/record/list', { type: 'ownField', within: 'organisation' })).data.list
const save = (by: Admin, type: string, row: Pick<Row, 'id' | 'version' | 'values'> | undefined, form: object) =>
  by.post('/staff/record/save', { type, id: row?.id, version: row?.version, form: { ...row?.values, ...form } })
const ABOUT = { recordType: 'organisation', filledBy: 'holder', required: 'no', shown: 'yes', state: 'asked' }

test('own fields go from one association to another, with what asks them and what the profile asks', async () => {
  const options = ['A', 'AA', 'AAA'].map(name => ({ name }))
  await save(admin, 'ownField', undefined, { ...ABOUT, label: '信用等级', kind: 'choice', options })
  await save(admin, 'ownField', undefined, { ...ABOUT, label: '自有货运车辆', kind: 'number', unit: '辆' })
  await save(admin, 'ownField', undefined, { ...ABOUT, label: '不再要的', kind: 'text' })
  const [grade, , gone] = await list(admin)
  await admin.post('/staff/record/remove', { type: 'ownField', id: gone!.id, version: gone!.version })
  const { list: rules } = (await admin.get('/staff/record/list', { type: 'joiningRule' })).data
  expect(await save(admin, 'joiningRule', rules[0], { ownFields: [grade!.code] })).toMatchObject({ code: 200 })
  const [profile] = (await admin.get('/staff/record/list', { type: 'organisationProfile' })).data.list
  expect(await save(admin, 'organisationProfile', profile, { fax: 'hidden' })).toMatchObject({ code: 200 })
  const content = await admin.exported()
  expect(content).not.toContain('不再要的')
  const shown = (await newcomer.post('/staff/pack/preview', { content })).data
  expect(shown.faults).toEqual([])
  const differences = shown.differences.filter(({ objectType }: { objectType: string }) =>
    /^(ownField|organisationProfile)$/.test(objectType),
  )
  expect(differences.map(({ name, act }: { name: string; act: string }) => `${act} ${name}`)).toEqual(
    expect.arrayContaining(['add 信用等级', 'add 自有货运车辆', 'change 单位资料']),
  )
  expect(await newcomer.post('/staff/pack/apply', { content, digest: shown.digest })).toMatchObject({ code: 200 })
  expect(await newcomer.exported()).toBe(content)
  expect((await list(newcomer)).map(({ code, values }) => [code, values.label])).toEqual([
    [grade!.code, '信用等级'],
    ['own_ziyouhuoyuncheliang', '自有货运车辆'],
  ])
})

test('a pack that names a removed field brings it back under its code', async () => {
  const content = await admin.exported()
  const [grade] = await list(newcomer)
  await newcomer.post('/staff/record/remove', { type: 'ownField', id: grade!.id, version: grade!.version })
  const shown = (await newcomer.post('/staff/pack/preview', { content })).data
  expect(shown.faults).toEqual([])
  expect(await newcomer.post('/staff/pack/apply', { content, digest: shown.digest })).toMatchObject({ code: 200 })
  expect(await list(newcomer)).toContainEqual(
    expect.objectContaining({ id: grade!.id, code: grade!.code, isRemoved: false }),
  )
})
