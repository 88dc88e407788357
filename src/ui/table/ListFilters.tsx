import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ListFilter, ListFilterField } from './ListFilterField.tsx'
import { useLeftList } from './leftLists.ts'
import { useAskedQuery } from './useAskedQuery.ts'

/** Up to so many choices always find their place. */
const FEW = 2

/** What narrows a list, as lists to choose from; and the way back to the whole list. With little room the choices fold. */
export function ListFilters({ filters }: { filters: readonly ListFilter[] }) {
  useLeftList()
  const query = useAskedQuery()
  const [isOpen, open] = useState(false)
  const whole = new URLSearchParams(query)
  for (const name of [...filters.map(({ name }) => name), 'sort', 'pageNum']) whole.delete(name)
  const isTyped = ({ kind }: ListFilter) => kind === 'text'
  const choices = filters.filter(filter => !isTyped(filter))
  const chosen = choices.filter(({ name }) => query.has(name)).length
  const fieldOf = (filter: ListFilter) => <ListFilterField key={filter.name} {...filter} />
  const folds = choices.length > FEW
  return (
    <div className="list-filters" data-folded={(folds && !isOpen) || undefined}>
      {filters.filter(isTyped).map(fieldOf)}
      {folds && (
        <Button className="filters-toggle" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {chosen > 0 ? `筛选（${chosen}）` : '筛选'}
        </Button>
      )}
      {choices.map(fieldOf)}
      {filters.some(({ name }) => query.has(name)) && (
        <Link className="list-filters-clear" to={{ search: whole.toString() }} preventScrollReset>
          清除筛选
        </Link>
      )}
    </div>
  )
}
