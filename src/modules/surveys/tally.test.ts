import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormValues } from '#lib/form/form.ts'
import { csvLine, namedColumns, spssSyntax, variablesOf } from './dataset.ts'
import type { Question } from './question.ts'
import { crossTables, pickedWords, questionsOfAll, readPicked, tally } from './tally.ts'

const question = (code: string, more: Partial<Question> = {}): Question => ({
  code,
  kind: 'choice',
  label: `题目${code}`,
  section: '',
  hint: '',
  required: false,
  options: [
    { code: 'o1', name: '甲' },
    { code: 'o2', name: '乙' },
    { code: 'o3', name: '丙' },
  ],
  items: [],
  min: null,
  max: null,
  unit: '',
  condition: null,
  lastOption: 3,
  ...more,
})
const count = (questions: Question[], answers: FormValues[]) =>
  tally(
    questions,
    answers.map(values => ({ questions, values })),
  )

describe('results', () => {
  test('count each option among those who were asked, and name the list of them', () => {
    const [result] = count([question('q1')], [{ q1: 'o1' }, { q1: 'o1' }, { q1: 'o3' }, {}])
    expect(result).toMatchObject({ asked: 4, answered: 3 })
    expect(result!.options).toEqual([
      { picked: 'q1=o1', name: '甲', count: 2 },
      { picked: 'q1=o2', name: '乙', count: 0 },
      { picked: 'q1=o3', name: '丙', count: 1 },
    ])
  })

  test('do not count as asked whoever the condition left out', () => {
    const second = question('q2', { condition: { code: 'q1', options: ['o2'] } })
    const [, result] = count([question('q1'), second], [{ q1: 'o1' }, { q1: 'o2', q2: 'o1' }, { q1: 'o2' }])
    expect(result).toMatchObject({ asked: 2, answered: 1 })
  })

  test('of several choices may be more than there are answers, and never more than that many times the options', () => {
    const several = question('q1', { kind: 'choices' })
    const chosen = fc.array(fc.subarray(['o1', 'o2', 'o3']), { maxLength: 20 })
    fc.assert(
      fc.property(chosen, all => {
        const [result] = count(
          [several],
          all.map(q1 => ({ q1 })),
        )
        expect(result!.answered).toBe(all.filter(({ length }) => length > 0).length)
        expect(result!.options.reduce((sum, one) => sum + one.count, 0)).toBe(all.flat().length)
      }),
    )
  })

  test('rank by the mean place, those whom nobody ranked last', () => {
    const ranking = question('q1', { kind: 'ranking' })
    const [{ ranks }] = count([ranking], [{ q1: ['o2', 'o1'] }, { q1: ['o2'] }]) as never as [{ ranks: unknown[] }]
    expect(ranks).toEqual([
      { name: '乙', mean: 1, first: 2, ranked: 2 },
      { name: '甲', mean: 2, first: 0, ranked: 1 },
      { name: '丙', mean: null, first: 0, ranked: 0 },
    ])
  })

  test('describe numbers', () => {
    const [result] = count(
      [question('q1', { kind: 'number', options: [] })],
      [{ q1: 1 }, { q1: 4 }, { q1: 10 }, { q1: 2 }],
    )
    expect(result!.numbers).toEqual({ count: 4, sum: 17, mean: 4.25, median: 3, min: 1, max: 10 })
  })

  test('group open answers that say the same', () => {
    const open = question('q1', { kind: 'text', options: [] })
    const [result] = count([open], [{ q1: '培训太少' }, { q1: '培训太少。' }, { q1: ' 培训 太少' }, { q1: '没有' }])
    expect(result!.texts).toEqual([
      { text: '培训太少', count: 3 },
      { text: '没有', count: 1 },
    ])
  })

  test('of a matrix count line by line', () => {
    const matrix = question('q1', { kind: 'matrix', items: [{ code: 'o4', name: '价格' }] })
    const [result] = count([matrix], [{ q1_o4: 'o1' }, { q1_o4: 'o1' }, {}])
    expect(result!.answered).toBe(2)
    expect(result!.lines[0]!.counts[0]).toEqual({ picked: 'q1_o4=o1', name: '甲', count: 2 })
  })
})

test('cross tables count each pair of choices once', () => {
  const [one, other] = [question('q1'), question('q2', { kind: 'choices' })]
  const answers = [
    { q1: 'o1', q2: ['o1', 'o2'] },
    { q1: 'o1', q2: ['o2'] },
    { q1: 'o2', q2: [] },
  ].map(values => ({ questions: [one, other], values }))
  expect(crossTables(one, other, answers)).toEqual([
    {
      by: '题目q1',
      columns: ['甲', '乙', '丙'],
      rows: [
        { name: '甲', counts: [1, 2, 0] },
        { name: '乙', counts: [0, 0, 0] },
        { name: '丙', counts: [0, 0, 0] },
      ],
    },
  ])
})

test('questions and options of earlier versions are counted behind those of now', () => {
  const before = [question('q1'), question('q9', { label: '以前问的' })]
  const now = [question('q1', { label: '改过的题目', options: [{ code: 'o4', name: '新的' }] })]
  const all = questionsOfAll([before, now])
  expect(all.map(({ label }) => label)).toEqual(['改过的题目', '以前问的'])
  const [result] = tally(all, [{ questions: before, values: { q1: 'o1' } }])
  expect(result!.options.map(({ name, count }) => [name, count])).toEqual([
    ['新的', 0],
    ['甲', 1],
    ['乙', 0],
    ['丙', 0],
  ])
})

test('a choice by which answers are narrowed is read, named, and refused where it is none', () => {
  expect(readPicked('q3=o2')).toEqual({ name: 'q3', option: 'o2' })
  expect(readPicked('q4_o1=o3')).toEqual({ name: 'q4_o1', option: 'o3' })
  for (const wrong of ['', 'q3', 'q3=2', "q3=o2' or 1", 'x=o1']) expect(readPicked(wrong)).toBeUndefined()
  const matrix = question('q4', { kind: 'matrix', items: [{ code: 'o1', name: '价格' }] })
  expect(pickedWords([matrix], 'q4_o1=o3')).toBe('题目q4：价格＝丙')
  expect(pickedWords([matrix], 'q4_o1=o9')).toBe('')
})

describe('the data for statistics', () => {
  const values: FormValues = { q1: ['o3', 'o1'], q2: ['o2'], q3_o4: 'o2', q4: '=1+1' }
  const cells = (of: Question) => variablesOf(of).map(({ name, read }) => [name, read(values)])

  test('have a column for each place, option and line, with the numbers of the options', () => {
    expect(cells(question('q1', { kind: 'ranking' }))).toEqual([
      ['q1_r1', 3],
      ['q1_r2', 1],
      ['q1_r3', null],
    ])
    expect(cells(question('q2', { kind: 'choices' }))).toEqual([
      ['q2_1', 0],
      ['q2_2', 1],
      ['q2_3', 0],
    ])
    expect(cells(question('q3', { kind: 'matrix', items: [{ code: 'o4', name: '价格' }] }))).toEqual([['q3_4', 2]])
    expect(cells(question('q9', { kind: 'choices' }))).toEqual([
      ['q9_1', null],
      ['q9_2', null],
      ['q9_3', null],
    ])
  })

  test('are named for people in the other sheet', () => {
    const [column] = namedColumns(question('q1', { kind: 'ranking' }))
    expect(column!.read(values)).toBe('1. 丙　2. 甲')
  })

  test('never become a formula, and keep commas, quotes and lines within their cell', () => {
    expect(csvLine(['=1+1', 'a,"b"\nc', 3, null])).toBe('"\'=1+1","a,""b""\nc",3,\r\n')
  })

  test('come with labels of variables and values that end where they have to', () => {
    const syntax = spssSyntax('data.csv', variablesOf(question('q1', { label: "what's this" })))
    expect(syntax).toContain("q1 'what''s this'.")
    expect(syntax).toContain("/q1 1 '甲' 2 '乙' 3 '丙'.")
  })
})
