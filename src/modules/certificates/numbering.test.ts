import { describe, expect, test } from 'vitest'
import { numberParts, ruleFault, seriesBy } from './numbering.ts'

const usual = '{prefix}-{kind}-{level}-{year}-{serial:4}'
const of = { prefix: 'CBWA', kind: 'QX01', level: 'A', year: '2026', province: '32' }

describe('a rule of numbers', () => {
  test.each([
    usual,
    '{kind}-{serial:3}',
    '{kind}-{serial:6}',
    '{kind}({level})字第{year}-{serial:5}',
    '{province}/{kind}({level})（{year}）〔字第〕-{serial:4}',
    'Az09-{kind}-{serial:4}',
  ])('%s can be used', rule => expect(ruleFault(rule)).toBeUndefined())

  const END = '规则应以 -{serial:4} 结尾：流水号是最后一段，前面是横线，数字为流水号的位数'
  const DIGITS = '流水号应为 3 到 6 位，例如 {serial:4}'
  const FREE = '规则里除花括号中的各段外，只能有汉字、字母、数字、横线、斜线和括号'
  const known = '{prefix}、{kind}、{level}、{year}、{province}'
  test.each([
    ['{kind}', END],
    ['{kind}{serial:4}', END],
    ['{kind}-{serial:}', END],
    ['{kind}-{serial:x}', END],
    ['{kind}-{serial:4}-{year}', END],
    ['{prefix}-{serial:4}-{kind}', END],
    ['{kind}-{serial:2}', DIGITS],
    ['{kind}-{serial:7}', DIGITS],
    ['{kind}-{month}-{serial:4}', `没有 {month} 这一段，可用的有 ${known}`],
    ['{kind}-{}-{serial:4}', `没有 {} 这一段，可用的有 ${known}`],
    ['{kind} -{serial:4}', FREE],
    ['{kind}{-{serial:4}', FREE],
    ['#{kind}-{serial:4}', FREE],
    ['{kind}#-{serial:4}', FREE],
    ['{prefix}-{year}-{serial:4}', '规则应包含 {kind}，不同种类的证书才分开编号'],
    ['kind-{serial:4}', '规则应包含 {kind}，不同种类的证书才分开编号'],
  ])('%s: %s', (rule, fault) => expect(ruleFault(rule)).toBe(fault))

  test('may name these parts', () => {
    expect(numberParts).toEqual({
      prefix: '协会的编号前缀',
      kind: '种类代号',
      level: '级别代号',
      year: '发证年份',
      province: '省份的两位代码',
    })
  })
})

describe('a number by its rule', () => {
  test('has its series before it, and as many digits as the rule says', () => {
    expect(seriesBy(usual, of)).toEqual({ prefix: 'CBWA-QX01-A-2026', digits: 4 })
    expect(seriesBy('{kind}-{serial:6}', of)).toEqual({ prefix: 'QX01', digits: 6 })
    expect(seriesBy('{kind}({level})字第{year}-{serial:5}', of)).toEqual({ prefix: 'QX01(A)字第2026', digits: 5 })
    expect(seriesBy('{prefix}-{province}-{kind}-{level}-{serial:3}', of).prefix).toBe('CBWA-32-QX01-A')
  })

  test('leaves no gap where a part is empty, in the middle or at an end', () => {
    expect(seriesBy(usual, { ...of, level: '' }).prefix).toBe('CBWA-QX01-2026')
    expect(seriesBy(usual, { ...of, kind: '', level: '' }).prefix).toBe('CBWA-2026')
    expect(seriesBy(usual, { ...of, prefix: '' }).prefix).toBe('QX01-A-2026')
    expect(seriesBy('{kind}-{level}-{serial:4}', { ...of, level: '' }).prefix).toBe('QX01')
  })
})
