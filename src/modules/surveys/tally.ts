import type { FieldValue, FormValues, Option } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { askedQuestions, fieldsOfQuestion, isAnswered, matrixName, type Question } from './question.ts'

/** One answer as it is counted: the questions of its own version, and its values. */
export type CountedAnswer = { questions: readonly Question[]; values: FormValues }
type Counted = { picked: string | null; name: string; count: number }
type Numbers = { count: number; sum: number; mean: number; median: number; min: number; max: number }
export type Result = {
  code: string
  kind: Question['kind']
  label: string
  section: string
  asked: number
  answered: number
  options: Counted[]
  ranks: { name: string; mean: number | null; first: number; ranked: number }[]
  lines: { name: string; counts: Counted[] }[]
  numbers: Numbers | null
  texts: { text: string; count: number }[]
  moreTexts: number
}

/** Groups of open answers that are shown; all of them are in the exported data. */
const MAX_TEXTS = 200
const TEXT_KINDS: readonly Question['kind'][] = ['text', 'paragraph', 'province', 'day', 'organisationName', 'url']

/**
 * Questions of all versions that were answered, those of the newest first in its order; what was asked only before stands
 * behind them. An option that a version had and the newest has not is counted under its name of then.
 */
export function questionsOfAll(versions: readonly (readonly Question[])[]): Question[] {
  const [newest = [], ...older] = versions.toReversed()
  const known = new Map(newest.map(question => [question.code, question]))
  for (const question of older.flat()) {
    const now = known.get(question.code)
    known.set(question.code, now ? withOptionsOf(now, question) : question)
  }
  return [...known.values()]
}

const withOptionsOf = (now: Question, before: Question): Question =>
  now.kind === before.kind
    ? { ...now, options: joined(now.options, before.options), items: joined(now.items, before.items) }
    : now

const joined = (now: readonly Option[], before: readonly Option[]): Option[] => [
  ...now,
  ...before.filter(({ code }) => !now.some(one => one.code === code)),
]

const codesIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter(one => typeof one === 'string') : []

/** Counts the answers to each question. A question counts as asked where its condition was met in that answer. */
export function tally(questions: readonly Question[], answers: readonly CountedAnswer[]): Result[] {
  const asked = answers.map(({ questions, values }) => ({
    values,
    codes: new Set(askedQuestions(questions, values).map(({ code }) => code)),
  }))
  return questions.map(question => {
    const of = asked.filter(({ codes }) => codes.has(question.code)).map(({ values }) => values)
    return resultOf(question, of)
  })
}

function resultOf(question: Question, of: readonly FormValues[]): Result {
  const { code, kind, label, section, options, items } = question
  const answers = of.filter(values => isAnswered(question, values))
  const isChoice = kind === 'choice' || kind === 'choices'
  const texts = TEXT_KINDS.includes(kind) ? groupTexts(question, answers) : []
  return {
    code,
    kind,
    label,
    section,
    asked: of.length,
    answered: answers.length,
    options: isChoice
      ? countOptions(code, options, answers)
      : kind === 'agreement'
        ? [{ picked: null, name: '已确认', count: answers.length }]
        : [],
    ranks: kind === 'ranking' ? rank(question, answers) : [],
    lines:
      kind === 'matrix'
        ? items.map(item => ({
            name: item.name,
            counts: countOptions(matrixName(question, item), options, answers),
          }))
        : [],
    numbers: kind === 'number' ? describeNumbers(answers.map(values => values[code])) : null,
    texts: texts.slice(0, MAX_TEXTS),
    moreTexts: Math.max(0, texts.length - MAX_TEXTS),
  }
}

function countOptions(name: string, options: readonly Option[], answers: readonly FormValues[]): Counted[] {
  const counts = new Map<string, number>()
  for (const values of answers) for (const one of codesIn(values[name])) counts.set(one, (counts.get(one) ?? 0) + 1)
  return options
    .filter(({ code, retired }) => !retired || counts.has(code))
    .map(option => ({ picked: `${name}=${option.code}`, name: option.name, count: counts.get(option.code) ?? 0 }))
}

/** Options by their mean place; those that nobody ranked stand last. */
function rank({ code, options }: Question, answers: readonly FormValues[]) {
  const places = new Map<string, number[]>()
  for (const values of answers)
    for (const [i, option] of codesIn(values[code]).entries())
      places.set(option, [...(places.get(option) ?? []), i + 1])
  return options
    .filter(option => !option.retired || places.has(option.code))
    .map(option => {
      const of = places.get(option.code) ?? []
      const mean = of.length > 0 ? of.reduce((sum, place) => sum + place, 0) / of.length : null
      return {
        name: option.name,
        mean: mean === null ? null : Math.round(mean * 100) / 100,
        first: of.filter(place => place === 1).length,
        ranked: of.length,
      }
    })
    .sort((a, b) => (a.mean ?? Infinity) - (b.mean ?? Infinity) || b.ranked - a.ranked)
}

function describeNumbers(values: readonly (FieldValue | undefined)[]): Numbers | null {
  const numbers = values.filter(value => typeof value === 'number').sort((a, b) => a - b)
  if (numbers.length === 0) return null
  const sum = numbers.reduce((all, one) => all + one, 0)
  const middle = numbers.length >> 1
  const median = numbers.length % 2 === 1 ? numbers[middle]! : (numbers[middle - 1]! + numbers[middle]!) / 2
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    count: numbers.length,
    sum: round(sum),
    mean: round(sum / numbers.length),
    median: round(median),
    min: numbers[0]!,
    max: numbers.at(-1)!,
  }
}

/** Open answers, the same words as one group whatever their blanks and case; the most frequent first. */
function groupTexts(question: Question, answers: readonly FormValues[]) {
  const [field] = fieldsOfQuestion(question)
  const groups = new Map<string, { text: string; count: number }>()
  for (const values of answers) {
    const text = fieldText(field!, values[question.code])
    const key = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s。，,.!！]+/g, '')
    const known = groups.get(key)
    if (known) known.count++
    else groups.set(key, { text, count: 1 })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}

/** A table of counts: the options of one choice (or line of a matrix) by those of another. */
export type Cross = { by: string; columns: string[]; rows: { name: string; counts: number[] }[] }

/** Crosses a question with a choice; null where the question has no options to count. */
export function crossTables(question: Question, by: Question, answers: readonly CountedAnswer[]): Cross[] {
  const columns = by.options.filter(({ retired }) => !retired)
  const asked = answers.filter(({ questions, values }) =>
    askedQuestions(questions, values).some(({ code }) => code === question.code),
  )
  const table = (title: string, name: string): Cross => ({
    by: title,
    columns: columns.map(option => option.name),
    rows: question.options
      .filter(({ retired }) => !retired)
      .map(option => ({
        name: option.name,
        counts: columns.map(
          column =>
            asked.filter(
              ({ values }) =>
                codesIn(values[name]).includes(option.code) && codesIn(values[by.code]).includes(column.code),
            ).length,
        ),
      })),
  })
  if (question.kind === 'choice' || question.kind === 'choices') return [table(question.label, question.code)]
  if (question.kind === 'matrix') return question.items.map(item => table(item.name, matrixName(question, item)))
  return []
}

/** Reads a filter `picked`, `q3=o2` or `q4_o1=o3`; undefined where it is none. */
export function readPicked(typed: string): { name: string; option: string } | undefined {
  const [, name, option] = /^(q\d{1,4}(?:_o\d{1,4})?)=(o\d{1,4})$/.exec(typed) ?? []
  return name && option ? { name, option } : undefined
}

/** The filter in words; empty where no question has such an option. */
export function pickedWords(questions: readonly Question[], typed: string): string {
  const picked = readPicked(typed)
  const question = picked && questions.find(({ code }) => code === picked.name.split('_')[0])
  const option = question?.options.find(({ code }) => code === picked!.option)
  if (!question || !option) return ''
  const item = question.items.find(one => matrixName(question, one) === picked!.name)
  return `${item ? `${question.label}：${item.name}` : question.label}＝${option.name}`
}

/** Whether an answer made this choice. */
export const hasPicked = (values: FormValues, { name, option }: { name: string; option: string }): boolean =>
  codesIn(values[name]).includes(option)
