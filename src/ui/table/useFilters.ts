import { useSearchParams } from 'react-router'
import { listQuery } from './listQuery.ts'

/** `listQuery` of the address that is shown: for a list within a screen, which asks for itself. */
export function useFilters<Filters extends object>(...names: (keyof Filters & string)[]) {
  const [query] = useSearchParams()
  return listQuery<Filters>(query, ...names)
}
