import { describe, expect, test } from 'vitest'
import { changedFields, choicesIn, errorPlace, type FormField, type FormRow, rowsIn } from './form.ts'
import { readForm } from './formReading.ts'
import { fieldText, tableOf } from './formWords.ts'

const field = (of: Partial<FormField> & Pick<FormField, 'kind'>): FormField => ({
  name: 'it',
  label: '它',
  section: '一',
  ...of,
})
const today = '2026-11-21'
const read = (of: Partial<FormField> & Pick<FormField, 'kind'>, given: unknown) => {
  const { values, errors } = readForm([field(of)], { it: given }, { whole: true, today })
  return errors.it ?? values.it
}

describe('what people type is taken in any sensible form', () => {
  test.each([
    ['mobile', '+86 139 0000 0001', '13900000001'],
    ['mobile', '１３９００００００01', '13900000001'],
    ['mobile', '139-0000-0001', '13900000001'],
    ['creditCode', ' 91110105ma00dem14d ', '91110105MA00DEM14D'],
    ['residentId', '11010519491231002x', '11010519491231002X'],
    ['email', ' name＠example.com', 'name@example.com'],
    ['url', 'www.example.com/about', 'https://www.example.com/about'],
    ['postcode', '１０００００'.slice(0, 6), '100000'],
    ['moment', '2026-01-31 09:00', '2026-01-31T09:00:00+08:00'],
    ['moment', '2026-01-31T09:00:30+08:00', '2026-01-31T09:00:00+08:00'],
    ['link', ' /admin/news/list/26?pageNum=2 ', '/admin/news/list/26?pageNum=2'],
    ['link', 'https://example.com/a', 'https://example.com/a'],
    ['number', '1,234.567', 1234.57],
    ['personName', '欧阳·晓明', '欧阳·晓明'],
  ] as const)('%s: %j', (kind, typed, kept) => {
    expect(read({ kind }, typed)).toEqual(kept)
  })
})

describe('what cannot be meant is refused in Chinese', () => {
  test.each([
    ['mobile', '12345678901'],
    ['creditCode', '91350100M000100Y4Z'],
    ['residentId', '110000199001010014'],
    ['email', 'name@@example'],
    ['email', 'a@b.c\nBcc: d@e.f'.repeat(20)],
    ['url', 'javascript:alert(1)'],
    ['day', '2026-02-30'],
    ['moment', '2026-02-30 09:00'],
    ['moment', '2026-02-28 24:00'],
    ['moment', '2026-02-28T09:00:00Z'],
    ['link', '//example.com'],
    ['link', '/\\example.com'],
    ['link', 'http://example.com'],
    ['link', 'javascript:alert(1)'],
    ['province', '830000'],
    ['point', { lng: 200, lat: 39 }],
    ['number', 'many'],
    ['personName', '<b>张</b>'],
    ['picture', '12'],
    ['choices', ['a', 'z']],
    ['choice', 'z'],
    ['text', ['a']],
    ['agreement', 'true'],
  ] as const)('%s: %j', (kind, typed) => {
    expect(read({ kind, options: [{ code: 'a', name: '甲' }] }, typed)).toMatch(/\p{Script=Han}/u)
  })

  test('text beyond its limit says how much there is', () => {
    expect(read({ kind: 'paragraph', max: 5 }, '一二三四五六')).toBe('它不能超过 5 个字，现有 6 个')
  })
})

test('a whole form needs what is required; a draft keeps even what cannot be accepted yet', () => {
  const fields = [field({ kind: 'mobile', required: true }), field({ name: 'other', kind: 'text', required: true })]
  const sent = { it: '139', unknown: 'left out' }
  expect(readForm(fields, sent, { whole: false, today })).toEqual({ values: { it: '139' }, errors: {} })
  const whole = readForm(fields, sent, { whole: true, today })
  expect(Object.keys(whole.errors)).toEqual(['it', 'other'])
})

test('a comparison names what differs, and values are put in words', () => {
  const fields = [field({ kind: 'province' }), field({ name: 'b', kind: 'number', unit: '人' })]
  expect(changedFields(fields, { it: '110000', b: 1 }, { it: '110000', b: 2 })).toEqual(['b'])
  expect(changedFields(fields, {}, { it: '110000' })).toEqual(['it'])
  expect(fieldText(fields[0]!, '320000')).toBe('江苏')
  expect(fieldText(fields[1]!, 12)).toBe('12 人')
})

describe('a field with rows', () => {
  const people = field({
    name: 'people',
    label: '人员',
    kind: 'rows',
    required: true,
    max: 3,
    columns: [
      field({ name: 'name', label: '姓名', kind: 'personName', required: true }),
      field({ name: 'title', label: '职称', kind: 'choice', options: [{ code: 'senior', name: '高级' }] }),
      field({ name: 'until', label: '有效期至', kind: 'day' }),
    ],
  })
  const sent = [{ name: '张伟', title: 'senior' }, { name: ' ' }, { title: 'none', until: '明年' }]

  test('is read cell by cell, each fault named by its row as it was sent; empty rows are left out', () => {
    const { values, errors } = readForm([people], { people: sent }, { whole: true, today })
    expect(values.people).toEqual([{ name: '张伟', title: 'senior' }, {}])
    expect(errors).toEqual({
      'people.2.name': '请填写姓名',
      'people.2.title': '请从列表中选择职称',
      'people.2.until': '日期应如 2026-01-31',
    })
    expect(errorPlace([people], 'people.2.title')).toEqual({ label: '职称', inRow: '人员 第 3 行' })
    expect(errorPlace([people], 'people')?.label).toBe('人员')
    expect(errorPlace([people], 'people.2.nothing')).toBeUndefined()
  })

  test('keeps in a draft what cannot be accepted yet', () => {
    const { values, errors } = readForm([people], { people: sent }, { whole: false, today })
    expect(values.people).toEqual([
      { name: '张伟', title: 'senior' },
      { title: 'none', until: '明年' },
    ])
    expect(errors).toEqual({})
  })

  test.each([
    ['nothing at all', undefined, '请至少填写一行人员'],
    ['only empty rows', [{ name: '' }, {}, null], '请至少填写一行人员'],
    ['something else', '张伟', '人员应为若干行'],
    ['more than the most', Array(4).fill({ name: '张伟' }), '人员不能超过 3 行，现有 4 行'],
  ])('refuses %s', (_, given, sentence) => {
    expect(readForm([people], { people: given }, { whole: true, today }).errors).toEqual({ people: sentence })
  })

  test('is a table for people, and lines in a comparison', () => {
    const value: FormRow[] = [{ name: '张伟', title: 'senior' }, { name: '李娜' }]
    expect(tableOf(people, value)).toEqual({
      head: ['姓名', '职称', '有效期至'],
      rows: [
        ['张伟', '高级', ''],
        ['李娜', '', ''],
      ],
    })
    expect(fieldText(people, value)).toBe('张伟，高级\n李娜')
    expect(tableOf(people, undefined)!.rows).toEqual([])
    expect(tableOf(field({ kind: 'text' }), 'a')).toBeNull()
  })
})

test('rows are no choices, and what was left empty is neither', () => {
  const values = { people: [{ name: '张伟' }], flags: ['hidden'], note: '无', emptied: null }
  expect(rowsIn(values, 'people')).toEqual([{ name: '张伟' }])
  expect(choicesIn(values, 'flags')).toEqual(['hidden'])
  expect(choicesIn(values, 'people')).toEqual([])
  for (const name of ['flags', 'note', 'emptied', 'unknown']) expect(rowsIn(values, name)).toEqual([])
  for (const name of ['note', 'emptied', 'unknown']) expect(choicesIn(values, name)).toEqual([])
})
