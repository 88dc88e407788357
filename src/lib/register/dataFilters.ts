import type { Option } from './register.ts'

/**
 * Filters of columns that are data: an association defines them while the program runs, so that they are no parameters of
 * a call. One parameter holds all their conditions, written as a query: `own_vehicles=10..50&own_grade=o1,o2`.
 */
export type DataFilter = { code: string; label: string; unit?: string | undefined } & (
  | { kind: 'text' | 'number' | 'day' }
  | { kind: 'choice'; options: readonly Option[] }
)

export type DataCondition =
  | { is: 'empty' | 'filled' }
  | { is: 'containing'; words: string }
  /** Both ends belong to it. */
  | { is: 'between'; from: string | undefined; to: string | undefined }
  | { is: 'among'; codes: string[] }

export const MAX_DATA_QUERY_CHARS = 500
const MAX_CONDITIONS = 10
export const MAX_WORDS_CHARS = 60

const NOTHING = '!'
export const ANYTHING = '*'
const RANGE = '..'

type Read = { conditions: { filter: DataFilter; condition: DataCondition }[] } | { fault: string }

/** Parses the conditions, or says what is wrong with them. */
export function readDataQuery(filters: readonly DataFilter[], typed: string): Read {
  const entries = [...new URLSearchParams(typed)]
  if (entries.length > MAX_CONDITIONS) return { fault: `自定义栏目的条件最多 ${MAX_CONDITIONS} 个` }
  const conditions: Extract<Read, { conditions: unknown }>['conditions'] = []
  for (const [code, text] of entries) {
    const filter = filters.find(one => one.code === code)
    if (!filter) return { fault: `没有“${code.slice(0, 40)}”这个自定义栏目` }
    if (conditions.some(one => one.filter === filter)) return { fault: `“${filter.label}”的条件只能有一个` }
    const condition = conditionIn(filter, text)
    if (!condition) return { fault: `“${filter.label}”的条件无法识别` }
    conditions.push({ filter, condition })
  }
  return { conditions }
}

function conditionIn(filter: DataFilter, text: string): DataCondition | undefined {
  if (text === NOTHING) return { is: 'empty' }
  if (text === ANYTHING) return { is: 'filled' }
  switch (filter.kind) {
    case 'text': {
      const words = text.trim()
      return words && words.length <= MAX_WORDS_CHARS ? { is: 'containing', words } : undefined
    }
    case 'choice': {
      const codes = text.split(',')
      return codes.every(code => filter.options.some(option => option.code === code))
        ? { is: 'among', codes }
        : undefined
    }
    default:
      return rangeIn(filter.kind === 'number' ? isNumber : isDay, text)
  }
}

const isNumber = (text: string) => /^-?\d{1,10}(\.\d{1,2})?$/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function rangeIn(isEnd: (text: string) => boolean, text: string): DataCondition | undefined {
  const [from = '', to = '', ...more] = text.split(RANGE)
  if (more.length > 0 || !text.includes(RANGE) || (from === '' && to === '')) return
  if (![from, to].every(end => end === '' || isEnd(end))) return
  return { is: 'between', from: from || undefined, to: to || undefined }
}

function textOf(condition: DataCondition): string {
  switch (condition.is) {
    case 'empty':
      return NOTHING
    case 'filled':
      return ANYTHING
    case 'containing':
      return condition.words
    case 'among':
      return condition.codes.join(',')
    case 'between':
      return `${condition.from ?? ''}${RANGE}${condition.to ?? ''}`
  }
}

/** The same query with this condition instead of that column's; undefined: without one. */
export function withCondition(typed: string, code: string, condition: DataCondition | undefined): string {
  const query = new URLSearchParams(typed)
  query.delete(code)
  if (condition) query.append(code, textOf(condition))
  return query.toString()
}

/** The condition as people read it: 自有货运车辆 10 至 50 辆. */
export function conditionWords({ label, unit = '', ...filter }: DataFilter, condition: DataCondition): string {
  switch (condition.is) {
    case 'empty':
      return `${label}：没有填`
    case 'filled':
      return `${label}：已填`
    case 'containing':
      return `${label}：含“${condition.words}”`
    case 'among': {
      const options = filter.kind === 'choice' ? filter.options : []
      return `${label}：${condition.codes.map(code => options.find(one => one.code === code)?.name ?? code).join('或')}`
    }
    case 'between': {
      const { from, to } = condition
      const of = unit && ` ${unit}`
      if (!to) return `${label}：${from}${of}起`
      return `${label}：${from ? `${from} 至` : '至'} ${to}${of}`
    }
  }
}
