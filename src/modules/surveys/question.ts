import {
  type FieldErrors,
  type FieldKind,
  type FieldValue,
  type FormField,
  type FormValues,
  isEmptyValue,
  type Option,
  offeredOptions,
} from '#lib/form/form.ts'
import { MAX_QUESTIONS } from './surveyWords.ts'

/** Kinds that the form engine has itself, with their names for whoever writes the questions. */
const plainKindNames = {
  text: '单行文字',
  paragraph: '多行文字',
  number: '数字',
  day: '日期',
  choice: '单选',
  choices: '多选',
  ranking: '排序',
  province: '省份',
  personName: '姓名',
  organisationName: '单位名称',
  mobile: '手机',
  phone: '电话',
  email: '邮箱',
  creditCode: '统一社会信用代码',
  url: '网址',
  agreement: '确认（勾选）',
  file: '上传文件',
} as const satisfies Partial<Record<FieldKind, string>>

/** The kinds of questions. `matrix`, `table` and `clauses` are made of several fields of the form engine. */
export const questionKindNames = {
  ...plainKindNames,
  matrix: '矩阵单选（几项用同一组选项）',
  table: '表格（逐行填写）',
  clauses: '逐条意见（征求意见稿）',
} as const
export type QuestionKind = keyof typeof questionKindNames

/** A question is asked only where one of these options of an earlier choice was chosen. */
export type Condition = { code: string; options: string[] }

export type Question = {
  /** q1, q2, …: answers keep it, and no other question of the survey ever gets it. */
  code: string
  kind: QuestionKind
  label: string
  section: string
  hint: string
  required: boolean
  /** Of choices and rankings; the scale of a matrix. */
  options: Option[]
  /** Lines of a matrix, columns of a table, clauses of a draft. */
  items: Option[]
  /** Smallest and greatest number; characters; options chosen at most; rows of a table. */
  min: number | null
  max: number | null
  unit: string
  condition: Condition | null
  /** Number of the last option or item: codes of deleted ones are not used again. */
  lastOption: number
}

export const hasOptions = (kind: QuestionKind): boolean =>
  kind === 'choice' || kind === 'choices' || kind === 'ranking' || kind === 'matrix'
export const hasItems = (kind: QuestionKind): boolean => kind === 'matrix' || kind === 'table' || kind === 'clauses'
/** Kinds whose answer can decide whether another question is asked. */
export const decides = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices'

/** Answers that are encrypted where they are stored and masked for staff. */
const PERSONAL: readonly QuestionKind[] = ['mobile', 'phone']

/** Fields of the form engine that ask this question. */
export function fieldsOfQuestion(question: Question): FormField[] {
  const { code, kind, label, section, hint, required, options, items, min, max, unit } = question
  const shared = { section, required, ...(hint && { hint }) }
  switch (kind) {
    case 'matrix':
      return items.map(item => ({
        name: matrixName(question, item),
        label: item.name,
        section: label,
        kind: 'choice',
        required,
        options,
      }))
    case 'table':
      return [{ ...shared, name: code, label, kind: 'rows', max: max ?? 50, columns: items.map(columnOf) }]
    case 'clauses':
      return [
        {
          ...shared,
          name: code,
          label,
          kind: 'rows',
          max: max ?? 100,
          columns: [
            { name: 'clause', label: '条款', section: '', kind: 'choice', required: true, options: items },
            { name: 'comment', label: '意见或建议的文字', section: '', kind: 'paragraph', required: true, max: 2000 },
            { name: 'reason', label: '理由', section: '', kind: 'paragraph', max: 1000 },
          ],
        },
      ]
    default:
      return [
        {
          ...shared,
          name: code,
          label,
          kind,
          ...(hasOptions(kind) && { options }),
          ...(kind === 'paragraph' && { max: max ?? 2000 }),
          ...(kind === 'text' && { max: max ?? 100 }),
          ...((kind === 'choices' || kind === 'ranking') && max !== null && { max }),
          ...(kind === 'number' && {
            ...(min !== null && { min }),
            ...(max !== null && { max }),
            ...(unit && { unit }),
          }),
          ...(kind === 'file' && { use: 'document' as const }),
          ...(kind === 'agreement' && { hint: hint || label }),
          ...(PERSONAL.includes(kind) && { personal: true }),
        },
      ]
  }
}

const columnOf = ({ code, name }: Option): FormField => ({
  name: code,
  label: name,
  section: '',
  kind: 'text',
  max: 200,
})

export const matrixName = ({ code }: Pick<Question, 'code'>, item: Pick<Option, 'code'>) => `${code}_${item.code}`

/** Questions that are asked of whoever has given these answers so far. A question that is not asked decides nothing. */
export function askedQuestions(questions: readonly Question[], values: FormValues): Question[] {
  const asked: Question[] = []
  for (const question of questions) {
    const { condition } = question
    const decider = condition && asked.find(({ code }) => code === condition.code)
    const isAsked = !condition || (decider && [values[decider.code]].flat().some(one => isIn(one, condition.options)))
    if (isAsked) asked.push(question)
  }
  return asked
}

const isIn = (value: unknown, options: readonly string[]) => typeof value === 'string' && options.includes(value)

/** All fields, whatever was answered. */
export const allFields = (questions: readonly Question[]): FormField[] => questions.flatMap(fieldsOfQuestion)

/** Fields to fill in now: retired options are offered only where they stand already. */
export const askedFields = (questions: readonly Question[], values: FormValues): FormField[] =>
  askedQuestions(questions, values)
    .flatMap(fieldsOfQuestion)
    .map(field => (field.options ? { ...field, options: offeredOptions(field.options, values[field.name]) } : field))

/** Answers to the questions that are asked; what was typed before a condition changed is not part of the answer. */
export function askedValues(questions: readonly Question[], values: FormValues): FormValues {
  const names = new Set(
    askedQuestions(questions, values)
      .flatMap(fieldsOfQuestion)
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Value of a question in an answer; of a matrix the option of each line. */
export function answerOf(question: Question, values: FormValues): FieldValue | Record<string, FieldValue> {
  if (question.kind !== 'matrix') return values[question.code] ?? null
  return Object.fromEntries(
    question.items.flatMap(item => {
      const value = values[matrixName(question, item)]
      return value === undefined || value === null ? [] : [[item.code, value]]
    }),
  )
}

export function isAnswered(question: Question, values: FormValues): boolean {
  if (question.kind !== 'matrix') return !isEmptyValue(values[question.code]) && values[question.code] !== false
  return question.items.some(item => !isEmptyValue(values[matrixName(question, item)]))
}

/** Finds what is wrong with a list of questions, by the place of each: `questions.3.label`. */
export function questionFaults(questions: readonly Question[]): FieldErrors {
  const faults: FieldErrors = {}
  if (questions.length > MAX_QUESTIONS) faults.questions = `最多 ${MAX_QUESTIONS} 题`
  for (const [i, question] of questions.entries())
    for (const [name, fault] of Object.entries(faultsOf(question, questions.slice(0, i))))
      faults[`questions.${i}.${name}`] = fault
  return faults
}

/** The same of one question, given those before it. */
export function faultsOf(question: Question, before: readonly Question[]): FieldErrors {
  const { code, kind, label, options, items, min, max, condition } = question
  const offered = offeredOptions(options)
  const faults: FieldErrors = {}
  if (!label) faults.label = '请填写题目'
  if (before.some(one => one.code === code)) faults.label = '与前面的题目代号相同，请删去重写'
  if (hasOptions(kind)) {
    if (offered.length < 2) faults.options = '至少要有两个在用的选项'
    const twin = repeatedName(options)
    if (twin) faults.options = `选项“${twin}”写了两次`
  }
  if (hasItems(kind)) {
    if (items.length === 0)
      faults.items = { matrix: '请填写各项', table: '请填写各列', clauses: '请填写各条' }[kind as 'matrix']
    const twin = repeatedName(items)
    if (twin) faults.items = `“${twin}”写了两次`
  }
  if (min !== null && max !== null && min > max) faults.max = `应不小于 ${min}`
  if ((kind === 'choices' || kind === 'ranking') && max !== null && (max < 1 || max > offered.length))
    faults.max = `应在 1 到 ${offered.length} 之间`
  if (condition) {
    const decider = before.find(one => one.code === condition.code)
    if (!decider) faults.condition = '条件所看的题目应排在这一题以前'
    else if (!decides(decider.kind)) faults.condition = '条件只能看单选题或多选题'
    else if (condition.options.length === 0) faults.condition = '请选择看到哪些选项才问'
    else if (!condition.options.every(one => decider.options.some(option => option.code === one)))
      faults.condition = `“${decider.label}”没有这个选项了，请重新选择`
  }
  return faults
}

function repeatedName(options: readonly Option[]): string | undefined {
  const names = options.map(({ name }) => name)
  return names.find((name, i) => names.indexOf(name) < i)
}

/** Code for a new question: never one that was used before. */
export const nextCode = (last: number) => `q${last + 1}`
export const numberOfCode = (code: string) => Number(/^q(\d+)$/.exec(code)?.[1] ?? 0)
