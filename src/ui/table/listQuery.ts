import { pageSizeIn } from '#lib/register/pageSize.ts'

/**
 * Reads the filters and page of a list from the address. Names that the call does not have do not compile; values are
 * checked by the call's contract.
 */
export function listQuery<Filters extends object>(query: URLSearchParams, ...names: (keyof Filters & string)[]) {
  const value = (name: string) => query.get(name) || undefined
  const filters = Object.fromEntries(names.map(name => [name, value(name)])) as Filters
  return { ...filters, pageNum: Number(value('pageNum') ?? 1) || 1, pageSize: pageSizeIn(query) }
}
