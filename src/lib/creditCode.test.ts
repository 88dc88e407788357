import { expect, test } from 'vitest'
import { creditCodeFault, isCreditCode, plainCreditCode } from './creditCode.ts'

test.each([
  '91350100M000100Y43',
  '91440300708461136T',
  '91110000802100433B',
  '5110000050001234XC',
  '91110105MA00DEM14D',
  '1232040046600DM67R',
  '52330100MJ870DMA8R',
])('%s is a credit code', code => {
  expect(isCreditCode(code)).toBe(true)
})

test.each([
  ['91350100M000100Y4Z', "the standard's own misprinted example"],
  ['91110I05MA00DEM14D', 'a letter I among the digits of the region'],
  ['91110105MA00DEM14E', 'another check character'],
  ['91110105MA00DEM41D', 'two characters exchanged'],
  ['91110105MA00DEM14', '17 characters'],
  ['91110105MA00DEM14D1', '19 characters'],
  ['91110105ma00dem14d', 'small letters'],
  ['91110105MA00DEM14D91110105MA00DEM14D', 'two codes in a row'],
  ['', 'nothing'],
])('%j is none: %s', code => {
  expect(isCreditCode(code)).toBe(false)
})

test('a sum that 31 divides is checked by 0, not by a 32nd character', () => {
  expect(isCreditCode('911101010000000290')).toBe(true)
})

test('what people type is brought into the form that is stored', () => {
  expect(plainCreditCode(' ９１110105 ma00dem14d\n')).toBe('91110105MA00DEM14D')
})

test.each([
  ['91110105MA00DEM14D', null],
  ['91110105MA00DEM14', '统一社会信用代码应为 18 位，现有 17 位'],
  ['91110I05MA00DEM1OD', '统一社会信用代码中不会出现“I、O”，请对照营业执照核对'],
  ['911101A5MA00DEM14D', '统一社会信用代码的第 3 至 8 位应为数字，请对照营业执照核对'],
  ['91110105MA00DEM14E', '统一社会信用代码的第 18 位校验码不符，请对照营业执照核对'],
])('of %j it is said: %s', (code, fault) => {
  expect(creditCodeFault(code)).toBe(fault)
})
