import { Link } from 'react-router'
import { type ListFilter, ListFilterField } from './ListFilterField.tsx'
import { useLeftList } from './leftLists.ts'
import { useAskedQuery } from './useAskedQuery.ts'

/** What narrows a list, as lists to choose from; and the way back to the whole list. */
export function ListFilters({ filters }: { filters: readonly ListFilter[] }) {
  useLeftList()
  const query = useAskedQuery()
  const whole = new URLSearchParams(query)
  for (const name of [...filters.map(({ name }) => name), 'sort', 'pageNum']) whole.delete(name)
  return (
    <div className="list-filters">
      {filters.map(filter => (
        <ListFilterField key={filter.name} {...filter} />
      ))}
      {filters.some(({ name }) => query.has(name)) && (
        <Link className="list-filters-clear" to={{ search: whole.toString() }} preventScrollReset>
          清除筛选
        </Link>
      )}
    </div>
  )
}
