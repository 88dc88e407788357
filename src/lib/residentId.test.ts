import { expect, test } from 'vitest'
import { isResidentId, plainResidentId, residentBornOn, residentSex } from './residentId.ts'

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
