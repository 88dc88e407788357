import { beforeAll, expect, test } from 'vitest'
import { allowFor } from '#test/setups/membership/confirming.ts'
import { setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { begin, type Company, company } from '#test/support/qualifying.ts'

setUpJoining()

let by: Company
beforeAll(async () => {
  by = await company(site)
})

const [CLEANING, LEVEL_B, CREDIT] = [101, 1012, 701]
const look = async (asked: Record<string, string | number>) => (await by.api.get('/qualification/outlook', asked)).data
const names = (materials: { name: string }[]) => materials.map(({ name }) => name)

test('before anything is filled in a company sees its way, its papers and its fee', async () => {
  const { path, materials, fee } = await look({ applyType: 'initial', childId: CLEANING, levelId: LEVEL_B })
  expect(path).toEqual(['review', 'materials', 'fee', 'site', 'decision', 'notice'])
  expect(names(materials)).toContain('营业执照或事业单位法人证书')
  expect(fee).toBe(9000)
  expect((await look({ applyType: 'initial', childId: CLEANING })).fee).toBeNull()
})

test('each type of application has its own', async () => {
  expect((await look({ applyType: 'initial', childId: CREDIT })).path).not.toContain('site')
  const change = await look({ applyType: 'change', childId: CLEANING, levelId: LEVEL_B })
  expect(change).toMatchObject({ path: ['review', 'materials'], fee: 0 })
  expect(names(change.materials)).toContainEqual(expect.stringMatching(/^变更证明/))
  expect((await look({ applyType: 'annualReport', childId: CLEANING })).path).toEqual(['review'])
})

test('what it foretells is what is asked for once it is begun', async () => {
  const told = await look({ applyType: 'initial', childId: CREDIT })
  const id = await begin(by, { applyType: 'initial', childId: CREDIT })
  const { data } = await by.api.get('/qualification/detail', { id })
  expect(data.files.map(({ code }: { code: string }) => code)).toEqual(
    told.materials.map(({ code }: { code: string }) => code),
  )
  expect(data.progress.stages).toHaveLength(told.path.length + 1)
})

test('where its owner may confirm it online, it is told so, and no paper is foretold that is not asked for', async () => {
  const ahead = async () => {
    const { isConfirmable, materials } = await look({ applyType: 'change', childId: CLEANING, levelId: LEVEL_B })
    return { isConfirmable, seal: materials.find(({ code }: { code: string }) => code === 'stampedForm')?.required }
  }
  expect(await ahead()).toEqual({ isConfirmable: false, seal: true })
  await allowFor('能力评价变更申请', ['online', 'paper'])
  expect(await ahead()).toEqual({ isConfirmable: true, seal: false })
  await allowFor('能力评价变更申请', ['online'])
  expect(await ahead()).toEqual({ isConfirmable: true, seal: undefined })
})

test('a kind that is not there is said so, and old certificates have a page of their own', async () => {
  const { api } = by
  expect(await api.get('/qualification/outlook', { applyType: 'initial', childId: 999 })).toMatchObject({ code: 404 })
  const legacy = await api.get('/qualification/outlook', { applyType: 'legacy', childId: CREDIT })
  expect(legacy).toMatchObject({ code: 400 })
})
