import { optionsOf } from '../form/form.ts'
import type { Page } from '../paging.ts'
import type { DataFilter } from './dataFilters.ts'
import { pageSizeIn } from './pageSize.ts'

export type Option = { readonly code: string; readonly name: string }

export type RegisterFilter = {
  /** Stands behind 更多筛选 on the screen. */
  seldom?: true
  /** Choice that counts where none is made; rows that are asked for by their ids are not narrowed by it. */
  always?: string
} & (
  | { kind: 'text' | 'region' | 'day' | 'flag'; label: string }
  | { kind: 'choice'; label: string; options: readonly Option[] }
  /** A choice among records that the association keeps itself, by their code, number or name: the screen loads them. */
  | { kind: 'code' | 'number' | 'name'; label: string }
  /** Conditions on columns that are data (`dataFilters.ts`), which come with the rows. */
  | { kind: 'data'; label: string }
)
export type RegisterFilters = Readonly<Record<string, RegisterFilter>>

export const text = (label: string) => ({ kind: 'text', label }) as const
export const region = (label: string) => ({ kind: 'region', label }) as const
export const day = (label: string) => ({ kind: 'day', label }) as const
export const flag = (label: string) => ({ kind: 'flag', label }) as const
export const code = (label: string) => ({ kind: 'code', label }) as const
export const name = (label: string) => ({ kind: 'name', label }) as const
export const number = (label: string) => ({ kind: 'number', label }) as const
export const data = (label: string) => ({ kind: 'data', label }) as const
export const choice = <Code extends string>(label: string, names: Readonly<Record<Code, string>>) =>
  ({ kind: 'choice', label, options: optionsOf(names) }) as const
/** Moves a filter behind 更多筛选 on the screen. */
export const seldom = <F extends RegisterFilter>(filter: F) => ({ ...filter, seldom: true }) as const

/** Makes one of the choices count where none is made. */
export const always = <Code extends string, F extends { options: readonly { readonly code: Code }[] }>(
  filter: F,
  code: F['options'][number]['code'],
) => ({ ...filter, always: code }) as const

/** Value of a filter as a call sends it, and as its handler gets it. */
export type FilterInput<F extends RegisterFilter> = F extends { kind: 'number' } ? number | string : FilterValue<F>
export type FilterValue<F extends RegisterFilter> = F extends { options: readonly { readonly code: infer Code }[] }
  ? Code
  : F extends { kind: 'flag' }
    ? 'yes' | 'no'
    : F extends { kind: 'number' }
      ? number
      : string

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
  others: RegisterHead[]
  /** Filters of its columns that are data. */
  dataFilters?: readonly DataFilter[] | undefined
}

export const flagOptions = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
] as const

/** Parses the query of an address into filters, order and page; the call checks the values. */
export function readRegisterQuery<F extends RegisterFilters>(filters: F, query: URLSearchParams) {
  const chosen = Object.keys(filters).flatMap(name => {
    const value = query.get(name)
    return value ? [[name, value]] : []
  })
  return {
    ...(Object.fromEntries(chosen) as { [K in keyof F]?: FilterInput<F[K]> }),
    sort: query.get('sort') || undefined,
    columns: query.get('columns') || undefined,
    pageNum: Number(query.get('pageNum') ?? 1) || 1,
    pageSize: pageSizeIn(query),
  }
}
