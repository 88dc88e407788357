import {
  type FormField,
  type FormRow,
  type FormValues,
  fieldsIn,
  type Option,
  offeredOptions,
  optionsOf,
  rowsIn,
} from '#lib/form/form.ts'
import { OPTION_CODE, optionColumns } from '#modules/ownFields/ownFieldForm.ts'
import { decides, hasItems, hasOptions, type Question, type QuestionKind, questionKindNames } from './question.ts'
import { MAX_ITEMS, MAX_OPTIONS } from './surveyWords.ts'

const field = fieldsIn('')
const YES_NO = optionsOf({ yes: '必答', no: '选答' })

/** Columns of options as the association's own fields have them, with room for a sentence. */
const columnsFor = (label: string, max: number): FormField[] =>
  optionColumns
    .filter(({ name }) => name !== 'retired' || label === '选项')
    .map((column): FormField => (column.name === 'name' ? { ...column, label, max } : column))

const itemWords: Record<string, { label: string; column: string; max: number; hint: string }> = {
  matrix: { label: '各项', column: '项目', max: 100, hint: '每一项都用下面的同一组选项回答' },
  table: { label: '各列', column: '列名', max: 30, hint: '填写人逐行填写这些列' },
  clauses: { label: '各条', column: '条款', max: 1000, hint: '填写人选一条，写意见和理由；协会可以逐条答复' },
}

/** The form in which a question is written, for its kind and the questions before it. */
export function questionFields(values: FormValues, before: readonly Question[]): FormField[] {
  const kind = String(values.kind ?? '') as QuestionKind | ''
  const deciders = before.filter(one => decides(one.kind))
  const decider = deciders.find(({ code }) => code === values.conditionCode)
  const items = itemWords[kind]
  return [
    field('kind', '题型', { kind: 'choice', required: true, options: optionsOf(questionKindNames) }),
    field('label', '题目', { kind: 'paragraph', required: true, max: 300 }),
    field('hint', '说明', { kind: 'text', max: 200, hint: '写在题目下面，帮助填写' }),
    field('section', '所在部分', { max: 40, hint: '相邻的同一部分的题目放在一个小标题下；可不填' }),
    field('required', '是否必答', { kind: 'choice', required: true, options: YES_NO }),
    ...(items
      ? [
          field('items', items.label, {
            kind: 'rows' as const,
            required: true,
            isOrdered: true,
            max: MAX_ITEMS,
            columns: columnsFor(items.column, items.max),
            hint: items.hint,
          }),
        ]
      : []),
    ...(kind && hasOptions(kind)
      ? [
          field('options', '选项', {
            kind: 'rows' as const,
            required: true,
            isOrdered: true,
            max: MAX_OPTIONS,
            columns: columnsFor('选项', 100),
            hint: '停用的不再供新的答卷选择，已选的照常统计。',
          }),
        ]
      : []),
    ...limitFields(kind),
    ...(deciders.length > 0
      ? [
          field('conditionCode', '只在这种情况下问', {
            kind: 'choice' as const,
            options: deciders.map(({ code, label }) => ({ code, name: label })),
            hint: '按前面一道单选或多选题的答案决定问不问；不选则人人都问',
          }),
        ]
      : []),
    ...(decider
      ? [
          field('conditionOptions', '选了下列任何一项才问', {
            kind: 'choices' as const,
            required: true,
            options: offeredOptions(decider.options, values.conditionOptions),
          }),
        ]
      : []),
  ]
}

function limitFields(kind: QuestionKind | ''): FormField[] {
  switch (kind) {
    case 'number':
      return [
        field('unit', '单位', { max: 8, hint: '例如 家、万元' }),
        field('min', '最小', { kind: 'number', min: -1e9 }),
        field('max', '最大', { kind: 'number', min: -1e9 }),
      ]
    case 'text':
      return [field('max', '最多几个字', { kind: 'number', min: 1, max: 500, hint: '不填为 100' })]
    case 'paragraph':
      return [field('max', '最多几个字', { kind: 'number', min: 1, max: 5000, hint: '不填为 2000' })]
    case 'choices':
    case 'ranking':
      return [
        field('max', kind === 'choices' ? '最多选几项' : '排出前几位', { kind: 'number', min: 1, max: MAX_OPTIONS }),
      ]
    case 'table':
    case 'clauses':
      return [field('max', '最多几行', { kind: 'number', min: 1, max: 200 })]
    default:
      return []
  }
}

export const blankQuestion: FormValues = { kind: 'choice', required: 'yes' }

export const valuesOfQuestion = (of: Question): FormValues => ({
  kind: of.kind,
  label: of.label,
  hint: of.hint,
  section: of.section,
  required: of.required ? 'yes' : 'no',
  options: of.options.map(rowOf),
  items: of.items.map(rowOf),
  min: of.min,
  max: of.max,
  unit: of.unit,
  conditionCode: of.condition?.code ?? null,
  conditionOptions: of.condition?.options ?? [],
})

const rowOf = ({ code, name, retired }: Option): FormRow => ({ code, name, ...(retired && { retired }) })

/** The question that a filled-in form says. New options and items get codes that none of this question had before. */
export function questionOf(values: FormValues, code: string, before: Question | undefined): Question {
  const kind = values.kind as QuestionKind
  const numbered = [...rowsIn(values, 'options'), ...rowsIn(values, 'items')]
  let lastOption = Math.max(
    before?.lastOption ?? 0,
    ...numbered.map(row => Number(OPTION_CODE.exec(String(row.code ?? ''))?.[1] ?? 0)),
  )
  const coded = (name: string): Option[] =>
    rowsIn(values, name).map(row => ({
      code: String(row.code ?? '') || `o${++lastOption}`,
      name: String(row.name ?? ''),
      ...(row.retired === true && { retired: true }),
    }))
  const options = hasOptions(kind) ? coded('options') : []
  const items = hasItems(kind) ? coded('items') : []
  const limits = limitFields(kind).map(({ name }) => name)
  const limit = (name: string) => (limits.includes(name) && typeof values[name] === 'number' ? values[name] : null)
  return {
    code,
    kind,
    label: String(values.label ?? ''),
    hint: String(values.hint ?? ''),
    section: String(values.section ?? ''),
    required: values.required === 'yes',
    options,
    items,
    min: limit('min'),
    max: limit('max'),
    unit: limits.includes('unit') ? String(values.unit ?? '') : '',
    condition: values.conditionCode
      ? { code: String(values.conditionCode), options: [...((values.conditionOptions ?? []) as string[])] }
      : null,
    lastOption,
  }
}
