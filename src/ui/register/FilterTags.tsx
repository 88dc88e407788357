import { Link } from 'react-router'
import type { Total } from '#lib/paging.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { Icon } from '../Icon.tsx'
import type { ListFilter } from '../table/ListFilterField.tsx'
import { useAskedQuery } from '../table/useAskedQuery.ts'
import './filterTags.css'

type Props = { filters: readonly ListFilter[]; page: Total; unit: string }

/** How many there are, and what narrows them, each to be taken away by itself. */
export function FilterTags({ filters, page, unit }: Props) {
  const query = useAskedQuery()
  const without = (name: string) => {
    const next = new URLSearchParams(query)
    next.delete(name)
    next.delete('pageNum')
    return { search: next.toString() }
  }
  const tags = filters.flatMap(({ name, label, options }) => {
    const value = query.get(name)
    if (!value) return []
    return [{ name, words: `${label}：${options?.find(({ code }) => code === value)?.name ?? value}` }]
  })
  return (
    <div className="filter-tags">
      <span>
        {page.isEstimate || '共'} <b>{totalWords(page)}</b> {unit}
      </span>
      {tags.map(({ name, words }) => (
        <Link key={name} to={without(name)} aria-label={`去掉筛选条件 ${words}`} preventScrollReset>
          {words}
          <Icon name="close" size={14} />
        </Link>
      ))}
    </div>
  )
}
