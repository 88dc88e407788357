import { describe, expect, test } from 'vitest'
import type { FormField, FormValues } from './form.ts'
import { readForm, withoutEmptyRows } from './formReading.ts'
import { textField } from './textField.ts'

const today = '2026-11-21'
const field = (name: string, of?: Partial<FormField>) => textField(name, name, '', of)
const whole = (fields: FormField[], sent: Record<string, unknown>, before?: FormValues) =>
  readForm(fields, sent, { whole: true, today, ...(before && { before }) })
const draft = (fields: FormField[], sent: Record<string, unknown>) => readForm(fields, sent, { whole: false, today })

describe('what is left empty', () => {
  const fields = [field('it', { required: true })]

  test.each([undefined, null, false, '', '  ', [[]]])('%j is nothing', nothing => {
    const given = Array.isArray(nothing) ? [] : nothing
    expect(whole(fields, { it: given })).toEqual({ values: {}, errors: { it: '请填写it' } })
    expect(whole([field('it')], { it: given })).toEqual({ values: {}, errors: {} })
    expect(draft(fields, { it: given })).toEqual({ values: {}, errors: {} })
  })

  test.each([0, 'a', true])('%j is something', given => {
    expect(whole(fields, { it: given }).errors.it ?? '').not.toContain('请填写')
  })
})

describe('a draft', () => {
  const mobile = [field('it', { kind: 'mobile' }), field('many', { kind: 'choices', options: [] })]

  test('keeps what cannot be accepted yet as it was typed, as long as it is of a size to keep', () => {
    expect(draft(mobile, { it: ' 139 ' }).values).toEqual({ it: ' 139 ' })
    expect(draft(mobile, { it: 139 }).values).toEqual({ it: 139 })
    expect(draft(mobile, { it: 'a'.repeat(5000) }).values).toEqual({ it: 'a'.repeat(5000) })
    expect(draft(mobile, { it: 'a'.repeat(5001) }).values).toEqual({})
    expect(draft(mobile, { it: { a: 1 }, many: [{ a: 1 }] }).values).toEqual({})
    expect(draft(mobile, { many: ['a'] }).values).toEqual({ many: ['a'] })
    expect(draft(mobile, { it: ['a'], many: Array(201).fill('a') }).values).toEqual({})
  })

  test('keeps what can be accepted as it is stored; what is handed in keeps nothing else', () => {
    expect(draft(mobile, { it: ' +8613900000001' }).values).toEqual({ it: '13900000001' })
    expect(whole(mobile, { it: '139' })).toEqual({ values: {}, errors: { it: '手机号应为 11 位数字，以 1 开头' } })
  })
})

describe('a choice that is retired', () => {
  const options = [
    { code: 'a', name: '甲' },
    { code: 'old', name: '旧', retired: true },
  ]
  const fields = [field('it', { kind: 'choice', options }), field('words')]

  test('is taken where it stood, and nowhere else', () => {
    expect(whole(fields, { it: 'old', words: 'x' }, { it: 'old' })).toEqual({
      values: { it: 'old', words: 'x' },
      errors: {},
    })
    expect(whole(fields, { it: 'old' }, { it: 'a' }).errors).toEqual({ it: '请从列表中选择it' })
    expect(whole(fields, { it: 'a' }, { it: 'old' }).values).toEqual({ it: 'a' })
    expect(whole(fields, { it: 'old' }).errors).toEqual({})
  })
})

describe('rows', () => {
  const columns = [field('name'), field('flag', { kind: 'agreement' })]
  const rows = (of: Partial<FormField> = {}) => [field('rows', { kind: 'rows', columns, ...of })]

  test('as many as are allowed are taken; of more a draft keeps as many', () => {
    const many = [{ name: '一' }, { name: '二' }, { name: '三' }]
    expect(whole(rows({ max: 3 }), { rows: many })).toEqual({ values: { rows: many }, errors: {} })
    expect(whole(rows({ max: 2 }), { rows: many }).errors).toEqual({ rows: 'rows不能超过 2 行，现有 3 行' })
    expect(draft(rows({ max: 2 }), { rows: many })).toEqual({ values: { rows: many.slice(0, 2) }, errors: {} })
    const usual = Array.from({ length: 201 }, (_, i) => ({ name: `${i}` }))
    expect(whole(rows(), { rows: usual }).errors).toEqual({ rows: 'rows不能超过 200 行，现有 201 行' })
  })

  test('what is no row is none', () => {
    expect(whole(rows(), { rows: ['text', 7, null, {}, { name: '' }, { other: 1 }, { name: '一' }] })).toEqual({
      values: { rows: [{ name: '一' }] },
      errors: {},
    })
    expect(whole(rows(), { rows: 'text' })).toEqual({ values: { rows: [] }, errors: { rows: 'rows应为若干行' } })
  })

  test('at least one is asked for where they are required, and not of a draft', () => {
    expect(whole(rows({ required: true }), { rows: [{}] }).errors).toEqual({ rows: '请至少填写一行rows' })
    expect(whole(rows(), { rows: [{}] }).errors).toEqual({})
    expect(draft(rows({ required: true }), { rows: [{}] }).errors).toEqual({})
  })

  test('that say nothing are not kept', () => {
    const values: FormValues = {
      rows: [{ name: '一' }, {}, { name: ' ', flag: false }, { name: null, flag: true }],
      title: [''],
    }
    expect(withoutEmptyRows([...rows(), field('title')], values)).toEqual({
      rows: [{ name: '一' }, { name: null, flag: true }],
      title: [''],
    })
    expect(withoutEmptyRows(rows(), { rows: null, a: 1 })).toEqual({ rows: null, a: 1 })
    expect(withoutEmptyRows(rows(), {})).toEqual({})
  })
})
