import './listFilters.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ListFilter, ListFilterField } from './ListFilterField.tsx'
import { useRememberList } from './rememberedLists.ts'
import { useTargetQuery } from './useTargetQuery.ts'

/** Number of selects up to which they are not folded. */
const MAX_UNFOLDED_SELECTS = 2

/**
 * Filters of a list, with the link that clears them. Seldom-used ones are folded, on narrow screens all selects; the
 * button counts the folded ones that are set.
 */
export function ListFilters({ filters }: { filters: readonly ListFilter[] }) {
  useRememberList()
  const query = useTargetQuery()
  const [isOpen, open] = useState(false)
  const whole = new URLSearchParams(query)
  for (const name of [...filters.map(({ name }) => name), 'sort', 'pageNum']) whole.delete(name)
  const usual = filters.filter(({ seldom }) => !seldom)
  const seldom = filters.filter(one => one.seldom)
  const typed = usual.filter(isTyped)
  const choices = usual.filter(filter => !isTyped(filter))
  const called = (name: string, folded: ListFilter[]) => {
    const set = folded.filter(({ name }) => query.has(name)).length
    return set > 0 ? `${name}（${set}）` : name
  }
  const fieldOf = (filter: ListFilter) => <ListFilterField key={filter.name} {...filter} />
  const toggle = (
    <Button
      className="filters-toggle"
      data-seldom={seldom.length > 0 || undefined}
      aria-expanded={isOpen}
      onClick={() => open(!isOpen)}
    >
      {seldom.length > 0 && <span className="filters-wide">{called('更多筛选', seldom)}</span>}
      <span className="filters-narrow">{called('筛选', [...choices, ...seldom])}</span>
    </Button>
  )
  const folds = choices.length > MAX_UNFOLDED_SELECTS || seldom.length > 0
  return (
    <div className="list-filters" data-folded={(folds && !isOpen) || undefined}>
      {typed.map(fieldOf)}
      {choices.map(fieldOf)}
      {folds && toggle}
      {seldom.map(fieldOf)}
      {filters.some(({ name }) => query.has(name)) && (
        <Link className="list-filters-clear" to={{ search: whole.toString() }} preventScrollReset>
          清除筛选
        </Link>
      )}
    </div>
  )
}

const isTyped = ({ kind }: ListFilter) => kind === 'text'
