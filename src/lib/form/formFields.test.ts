import { describe, expect, test } from 'vitest'
import {
  answerableFields,
  changedFields,
  choicesIn,
  defineForm,
  errorPlace,
  type FormField,
  fieldKinds,
  fieldsIn,
  offeredOptions,
  optionsOf,
  pickFields,
  requireFields,
  rowsIn,
  valuesOfAllFields,
  withoutEmpty,
} from './form.ts'

const field = fieldsIn('基本信息', { max: 20 })
const options = [
  { code: 'a', name: '甲' },
  { code: 'old', name: '旧', retired: true },
]
const form = defineForm([
  field('name', '名称', { required: true }),
  field('intro', '介绍', { kind: 'paragraph', max: 300 }),
  field('kind', '种类', { kind: 'choice', options }),
])

describe('a form as it is written down', () => {
  test('has its fields in one section, with its usual settings; text, where no kind is said', () => {
    expect(form).toEqual([
      { name: 'name', label: '名称', section: '基本信息', kind: 'text', max: 20, required: true },
      { name: 'intro', label: '介绍', section: '基本信息', kind: 'paragraph', max: 300 },
      { name: 'kind', label: '种类', section: '基本信息', kind: 'choice', max: 20, options },
    ])
    expect(fieldsIn('')('a', '甲')).toEqual({ name: 'a', label: '甲', section: '', kind: 'text' })
  })

  test('lends some of its fields, and the same ones with others required', () => {
    expect(pickFields(form, 'kind', 'name').map(({ name }) => name)).toEqual(['name', 'kind'])
    expect(requireFields(form, ['intro']).map(({ name, required }) => [name, required])).toEqual([
      ['name', false],
      ['intro', true],
      ['kind', false],
    ])
    expect(requireFields(form, ['intro'])[1]).toMatchObject({ label: '介绍', max: 300 })
  })

  test('has options by the names of their codes', () => {
    expect(optionsOf({ a: '甲', b: '乙' })).toEqual([
      { code: 'a', name: '甲' },
      { code: 'b', name: '乙' },
    ])
  })

  test('knows these kinds of fields', () => {
    expect(fieldKinds.join(' ')).toBe(
      'text paragraph number day moment choice choices ranking province personName organisationName mobile phone email ' +
        'postcode creditCode residentId url link point agreement picture file richText rows',
    )
  })
})

describe('what is retired', () => {
  test('is offered to who has it, and to nobody else', () => {
    const codes = (...chosen: unknown[]) => offeredOptions(options, ...chosen).map(({ code }) => code)
    expect([codes(), codes('old'), codes(['a', 'old']), codes('a')]).toEqual([['a'], ['a', 'old'], ['a', 'old'], ['a']])
  })

  test('a choice that offers nothing is not asked for, and none that offers nothing anew is required', () => {
    const choice = (name: string, of: FormField['options']): FormField => ({
      name,
      label: name,
      section: '',
      kind: 'choice',
      required: true,
      ...(of && { options: of }),
    })
    const fields = [
      choice('some', options),
      choice('none', []),
      choice('gone', options.slice(1)),
      choice('text', undefined),
    ]
    expect(answerableFields(fields).map(({ name, required }) => [name, required])).toEqual([
      ['some', true],
      ['gone', false],
      ['text', true],
    ])
    expect(answerableFields(fields)[1]).toMatchObject({ label: 'gone', options: options.slice(1) })
  })
})

describe('values', () => {
  test('differ where they say something else; nothing is as empty as null', () => {
    expect(changedFields(form, { name: '一', kind: null }, { name: '二', intro: null })).toEqual(['name'])
    expect(changedFields(form, { kind: 'a' }, {})).toEqual(['kind'])
  })

  test('can all be named, or only those that say something', () => {
    expect(valuesOfAllFields(form, { name: '一', other: 1 })).toEqual({ name: '一', intro: null, kind: null })
    expect(withoutEmpty({ a: null, b: '', c: [], d: 0, e: false, f: ['x'], g: '字' })).toEqual({
      d: 0,
      e: false,
      f: ['x'],
      g: '字',
    })
  })

  test('of several rows or several choices are told apart', () => {
    const mixed = { it: [{ a: 1 }, 'x'] } as never
    expect(rowsIn(mixed, 'it')).toEqual([{ a: 1 }])
    expect(choicesIn(mixed, 'it')).toEqual(['x'])
    expect([rowsIn({ it: 'x' }, 'it'), choicesIn({ it: 'x' }, 'it'), rowsIn({}, 'it'), choicesIn({}, 'it')]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  test('stand where people find them', () => {
    const people = field('people', '人员', { kind: 'rows', columns: [fieldsIn('')('title', '职称'), ...form] })
    const fields = [...form, people]
    expect(errorPlace(fields, 'intro')?.label).toBe('介绍')
    expect(errorPlace(fields, 'people.0.kind')).toEqual({ label: '种类', inRow: '人员 第 1 行' })
    expect(errorPlace(fields, 'people.9.title')).toEqual({ label: '职称', inRow: '人员 第 10 行' })
    expect([errorPlace(fields, 'nobody'), errorPlace(fields, 'nobody.0.a'), errorPlace(fields, 'name.0.a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
