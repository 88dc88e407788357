import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormRow } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import {
  allFields,
  askedFields,
  askedQuestions,
  askedValues,
  faultsOf,
  type Question,
  questionFaults,
} from './question.ts'
import { blankQuestion, questionFields, questionOf, valuesOfQuestion } from './questionForm.ts'
import { questionsOfRows, rowsOfQuestions } from './templateForm.ts'

const today = '2026-11-21'
const option = (n: number, name = `选项${n}`) => ({ code: `o${n}`, name })
const question = (code: string, more: Partial<Question> = {}): Question => ({
  code,
  kind: 'choice',
  label: `题目${code}`,
  section: '',
  hint: '',
  required: true,
  options: [option(1), option(2)],
  items: [],
  min: null,
  max: null,
  unit: '',
  condition: null,
  lastOption: 2,
  ...more,
})

describe('a question that depends on an earlier one', () => {
  const uses = question('q1')
  const why = question('q2', { kind: 'text', options: [], condition: { code: 'q1', options: ['o2'] } })
  const deeper = question('q3', { condition: { code: 'q1', options: ['o1'] } })
  const deepest = question('q4', { condition: { code: 'q3', options: ['o1'] } })
  const all = [uses, why, deeper, deepest]
  const asked = (values: object) => askedQuestions(all, values as never).map(({ code }) => code)

  test('is asked where its option was chosen, and not before', () => {
    expect(asked({})).toEqual(['q1'])
    expect(asked({ q1: 'o2' })).toEqual(['q1', 'q2'])
    expect(asked({ q1: 'o1', q3: 'o1' })).toEqual(['q1', 'q3', 'q4'])
  })

  test('is not asked by the answer to a question that is not asked itself any more', () => {
    expect(asked({ q1: 'o2', q3: 'o1' })).toEqual(['q1', 'q2'])
  })

  test('leaves nothing in the answer, and is not missed there', () => {
    const typed = { q1: 'o1', q2: '以前写的', q3: 'o2' }
    expect(askedValues(all, typed)).toEqual({ q1: 'o1', q3: 'o2' })
    expect(readForm(askedFields(all, typed), typed, { whole: true, today }).errors).toEqual({})
  })

  test('never asks what its condition does not meet, whatever was answered', () => {
    const values = fc.record({ q1: fc.constantFrom('o1', 'o2', ''), q3: fc.constantFrom('o1', 'o2', '') })
    fc.assert(
      fc.property(values, given => {
        const codes = asked(given)
        for (const { code, condition } of all)
          if (condition && codes.includes(code)) {
            expect(codes).toContain(condition.code)
            expect(condition.options).toContain(given[condition.code as 'q1'])
          }
      }),
    )
  })
})

describe('what is wrong with a question', () => {
  test.each<[string, Partial<Question>, string, string]>([
    ['no text', { label: '' }, 'label', '请填写题目'],
    ['one option', { options: [option(1)] }, 'options', '至少要有两个在用的选项'],
    ['two retired ones', { options: [option(1), { ...option(2), retired: true }] }, 'options', '两个在用的'],
    ['an option twice', { options: [option(1, '是'), option(2, '是')] }, 'options', '“是”写了两次'],
    ['a matrix without lines', { kind: 'matrix' }, 'items', '请填写各项'],
    ['a table without columns', { kind: 'table', options: [] }, 'items', '请填写各列'],
    ['clauses without any', { kind: 'clauses', options: [] }, 'items', '请填写各条'],
    ['a range upside down', { kind: 'number', options: [], min: 5, max: 2 }, 'max', '应不小于 5'],
    ['more choices than options', { kind: 'choices', max: 3 }, 'max', '应在 1 到 2 之间'],
    ['a condition on what comes later', { condition: { code: 'q9', options: ['o1'] } }, 'condition', '排在这一题以前'],
  ])('%s', (_, more, name, words) => {
    expect(faultsOf(question('q2', more), [question('q1')])[name]).toContain(words)
  })

  test('a condition looks at a choice, and at an option that it has', () => {
    const text = question('q1', { kind: 'text', options: [] })
    const dependent = (options: string[]) => question('q2', { condition: { code: 'q1', options } })
    expect(faultsOf(dependent(['o1']), [text]).condition).toContain('只能看单选题或多选题')
    expect(faultsOf(dependent(['o7']), [question('q1')]).condition).toContain('没有这个选项')
    expect(faultsOf(dependent([]), [question('q1')]).condition).toContain('请选择')
    expect(questionFaults([question('q1'), dependent(['o1'])])).toEqual({})
  })
})

test('a question is written and read back the same, and codes of its options are never used again', () => {
  const fields = questionFields({ ...blankQuestion }, [])
  const typed = { kind: 'choice', label: '满意吗', required: 'yes', options: [{ name: '满意' }, { name: '一般' }] }
  const read = readForm(fields, typed, { whole: true, today })
  expect(read.errors).toEqual({})
  const first = questionOf(read.values, 'q1', undefined)
  expect(first.options).toEqual([
    { code: 'o1', name: '满意' },
    { code: 'o2', name: '一般' },
  ])
  expect(questionOf(valuesOfQuestion(first), 'q1', first)).toEqual(first)
  const fewer = questionOf({ ...valuesOfQuestion(first), options: [{ code: 'o1', name: '满意' }] }, 'q1', first)
  const more = questionOf(
    { ...valuesOfQuestion(fewer), options: [...fewer.options, { name: '不满意' }] as never },
    'q1',
    fewer,
  )
  expect(more.options.at(-1)).toEqual({ code: 'o3', name: '不满意' })
})

test('a matrix is a choice for each line, a draft in clauses a table of comments', () => {
  const matrix = question('q1', { kind: 'matrix', items: [option(3, '价格'), option(4, '质量')], label: '评价' })
  expect(allFields([matrix]).map(({ name, label, section, kind }) => [name, label, section, kind])).toEqual([
    ['q1_o3', '价格', '评价', 'choice'],
    ['q1_o4', '质量', '评价', 'choice'],
  ])
  const clauses = question('q2', { kind: 'clauses', options: [], items: [option(1, '第一条')], required: false })
  const read = readForm(allFields([clauses]), { q2: [{ clause: 'o1', comment: '' }] }, { whole: true, today })
  expect(Object.keys(read.errors)).toEqual(['q2.0.comment'])
})

describe('a template', () => {
  const rows: FormRow[] = [
    { kind: 'choice', label: '是否参加', required: true, options: '参加、不参加' },
    { kind: 'table', label: '参会人员', items: '姓名、职务', condition: '1：参加' },
    { kind: 'clauses', label: '各条', items: '第一条 总则、目的；第二条' },
  ]

  test('says questions that are written back as the same rows', () => {
    const { questions, faults } = questionsOfRows(rows)
    expect(faults).toEqual({})
    expect(questions[1]!.condition).toEqual({ code: 'q1', options: ['o1'] })
    expect(questions[2]!.items.map(({ name }) => name)).toEqual(['第一条 总则、目的', '第二条'])
    expect(questionsOfRows(rowsOfQuestions(questions)).questions).toEqual(questions)
  })

  test('tells what is wrong in its cell', () => {
    const wrong: FormRow[] = [
      rows[0]!,
      { ...rows[1]!, condition: '1：也许' },
      { kind: 'choice', label: '', options: '一项' },
    ]
    expect(Object.keys(questionsOfRows(wrong).faults).toSorted()).toEqual([
      'questions.1.condition',
      'questions.2.label',
      'questions.2.options',
    ])
  })
})
