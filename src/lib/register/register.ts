import { optionsOf } from '../form/form.ts'
import type { Page } from '../paging.ts'
import { pageSizeIn } from './pageSize.ts'

export type Option = { readonly code: string; readonly name: string }

/** What narrows a register, under its name in the address and in the call. */
export type RegisterFilter = {
  /** Stands behind 更多筛选 on the screen. */
  seldom?: true
} & (
  | { kind: 'text' | 'region' | 'day' | 'flag'; label: string }
  | { kind: 'choice'; label: string; options: readonly Option[] }
  /** A choice among records that the association keeps itself, by their code or number: the screen loads them. */
  | { kind: 'code' | 'number'; label: string }
)
export type RegisterFilters = Readonly<Record<string, RegisterFilter>>

export const text = (label: string) => ({ kind: 'text', label }) as const
export const region = (label: string) => ({ kind: 'region', label }) as const
export const day = (label: string) => ({ kind: 'day', label }) as const
export const flag = (label: string) => ({ kind: 'flag', label }) as const
export const code = (label: string) => ({ kind: 'code', label }) as const
export const number = (label: string) => ({ kind: 'number', label }) as const
/** One of these codes, by their names. */
export const choice = <Code extends string>(label: string, names: Readonly<Record<Code, string>>) =>
  ({ kind: 'choice', label, options: optionsOf(names) }) as const
/** Behind 更多筛选 on the screen. */
export const seldom = <F extends RegisterFilter>(filter: F) => ({ ...filter, seldom: true }) as const

/** What a call may say for one filter, and what its handler gets. */
export type FilterInput<F extends RegisterFilter> = F extends { kind: 'number' } ? number | string : FilterValue<F>
export type FilterValue<F extends RegisterFilter> = F extends { options: readonly { readonly code: infer Code }[] }
  ? Code
  : F extends { kind: 'flag' }
    ? 'yes' | 'no'
    : F extends { kind: 'number' }
      ? number
      : string

/** One column of a register, as its table needs to know it. */
export type RegisterHead = {
  key: string
  heading: string
  sortable: boolean
  nowrap: boolean
  isFigure: boolean
}
/** A page of a register: each row has its fields and, in `cells`, what its columns say. */
export type RegisterPage<Row> = Page<Row & { cells: Record<string, string> }> & {
  columns: RegisterHead[]
  /** That could be shown as well. */
  others: RegisterHead[]
}

export const flagOptions = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
] as const

/** What an address asks of a register: its filters, its order and its page; a choice that is none does not count. */
export function readRegisterQuery<F extends RegisterFilters>(filters: F, query: URLSearchParams) {
  const chosen = Object.entries(filters).flatMap(([name, filter]) => {
    const value = query.get(name)
    return value && isValueOf(filter, value) ? [[name, value]] : []
  })
  return {
    ...(Object.fromEntries(chosen) as { [K in keyof F]?: FilterInput<F[K]> }),
    sort: query.get('sort') || undefined,
    columns: query.get('columns') || undefined,
    pageNum: Number(query.get('pageNum') ?? 1) || 1,
    pageSize: pageSizeIn(query),
  }
}

function isValueOf(filter: RegisterFilter, value: string): boolean {
  if (filter.kind === 'choice') return filter.options.some(({ code }) => code === value)
  if (filter.kind === 'flag') return flagOptions.some(({ code }) => code === value)
  return true
}
