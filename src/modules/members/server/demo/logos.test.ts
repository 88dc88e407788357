import { expect, test } from 'vitest'
import { faultsOf } from '#test/support/svg.ts'
import { organisationLogo } from './logos.ts'

test('a hundred companies of one name have a hundred different marks, each well-formed and safe', () => {
  const logos = Array.from({ length: 100 }, (_, i) => organisationLogo('北京清源锅炉清洗有限公司', i))
  expect(new Set(logos).size).toBe(100)
  for (const logo of logos) expect(faultsOf(logo, { maxBytes: 4_000 })).toEqual([])
})

test.each([
  ['北京清源锅炉清洗有限公司', '清'],
  ['常州市特种设备检测中心', '特'],
  ['哈尔滨北疆锅炉维保有限公司', '北'],
  ['内蒙古草原热力有限公司', '草'],
])('%s is told by the character after its place: %s', (name, character) => {
  expect(organisationLogo(name, 5)).toContain(`>${character}</text>`)
})
