import { expect, test } from 'vitest'
import { distinctive, editsBetween, nearnessOf } from './alike.ts'

const regions = ['北京市', '北京', '上海']
const coreOf = (name: string) => distinctive(name, regions)

test('what tells a company apart is its name without region, brackets and legal form', () => {
  expect(coreOf('北京清源锅炉清洗有限公司')).toBe('清源锅炉清洗')
  expect(coreOf('北京市清源锅炉清洗（集团）股份有限公司')).toBe('清源锅炉清洗')
  expect(coreOf('清源锅炉清洗有限责任公司')).toBe('清源锅炉清洗')
  expect(coreOf('上海厂有限公司')).toBe('上海厂')
})

test('names are near that sound alike or differ in one character, exchanged ones included', () => {
  expect(nearnessOf('清源锅炉', '清源锅炉')).toBe('same')
  expect(nearnessOf('清源锅炉', '青原锅炉')).toBe('sound')
  expect(nearnessOf('清源锅炉', '清泉锅炉')).toBe('near')
  expect(nearnessOf('清源锅炉', '清源锅炉厂')).toBe('near')
  expect(nearnessOf('清源锅炉', '源清锅炉')).toBe('near')
  expect(nearnessOf('清源锅炉', '华信锅炉')).toBeUndefined()
  expect(nearnessOf('清源', '清泉')).toBeUndefined()
})

test('edits are counted', () => {
  expect(editsBetween([...'abc'], [...'abc'])).toBe(0)
  expect(editsBetween([...'abc'], [...'acb'])).toBe(1)
  expect(editsBetween([...'abc'], [...'bcd'])).toBe(2)
  expect(editsBetween([], [...'abc'])).toBe(3)
})
