import type { FieldValue, FormField, FormValues, Option } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { fieldsOfQuestion, matrixName, type Question } from './question.ts'

/**
 * One variable of the data: a column. `values`: numbers that stand for options, as programs for statistics want them;
 * they are the numbers of the options' codes, so that they mean the same in every version.
 */
export type Variable = {
  name: string
  label: string
  kind: 'text' | 'number' | 'code'
  values: { number: number; name: string }[]
  read: (values: FormValues) => string | number | null
}

const numberOf = (code: unknown): number | null => {
  const [, digits] = /^o(\d+)$/.exec(String(code ?? '')) ?? []
  return digits ? Number(digits) : null
}
const valuesOf = (options: readonly Option[]) =>
  options.map(({ code, name }) => ({ number: numberOf(code) ?? 0, name }))
const listed = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []

const YES_NO = [
  { number: 1, name: '选了' },
  { number: 0, name: '没有选' },
]

/** The variables of a question: one for each option of a multiple choice, for each place of a ranking, for each line of a matrix. */
export function variablesOf(question: Question): Variable[] {
  const { code, kind, label, options, items } = question
  switch (kind) {
    case 'choice':
      return [{ name: code, label, kind: 'code', values: valuesOf(options), read: values => numberOf(values[code]) }]
    case 'choices':
      return options.map(option => ({
        name: `${code}_${numberOf(option.code)}`,
        label: `${label}：${option.name}`,
        kind: 'code',
        values: YES_NO,
        read: values => (code in values ? Number(listed(values[code]).includes(option.code)) : null),
      }))
    case 'ranking':
      return options.map((_, i) => ({
        name: `${code}_r${i + 1}`,
        label: `${label}：第 ${i + 1} 位`,
        kind: 'code',
        values: valuesOf(options),
        read: values => numberOf(listed(values[code])[i]),
      }))
    case 'matrix':
      return items.map(item => ({
        name: `${code}_${numberOf(item.code)}`,
        label: `${label}：${item.name}`,
        kind: 'code',
        values: valuesOf(options),
        read: values => numberOf(values[matrixName(question, item)]),
      }))
    case 'number':
      return [
        { name: code, label, kind: 'number', values: [], read: values => (values[code] as number | undefined) ?? null },
      ]
    case 'agreement':
      return [
        {
          name: code,
          label,
          kind: 'code',
          values: [{ number: 1, name: '已确认' }],
          read: values => (values[code] === true ? 1 : null),
        },
      ]
    default: {
      const [field] = fieldsOfQuestion(question)
      return [{ name: code, label, kind: 'text', values: [], read: values => textOf(field!, values[code]) }]
    }
  }
}

const textOf = (field: FormField, value: FieldValue | undefined) => fieldText(field, value) || null

/** The columns as people read them: the names of options, several in one cell. */
export function namedColumns(
  question: Question,
): { title: string; read: (values: FormValues) => string | number | null }[] {
  return fieldsOfQuestion(question).map(field => ({
    title: question.kind === 'matrix' ? `${question.label}：${field.label}` : question.label,
    read: values => {
      const value = values[field.name]
      return field.kind === 'number' ? ((value as number | undefined) ?? null) : textOf(field, value)
    },
  }))
}

/** A line of RFC 4180. A text that a spreadsheet would take for a formula is quoted with an apostrophe. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells
    .map(cell => {
      if (cell === null) return ''
      if (typeof cell === 'number') return String(cell)
      const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
      return `"${text.replaceAll('"', '""')}"`
    })
    .join(',')}\r\n`

/** Longest text of a variable in bytes: what SPSS reads as one string. */
const SPSS_TEXT_BYTES = 4000
const quote = (text: string) => `'${text.replaceAll("'", "''").replace(/\s+/g, ' ').slice(0, 120)}'`

/** SPSS syntax that reads the CSV file beside it, with the labels of variables and values. */
export function spssSyntax(file: string, variables: readonly Variable[]): string {
  const formats = variables.map(({ name, kind }) => `  ${name} ${kind === 'text' ? `A${SPSS_TEXT_BYTES}` : 'F10.2'}`)
  const labels = variables.map(({ name, label }) => `  ${name} ${quote(label)}`)
  const coded = variables.filter(({ values }) => values.length > 0)
  const valueLabels = coded.map(
    ({ name, values }) => `  /${name} ${values.map(({ number, name }) => `${number} ${quote(name)}`).join(' ')}`,
  )
  return [
    '* Encoding: UTF-8.',
    `GET DATA /TYPE=TXT /FILE='${file}' /ENCODING='UTF8' /DELCASE=LINE /DELIMITERS="," /QUALIFIER='"'`,
    ' /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /VARIABLES=',
    ...formats.map((line, i) => (i === formats.length - 1 ? `${line}.` : line)),
    'VARIABLE LABELS',
    ...labels.map((line, i) => (i === labels.length - 1 ? `${line}.` : line)),
    ...(valueLabels.length > 0
      ? ['VALUE LABELS', ...valueLabels.map((line, i) => (i === valueLabels.length - 1 ? `${line}.` : line))]
      : []),
    'EXECUTE.',
    '',
  ].join('\r\n')
}
