import { typedKeys } from '../keys.ts'
import type { Page } from '../paging.ts'
import { pageSizeIn } from './pageSize.ts'

export type Option = { readonly code: string; readonly name: string }

/** What narrows a register, under its name in the address and in the call. */
export type RegisterFilter =
  | { kind: 'text' | 'region' | 'day' | 'flag'; label: string }
  | { kind: 'choice'; label: string; options: readonly Option[] }
  /** A choice among records that the association keeps itself, by their code or number: the screen loads them. */
  | { kind: 'code' | 'number'; label: string }
export type RegisterFilters = Readonly<Record<string, RegisterFilter>>

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

/** Codes and their names as options to choose from, in the order of `names`. */
export const optionsOf = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  typedKeys(names).map(code => ({ code, name: names[code] }))

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
