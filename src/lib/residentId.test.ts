import { expect, test } from 'vitest'
import { isResidentId, plainResidentId, residentBornOn, residentIdFault, residentSex } from './residentId.ts'

const today = '2026-11-21'

test.each([
  '11010519491231002X',
  '53010219200508011X',
  '370101190102039973',
  '110000199001010013',
  '310000198506150022',
  '320000198808080033',
  '370000197912240054',
  '440000199202290089',
  '810000198810100132',
])('%s is the number of a resident', id => {
  expect(isResidentId(id, today)).toBe(true)
})

test.each([
  ['110000199001010014', 'another check digit'],
  ['440000199302290080', '29 February of a common year'],
  ['11010519491231002x', 'a small x'],
  ['160000199001010012', 'no province has 16'],
  ['110105491231002', '15 digits, no longer issued'],
  ['110000199013010010', 'a thirteenth month'],
  ['11010519491231002X11010519491231002X', 'two numbers in a row'],
  ['11010519491231002X1', '19 digits'],
  ['', 'nothing'],
])('%j is none: %s', id => {
  expect(isResidentId(id, today)).toBe(false)
})

test('nobody is born after today', () => {
  expect(isResidentId('110000199001010013', '1989-12-31')).toBe(false)
  expect(isResidentId('110000199001010013', '1990-01-01')).toBe(true)
})

test('the number tells the birthday and the sex', () => {
  expect(residentBornOn('440000199202290089')).toBe('1992-02-29')
  expect([residentSex('110000199001010013'), residentSex('310000198506150022')]).toEqual(['male', 'female'])
})

test('what people type is brought into the form that is stored', () => {
  expect(plainResidentId('１１0105 19491231 002x')).toBe('11010519491231002X')
})

test.each([
  ['110000199001010013', null],
  ['11000019900101001', '身份证号码应为 18 位，现有 17 位'],
  ['1100001990O1010013', '身份证号码前 17 位应为数字，第 18 位为数字或 X，请核对'],
  ['160000199001010012', '身份证号码的前 2 位不是地区代码，请核对'],
  ['440000199302290080', '身份证号码的第 7 至 14 位不是出生日期，请核对'],
  ['110000199013010010', '身份证号码的第 7 至 14 位不是出生日期，请核对'],
  ['110000203001010013', '身份证号码的第 7 至 14 位不是出生日期，请核对'],
  ['110000199001010014', '身份证号码的第 18 位校验码不符，请核对'],
  ['110000202611210011', '身份证号码的第 18 位校验码不符，请核对'],
])('of %j it is said: %s', (id, fault) => {
  expect(residentIdFault(id, today)).toBe(fault)
})
