import { defineForm, type FieldErrors, type FormRow, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import {
  faultsOf,
  hasItems,
  hasOptions,
  nextCode,
  type Question,
  type QuestionKind,
  questionKindNames,
} from './question.ts'
import { MAX_QUESTIONS } from './surveyWords.ts'

const column = fieldsIn('')
/** A question of a template, one a row. */
const questionColumns = defineForm([
  column('kind', '题型', { kind: 'choice', required: true, options: optionsOf(questionKindNames) }),
  column('label', '题目', { kind: 'paragraph', required: true, max: 300 }),
  column('required', '必答', { kind: 'agreement' }),
  column('options', '选项', { kind: 'paragraph', max: 5000 }),
  column('items', '各项、各列或各条', { kind: 'paragraph', max: 60_000 }),
  column('hint', '说明', { max: 200 }),
  column('section', '所在部分', { max: 40 }),
  column('max', '最多', { kind: 'number', min: 1, max: 100_000 }),
  column('condition', '条件', { max: 300 }),
])

const template = fieldsIn('')
/** 问卷模板: what a new survey can begin with, taken from one association to another in a pack. */
export const templateFields = defineForm([
  template('name', '名称', { required: true, max: 60 }),
  template('intro', '开头的话', { kind: 'paragraph', max: 4000 }),
  template('thanks', '交卷后的话', { kind: 'paragraph', max: 1000 }),
  template('questions', '题目', {
    kind: 'rows',
    required: true,
    isOrdered: true,
    max: MAX_QUESTIONS,
    columns: questionColumns,
    hint: '选项、各项用分号隔开（没有分号的按顿号）。条件写“第几题：选项”，例如 1：不满意；不填则人人都问。',
  }),
])

/** Names that are written in one cell; a single one that has a comma of its own ends with a semicolon. */
function namesIn(typed: unknown): string[] {
  const text = String(typed ?? '')
  const parts = /[；;\n]/.test(text) ? text.split(/[；;\n]/) : text.split('、')
  return parts.map(part => part.trim()).filter(Boolean)
}
const joined = (options: readonly Option[]): string => {
  const names = options.filter(({ retired }) => !retired).map(({ name }) => name)
  return names.some(name => name.includes('、')) ? names.map(name => `${name}；`).join('') : names.join('、')
}

/** Questions that the rows of a template say, and what is wrong in which cell. */
export function questionsOfRows(rows: readonly FormRow[]): { questions: Question[]; faults: FieldErrors } {
  const questions: Question[] = []
  const faults: FieldErrors = {}
  for (const [i, row] of rows.entries()) {
    const place = (name: string) => `questions.${i}.${name}`
    const kind = row.kind as QuestionKind
    let lastOption = 0
    const coded = (names: readonly string[]): Option[] => names.map(name => ({ code: `o${++lastOption}`, name }))
    const options = hasOptions(kind) ? coded(namesIn(row.options)) : []
    const items = hasItems(kind) ? coded(namesIn(row.items)) : []
    const condition = row.condition ? conditionOf(String(row.condition), questions) : null
    if (condition === undefined) faults[place('condition')] = '应写前面一道单选或多选题的序号和选项，例如 1：不满意'
    const question: Question = {
      code: nextCode(i),
      kind,
      label: String(row.label ?? ''),
      section: String(row.section ?? ''),
      hint: String(row.hint ?? ''),
      required: row.required === true,
      options,
      items,
      min: null,
      max: typeof row.max === 'number' ? row.max : null,
      unit: '',
      condition: condition ?? null,
      lastOption,
    }
    for (const [name, fault] of Object.entries(faultsOf(question, questions))) faults[place(name)] ??= fault
    questions.push(question)
  }
  return { questions, faults }
}

/** Reads 1：不满意、一般; undefined where no earlier question has such options. */
function conditionOf(typed: string, before: readonly Question[]): Question['condition'] | undefined {
  const [, place, names] = /^\s*(\d{1,3})\s*[：:](.+)$/s.exec(typed) ?? []
  const decider = before[Number(place) - 1]
  const codes = namesIn(names).map(name => decider?.options.find(option => option.name === name)?.code)
  return decider && codes.length > 0 && codes.every(code => code !== undefined)
    ? { code: decider.code, options: codes }
    : undefined
}

/** The same questions as rows. */
export const rowsOfQuestions = (questions: readonly Question[]): FormRow[] =>
  questions.map(({ kind, label, required, options, items, hint, section, max, condition }) => {
    const place = questions.findIndex(({ code }) => code === condition?.code)
    const chosen = questions[place]?.options.filter(({ code }) => condition!.options.includes(code)) ?? []
    return {
      kind,
      label,
      ...(required && { required }),
      ...(options.length > 0 && { options: joined(options) }),
      ...(items.length > 0 && { items: joined(items) }),
      ...(hint && { hint }),
      ...(section && { section }),
      ...(max !== null && { max }),
      ...(condition && { condition: `${place + 1}：${joined(chosen)}` }),
    }
  })
