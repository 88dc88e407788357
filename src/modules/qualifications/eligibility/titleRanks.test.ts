import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'

setUpSite({ demo: true })

let clerk: Awaited<ReturnType<typeof asStaff>>
let company: Awaited<ReturnType<typeof staffed>>
beforeAll(async () => {
  clerk = await asStaff(site, await staffWith(site, ['editor']))
  company = await staffed(site)
})

const addTitle = (name: string, traits: string[]) =>
  clerk.post('/staff/record/save', {
    type: 'dictionaryEntry',
    form: { dictionary: 'jobTitle', name, traits, state: 'offered' },
  })
const count = async (what: string): Promise<number> => {
  const { data } = await company.get('/qualification/eligibility', { childId: 101 })
  const level = data.levels.find((one: { levelCode: string }) => one.levelCode === 'B')
  return level.items.find((item: { what: string }) => item.what === what).have
}

test('as which rank a title counts is what the association says of it; of other titles their words say it', async () => {
  await company.employ('首席技术专家')
  await company.employ('高级工程师')
  expect(await count('senior')).toBe(1)
  expect(await addTitle('首席技术专家', ['senior'])).toMatchObject({ code: 200 })
  expect(await count('senior')).toBe(2)
})

test('a title is of one rank', async () => {
  const refused = await addTitle('两级专家', ['senior', 'middle'])
  expect(refused).toMatchObject({ code: 400, data: { fields: { traits: '只能选择一项' } } })
})
