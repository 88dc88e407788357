import { Link } from 'react-router'
import { Icon } from '../Icon.tsx'
import { useAskedQuery } from './useAskedQuery.ts'

/** How the address sorts a list by a column, as `aria-sort` says it. */
export function sortedBy(query: URLSearchParams, by: string): 'ascending' | 'descending' | undefined {
  const sort = query.get('sort')
  if (sort === by) return 'ascending'
  return sort === `-${by}` ? 'descending' : undefined
}

/** A column's heading: sorts the list by it, then the other way round, then not at all. */
export function SortHeading({ by, heading }: { by: string; heading: string }) {
  const query = useAskedQuery()
  const sorted = sortedBy(query, by)
  const next = new URLSearchParams(query)
  next.delete('pageNum')
  if (sorted === undefined) next.set('sort', by)
  else if (sorted === 'ascending') next.set('sort', `-${by}`)
  else next.delete('sort')
  return (
    <Link to={{ search: next.toString() }} className="sort-heading" preventScrollReset>
      {heading}
      {sorted && <Icon name={sorted === 'ascending' ? 'up' : 'down'} size={14} />}
    </Link>
  )
}
