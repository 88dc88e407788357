import { expect, test } from 'vitest'
import { MAX_BATCH_NUMBERS, numbersIn } from './batch.ts'

test('numbers stand one a line, or between commas, semicolons and tabs of either script', () => {
  const [a, b] = ['CBWA-D-320001', 'CBWA-D-320002']
  for (const between of ['\n', '\r\n', '\t', ',', '，', ';', '；', '、', ' , ', '\n\n'])
    expect(numbersIn(`${a}${between}${b}`), JSON.stringify(between)).toEqual([a, b])
})

test('spaces separate what can stand alone, and belong to a number where a part of it cannot', () => {
  expect(numbersIn('CBWA-D-320001 CBWA-D-320002')).toEqual(['CBWA-D-320001', 'CBWA-D-320002'])
  expect(numbersIn('CBWA1  CBWA-D-2')).toEqual(['CBWA1 CBWA-D-2'])
  expect(numbersIn('123456 654321')).toEqual(['123456', '654321'])
  expect(numbersIn('ABC123 DEF456')).toEqual(['ABC123', 'DEF456'])
  expect(numbersIn('ABCDEFG 123456')).toEqual(['ABCDEFG 123456'])
  expect(numbersIn('  CBWA  D  320001  ')).toEqual(['CBWA D 320001'])
})

test('what holds no digit is no number', () => {
  expect(numbersIn('证书编号\nCBWA-D-320001\n—')).toEqual(['CBWA-D-320001'])
  expect(numbersIn(' \n ')).toEqual([])
  expect(MAX_BATCH_NUMBERS).toBe(500)
})

test('what a person pastes from a letter, with names between', () => {
  expect(numbersIn('A-2024-1，B-2024-2;\n C-2024-3\tD-2024-4 E-2024-5\n\n清源公司\n')).toEqual([
    'A-2024-1',
    'B-2024-2',
    'C-2024-3',
    'D-2024-4',
    'E-2024-5',
  ])
  expect(numbersIn('cbwa qx01 a 2024 0012\n锅清(A)字第0123号')).toEqual(['cbwa qx01 a 2024 0012', '锅清(A)字第0123号'])
})
