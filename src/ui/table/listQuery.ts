import { pageSizeIn } from '#lib/register/pageSize.ts'

/**
 * What a list is asked for: its filters and its page, as the address has them. Names that the call does not have do not
 * compile. Anybody may type anything into an address; the call's contract checks it, and refuses with a sentence.
 */
export function listQuery<Filters extends object>(query: URLSearchParams, ...names: (keyof Filters & string)[]) {
  const value = (name: string) => query.get(name) || undefined
  const filters = Object.fromEntries(names.map(name => [name, value(name)])) as Filters
  return { ...filters, pageNum: Number(value('pageNum') ?? 1) || 1, pageSize: pageSizeIn(query) }
}
